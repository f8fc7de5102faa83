import process from "node:process";
import { EmailAddress } from "@tools-api/core/accounts";
import { isoSeconds } from "@tools-api/core/internal/time";
import {
  type DeadMessage,
  listDeadMessages,
  retryDeadMessage,
  retryDeadMessages,
} from "@tools-api/core/outbox";
import { recordedRetry } from "../mail/retried-mail.ts";
import { sendTestMail } from "../mail/test-mail.ts";
import { servedBrand } from "../http/brand.ts";
import { readConfig } from "../runtime/config.ts";
import { openMailer } from "../runtime/mailer.ts";
import { type Command, parseArguments, printRows, withStores } from "./command.ts";
import { UsageError } from "./usage-error.ts";

const pageSize = 500;

/** Runs `tools-api mail failures`. */
export const listFailures: Command = async (words) => {
  const { values } = parseArguments(words, { json: { type: "boolean", default: false } });
  await withStores(async ({ documents }) => {
    const failures: DeadMessage[] = [];
    for (let after: string | null | undefined; after !== null;) {
      const page = await listDeadMessages(documents, { limit: pageSize, after });
      failures.push(...page.items);
      after = page.next;
    }
    const rows = failures.map(({ id, type, account, to, attempts, failedAt, error }) => ({
      id,
      type,
      account,
      to: to ?? null,
      attempts,
      failed_at: isoSeconds(failedAt),
      error,
    }));
    printRows(rows, ["id", "type", "account", "to", "attempts", "failed_at", "error"], values.json);
  });
};

/** Runs `tools-api mail retry`. */
export const retryFailures: Command = async (words) => {
  const options = { all: { type: "boolean", default: false } } as const;
  const { values, positionals } = parseArguments(words, options, { minimum: 0, maximum: 1 });
  const [id] = positionals;
  if (values.all === (id !== undefined)) throw new UsageError("Expected the id of a failed mail, or --all.");
  await withStores(async ({ documents, by }) => {
    const now = Date.now();
    const options = recordedRetry({ by, at: now });
    if (id !== undefined) {
      await retryDeadMessage(documents, id, now, options);
      process.stdout.write(`A server sends the mail ${id} again.\n`);
      return;
    }
    const { retried, expired } = await retryDeadMessages(documents, now, options);
    const stay = expired === 0 ? "" : ` ${expired} stay failed, because their links have expired.`;
    process.stdout.write(`A server sends ${retried} failed mails again.${stay}\n`);
  });
};

/** Runs `tools-api mail test`. */
export const sendTest: Command = async (words) => {
  const { positionals } = parseArguments(words, {}, { minimum: 1, maximum: 1 });
  const to = EmailAddress.safeParse(positionals[0]);
  if (!to.success) throw new UsageError(`Expected an email address, received "${positionals[0] ?? ""}".`);
  const { smtp, brand } = readConfig(process.env);
  if (!smtp)
    throw new UsageError("SMTP_URL and MAIL_FROM are missing. They name the mail server and the sender.");
  const { mailer, close } = await openMailer(smtp);
  try {
    await sendTestMail(mailer, { to: to.data, brand: servedBrand(brand ?? {}), now: Date.now() });
  } finally {
    close();
  }
  process.stdout.write(`The mail server accepted the test mail to ${to.data}.\n`);
};
