import { ToolsError } from "@tools-api/core";
import { parseSender } from "@tools-api/core/internal/schema";
import { type Mailer, Undeliverable } from "@tools-api/core/outbox";

/** The subset of a nodemailer transport that {@link smtpMailer} uses. */
export interface SmtpTransport {
  sendMail(mail: {
    from: { name: string; address: string };
    to: { name: string; address: string };
    subject: string;
    text: string;
    html: string;
    messageId: string;
    headers: Record<string, string>;
    disableFileAccess: boolean;
    disableUrlAccess: boolean;
  }): Promise<unknown>;
}

/** The options of {@link smtpMailer}. */
export interface SmtpMailerOptions {
  /** A transport of nodemailer. The caller closes it. */
  transport: SmtpTransport;
  /** The sender, such as `Tools API <no-reply@example.com>`. */
  from: string;
}

/**
 * Returns whether a server refuses this mail permanently. A reply of 5xx to the sender or to the sign-in concerns every
 * mail: the operator can fix that, so the mail waits.
 */
function isRefused(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { responseCode, command } = error as { responseCode?: unknown; command?: unknown };
  const isPermanent = typeof responseCode === "number" && responseCode >= 500 && responseCode < 600;
  return isPermanent && (command === "RCPT TO" || command === "DATA");
}

/**
 * Creates a mailer over SMTP from a transport of nodemailer. Its time limits should be below a minute, after which the
 * outbox attempts a mail again.
 *
 * @throws ToolsError `invalid_parameter` if `from` is no sender.
 *
 * @example
 * ```ts
 * import { smtpMailer } from "@tools-api/adapters/mail/smtp";
 * import { createTransport } from "nodemailer";
 *
 * const transport = createTransport({ host: "smtp.example.com", port: 465, secure: true, pool: true });
 * const mailer = smtpMailer({ transport, from: "Tools API <no-reply@example.com>" });
 * console.log(typeof mailer.send); // function
 * transport.close();
 * ```
 */
export function smtpMailer({ transport, from }: SmtpMailerOptions): Mailer {
  const sender = parseSender(from);
  if (!sender)
    throw new ToolsError("invalid_parameter", `from: expected a sender, received ${JSON.stringify(from)}`);
  const domain = sender.address.slice(sender.address.lastIndexOf("@") + 1);
  return {
    async send({ to, subject, text, html, id, unsubscribeUrl }) {
      const mail = {
        // As objects, the addresses are not parsed as lists of addresses.
        from: sender,
        to: { name: "", address: to },
        // Attack: a line break would begin another header field.
        // oxlint-disable-next-line no-control-regex
        subject: subject.replaceAll(/[\u0000-\u001f\u007f\u2028\u2029]+/g, " "),
        text,
        html,
        messageId: `<${id}@${domain}>`,
        headers: {
          // RFC 3834: vacation responders do not answer.
          "Auto-Submitted": "auto-generated",
          ...(unsubscribeUrl !== undefined && {
            // Serialized, a URL has no line break that would begin another header field.
            "List-Unsubscribe": `<${new URL(unsubscribeUrl).href}>`,
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
          }),
        },
        disableFileAccess: true,
        disableUrlAccess: true,
      };
      try {
        await transport.sendMail(mail);
      } catch (error) {
        if (isRefused(error)) throw new Undeliverable((error as Error).message, { cause: error });
        throw error;
      }
    },
  };
}
