import { isoSeconds } from "@tools-api/core/internal";
import { type DeadMessage, listDeadMessages } from "@tools-api/core/outbox";
import { type Command, parseArguments, printRows, withStores } from "./command.ts";

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
