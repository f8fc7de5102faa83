import { smtpMailer } from "@tools-api/adapters/mail/smtp";
import type { DocumentStore } from "@tools-api/core";
import { setRole } from "@tools-api/core/accounts";
import { dayMs, hourMs } from "@tools-api/core/internal/time";
import { deliverDue, enqueue, Undeliverable } from "@tools-api/core/outbox";
import { createTransport } from "nodemailer";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type SmtpServer, startSmtp } from "../../engines/smtp.ts";
import { openOwnerPages, wordsOf } from "../account/dashboard/owner-pages.ts";
import { answerOf, expectRefusal, managementServer } from "../management-server.ts";

const start = Date.parse("2026-11-24T12:00:00Z");
let now = start;
let smtp: SmtpServer;
beforeAll(async () => {
  smtp = await startSmtp();
});
beforeEach(() => {
  now = start;
  smtp.received.length = 0;
  smtp.refuse = () => undefined;
});
afterAll(() => smtp.close());

interface Failure {
  id: string;
  type: string;
  to: string | null;
  error: string;
}

/** Queues mails to Ada that the mail server refuses. The link of each is valid for the given time. */
async function failMails(documents: DocumentStore, validMs: readonly (number | undefined)[]) {
  for (const [index, valid] of validMs.entries()) {
    const data = { nonce: "n", expiresAt: now };
    const message = { account: null, type: `mail.${index}`, to: "ada@example.com", data, at: now };
    await documents.commit(enqueue({ ...message, ...(valid !== undefined && { expiresAt: now + valid }) }));
  }
  const refuse = () => Promise.reject(new Undeliverable("550 5.1.1 no such user"));
  while ((await deliverDue({ documents, channels: { mail: refuse } }, now)) > 0);
}

/** Delivers the outbox, and returns the ids and types of the mails. */
async function delivered(documents: DocumentStore) {
  const mails: { id: string; type: string }[] = [];
  const mail = async ({ id, type }: { id: string; type: string }) => void mails.push({ id, type });
  while ((await deliverDue({ documents, channels: { mail } }, now)) > 0);
  return mails;
}

async function openMail() {
  const transport = createTransport(smtp.url);
  const mailer = smtpMailer({ transport, from: "no-reply@example.com" });
  const server = managementServer({ now: () => now, mailer });
  const operator = await server.operator();
  const ask = (call: string, body?: object) => server.call(call, { as: operator, body });
  const failures = async (query = "") =>
    answerOf<{ items: Failure[]; next: string | null }>(await ask(`GET /operator/mail-failures${query}`));
  return { server, operator, ask, failures };
}

describe("a mail that failed", () => {
  it("is listed with the answer of the mail server, page by page, and sent again once under the same id, which the audit log records", async () => {
    const { server, ask, failures } = await openMail();
    await failMails(server.documents, [undefined, undefined, undefined]);
    const first = await failures("?limit=2");
    expect(first.items[0]).toMatchObject({ to: "ada@example.com", error: "550 5.1.1 no such user" });
    const second = await failures(`?limit=2&after=${encodeURIComponent(first.next ?? "")}`);
    const all = [...first.items, ...second.items];
    expect(new Set(all.map(({ type }) => type))).toEqual(new Set(["mail.0", "mail.1", "mail.2"]));
    const { id = "", type } = all[1] ?? {};
    now += hourMs;
    await answerOf(await ask(`POST /operator/mail-failures/${id}/retry`), 204);
    expect(await delivered(server.documents)).toEqual([{ id, type }]);
    expect((await failures()).items.map((mail) => mail.id)).not.toContain(id);
    await expectRefusal(await ask(`POST /operator/mail-failures/${id}/retry`), 404, "not_found");
    const log = await answerOf<{ items: object[] }>(await ask("GET /operator/audit?action=mail"));
    expect(log.items).toMatchObject([{ action: "mail.retried", actor: { kind: "operator" }, target: id }]);
  });

  it("has three days again, at every retry", async () => {
    const { server, ask, failures } = await openMail();
    await failMails(server.documents, [undefined]);
    for (let count = 0; count < 2; count++) {
      now += 4 * dayMs;
      expect(await answerOf(await ask("POST /operator/retry-mails"))).toEqual({
        retried: 1,
        expired: 0,
      });
      await failMails(server.documents, []);
      expect((await failures()).items).toHaveLength(1);
    }
    await ask("POST /operator/retry-mails");
    expect(await delivered(server.documents)).toHaveLength(1);
  });

  it("is not sent again after its link has expired", async () => {
    const { server, ask, failures } = await openMail();
    await failMails(server.documents, [hourMs, undefined]);
    now += 2 * hourMs;
    const expired = (await failures()).items.find(({ type }) => type === "mail.0");
    await expectRefusal(await ask(`POST /operator/mail-failures/${expired?.id}/retry`), 409, "conflict");
    expect(await answerOf(await ask("POST /operator/retry-mails"))).toEqual({
      retried: 1,
      expired: 1,
    });
    expect((await delivered(server.documents)).map(({ type }) => type)).toEqual(["mail.1"]);
    expect((await failures()).items).toEqual([expired]);
  });
});

describe("a test mail", () => {
  it("goes to the address of the operator, or to another one", async () => {
    const { ask, operator } = await openMail();
    expect(await answerOf(await ask("POST /operator/test-mail", {}))).toEqual({ to: operator.account.email });
    await answerOf(await ask("POST /operator/test-mail", { to: "ada@example.com" }));
    expect(smtp.received.map(({ to }) => to)).toEqual([[operator.account.email], ["ada@example.com"]]);
    expect(smtp.received[0]?.headers.get("subject")).toBe("Test mail of Tools API");
  });

  it("that the mail server refuses shows its answer", async () => {
    smtp.refuse = () => ({ code: 550, text: "5.7.1 relaying denied" });
    const { ask } = await openMail();
    const refused = await expectRefusal(await ask("POST /operator/test-mail", {}), 409, "conflict");
    expect(refused.message).toContain("550 5.7.1 relaying denied");
  });
});

describe("the page of mails", () => {
  it("sends a failed mail again, all of them, and a test mail, and shows the answer of the mail server", async () => {
    const { server } = await openMail();
    const pages = await openOwnerPages(server, { now });
    await setRole(server, pages.account, "operator", now);
    await failMails(server.documents, [undefined, undefined]);
    const shown = await (await pages.get("/operator/mail")).text();
    expect(wordsOf(shown)).toContain("550 5.1.1 no such user");
    const id = /name="retry" value="(msg_\w+)"/.exec(shown)?.[1] ?? "";
    const submit = async (name: string, value: string) => {
      const response = await pages.post("/operator/mail", [[name, value]]);
      return [response.status, response.headers.get("Location")];
    };
    expect(await submit("retry", id)).toEqual([303, "/operator/mail?notice=retry"]);
    expect((await delivered(server.documents)).map((mail) => mail.id)).toEqual([id]);
    expect(await submit("retry", "")).toEqual([303, "/operator/mail?notice=retry-all"]);
    expect(await delivered(server.documents)).toHaveLength(1);
    expect(await submit("test", "true")).toEqual([303, "/operator/mail?notice=test"]);
    expect(smtp.received).toHaveLength(1);
    smtp.refuse = () => ({ code: 550, text: "5.7.1 relaying denied" });
    const refused = await pages.post("/operator/mail", [["test", "true"]]);
    expect(wordsOf(await refused.text())).toContain("550 5.7.1 relaying denied");
  });
});
