import { smtpMailer } from "@tools-api/adapters/mail/smtp";
import { createTransport } from "nodemailer";

/** A mailer that accepts every mail, and sends none. */
export const acceptingMailer = smtpMailer({
  transport: createTransport({ jsonTransport: true }),
  from: "no-reply@example.com",
});
