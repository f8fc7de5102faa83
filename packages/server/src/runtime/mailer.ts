import process from "node:process";
import { consoleMailer } from "@tools-api/adapters/mail/console";
import { smtpMailer, type SmtpTransport } from "@tools-api/adapters/mail/smtp";
import type { Mailer } from "@tools-api/core/outbox";
import type { Transporter } from "nodemailer";
import { isLoopback } from "../http/loopback.ts";
import type { Config } from "./config.ts";

/** The way in which a server sends mail. */
export interface ServerMailer {
  mailer: Mailer;
  /** False for the mailer of a developer, which writes to the terminal: a mailbox proves nothing there. */
  provesAddresses: boolean;
}

// Together below the minute after which the outbox attempts a mail again.
const timeouts = {
  connectionTimeout: 15_000,
  greetingTimeout: 15_000,
  socketTimeout: 20_000,
  dnsTimeout: 10_000,
};

/** Returns the transport to a mail server. */
export async function mailTransport(url: string): Promise<Transporter & SmtpTransport> {
  const { createTransport } = await import("nodemailer");
  const { hostname, port, protocol, username, password, searchParams } = new URL(url);
  const secure = protocol === "smtps:";
  const pass = decodeURIComponent(password);
  return createTransport({
    pool: true,
    maxConnections: 5,
    host: hostname.replaceAll(/^\[|\]$/g, ""),
    port: port === "" ? (secure ? 465 : 587) : Number(port),
    secure,
    // Attack: a network that removes STARTTLS from the greeting would read the password and the links.
    requireTLS: username !== "" && searchParams.get("tls") !== "off",
    ...(username !== "" && { auth: { user: decodeURIComponent(username), pass } }),
    ...timeouts,
  });
}

/** Opens a mailer to a mail server. The caller closes it. */
export async function openMailer({
  url,
  from,
}: NonNullable<Config["smtp"]>): Promise<{ mailer: Mailer; close(): void }> {
  const transport = await mailTransport(url);
  return { mailer: smtpMailer({ transport, from }), close: () => transport.close() };
}

/**
 * Returns the mailer of the settings: over SMTP if `SMTP_URL` is set, otherwise one that writes to standard error if the
 * server listens on loopback. Returns `undefined` if the server sends no mail. Nodemailer is loaded with the first mail.
 */
export function configuredMailer({ smtp, host, logLevel }: Config): ServerMailer | undefined {
  if (smtp) {
    let mailer: Promise<Mailer> | undefined;
    return {
      provesAddresses: true,
      mailer: {
        async send(mail, options) {
          mailer ??= openMailer(smtp).then((opened) => opened.mailer);
          await (await mailer).send(mail, options);
        },
      },
    };
  }
  if (!isLoopback(host)) return undefined;
  const write = (text: string) => {
    if (logLevel !== "silent") process.stderr.write(`\n${text}\n`);
  };
  return { provesAddresses: false, mailer: consoleMailer(write) };
}
