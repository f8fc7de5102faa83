import { consoleMailer } from "@tools-api/adapters/mail/console";
import { describe, expect, it } from "vitest";
import { sendOverSmtp } from "./send-over-smtp.ts";
import { describeSmtpMailer } from "./smtp-suite.ts";

describeSmtpMailer("Node", sendOverSmtp);

describe("the console mailer", () => {
  it("writes the text of a mail without control sequences of the terminal", async () => {
    const texts: string[] = [];
    const mailer = consoleMailer((text) => texts.push(text));
    const mail = {
      to: "ada@example.com",
      subject: "Hi",
      text: "A\u001b[2Jlink:\nhttp://x\n",
      html: "",
      id: "m",
    };
    await mailer.send(mail, { signal: new AbortController().signal });
    expect(texts).toEqual(["Mail to ada@example.com: Hi\n\nA[2Jlink:\nhttp://x\n\n"]);
  });
});
