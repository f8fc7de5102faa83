import { smtpMailer } from "@tools-api/adapters/mail/smtp";
import { createTransport } from "nodemailer";

/**
 * Sends one mail to a server on this machine. Returns `sent`, or the name and the message of the error.
 *
 * @param unsubscribeUrl The URL that ends such mails, if any.
 */
export async function sendOverSmtp(
  port: number,
  to: string,
  subject: string,
  unsubscribeUrl?: string,
): Promise<string> {
  const transport = createTransport({ host: "127.0.0.1", port, pool: true });
  const mailer = smtpMailer({ transport, from: "Tools API <no-reply@example.com>" });
  const content = { text: "Grüße\n", html: "<p>Grüße</p>", id: "msg_1" };
  const mail = { to, subject, ...content, ...(unsubscribeUrl !== undefined && { unsubscribeUrl }) };
  try {
    await mailer.send(mail, { signal: new AbortController().signal });
    return "sent";
  } catch (error) {
    return `${error instanceof Error ? error.constructor.name : "?"}: ${String(error)}`;
  } finally {
    transport.close();
  }
}
