import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type SmtpServer, startSmtp } from "../../engines/smtp.ts";
import type { sendOverSmtp } from "./send-over-smtp.ts";

/** Tests the SMTP mailer on a runtime, on which `sendOn` is `sendOverSmtp`. */
export function describeSmtpMailer(runtime: string, sendOn: typeof sendOverSmtp): void {
  describe(`the SMTP mailer on ${runtime}`, () => {
    let smtp: SmtpServer;

    beforeAll(async () => {
      smtp = await startSmtp();
    });
    afterAll(() => smtp.close());
    beforeEach(() => {
      smtp.received.length = 0;
      smtp.refuse = () => undefined;
    });

    const send = (...mail: [to: string, subject: string, unsubscribeUrl?: string]) =>
      sendOn(smtp.port, ...mail);

    it("sends text and HTML to one receiver, with the Message-ID of the outbox", async () => {
      expect(await send("ada@example.com", "Grüße")).toBe("sent");
      const [mail] = smtp.received;
      expect(mail).toMatchObject({ from: "no-reply@example.com", to: ["ada@example.com"] });
      expect(mail?.headers.get("message-id")).toBe("<msg_1@example.com>");
      expect(mail?.headers.get("auto-submitted")).toBe("auto-generated");
      expect(mail?.parts.get("text/plain")?.trim()).toBe("Grüße");
      expect(mail?.parts.get("text/html")?.trim()).toBe("<p>Grüße</p>");
    });

    it("offers one press that ends such mails (RFC 8058), only for a mail with a URL, and never another header", async () => {
      expect(await send("ada@example.com", "Hi")).toBe("sent");
      expect(await send("ada@example.com", "Hi", "https://example.com/off?a=1\r\nBcc: eve@example.com")).toBe(
        "sent",
      );
      const fields = smtp.received.map(({ headers }) =>
        ["list-unsubscribe", "list-unsubscribe-post", "bcc"].map((name) => headers.get(name)),
      );
      expect(fields).toEqual([
        [undefined, undefined, undefined],
        ["<https://example.com/off?a=1Bcc:%20eve@example.com>", "List-Unsubscribe=One-Click", undefined],
      ]);
    });

    it("keeps a line break in the subject from adding a header or a receiver", async () => {
      expect(await send("ada@example.com", "Hi\r\nBcc: eve@example.com\r\nX-Evil: 1")).toBe("sent");
      const [mail] = smtp.received;
      expect(mail?.to).toEqual(["ada@example.com"]);
      expect(mail?.headers.has("bcc")).toBe(false);
      expect(mail?.headers.has("x-evil")).toBe(false);
      expect(mail?.headers.get("subject")).toBe("Hi Bcc: eve@example.com X-Evil: 1");
    });

    it("reports a mailbox that the server refuses permanently as undeliverable, and any other failure as an error", async () => {
      smtp.refuse = () => ({ code: 550, text: "no such user" });
      expect(await send("ada@example.com", "Hi")).toMatch(/^Undeliverable: .*550 no such user/);
      smtp.refuse = () => ({ code: 451, text: "try later" });
      expect(await send("ada@example.com", "Hi")).toMatch(/^Error: .*451 try later/);
      expect(smtp.received).toEqual([]);
    });
  });
}
