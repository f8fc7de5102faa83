// Sends one mail over SMTP. Arguments: the port, the receiver, the subject, and the URL that ends such mails, if any.
import { smtpMailer } from "@tools-api/adapters/mail/smtp";
import { createTransport } from "nodemailer";
import process from "node:process";

const [port = "", to = "", subject = "", unsubscribeUrl] = process.argv.slice(2);
const transport = createTransport({ host: "127.0.0.1", port: Number(port), pool: true });
const mailer = smtpMailer({ transport, from: "Tools API <no-reply@example.com>" });
const content = { text: "Grüße\n", html: "<p>Grüße</p>" };
const mail = {
  to,
  subject,
  ...content,
  id: "msg_1",
  ...(unsubscribeUrl !== undefined && { unsubscribeUrl }),
};
try {
  await mailer.send(mail, { signal: new AbortController().signal });
  process.stdout.write("sent\n");
} catch (error) {
  process.stdout.write(`${error instanceof Error ? error.constructor.name : "?"}: ${String(error)}\n`);
} finally {
  transport.close();
}
