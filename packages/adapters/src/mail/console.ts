import type { Mailer } from "@tools-api/core/outbox";

/**
 * Creates a mailer that writes each mail as text, for development.
 *
 * @param write Receives the text of a mail. Default: `console.log`.
 *
 * @example
 * ```ts
 * import { consoleMailer } from "@tools-api/adapters/mail/console";
 *
 * const mailer = consoleMailer();
 * const mail = { to: "ada@example.com", subject: "Hello", text: "A mail.", html: "<p>A mail.</p>", id: "msg_1" };
 * await mailer.send(mail, { signal: new AbortController().signal });
 * ```
 */
export function consoleMailer(
  // oxlint-disable-next-line no-console
  write: (text: string) => void = (text) => console.log(text),
): Mailer {
  return {
    send({ to, subject, text }) {
      // Attack: a name in a mail could otherwise send commands to the terminal.
      // oxlint-disable-next-line no-control-regex
      const printable = text.replaceAll(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, "");
      write(`Mail to ${to}: ${subject}\n\n${printable}\n`);
      return Promise.resolve();
    },
  };
}
