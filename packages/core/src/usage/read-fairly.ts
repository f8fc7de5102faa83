import { ToolsError } from "../errors.ts";
import type { UsageQuery, UsageReading, UsageStore } from "../store/storage.ts";

// Bounds the memory of waiting readers. A burst of short reports of one account is served one after the other.
const maxWaiting = 1024;

interface Line {
  waiting: number;
  last: Promise<unknown>;
}

const lines = new WeakMap<UsageStore, Map<string, Line>>();

/**
 * Reads usage, one read at a time per account. A year of a busy account takes a store a tenth of a second. If all reads
 * of such an account ran concurrently, the reads of other accounts would wait for them.
 *
 * @throws ToolsError `overloaded` if 1,024 reads of the account wait; `storage_unavailable`.
 */
export async function readFairly(usage: UsageStore, query: UsageQuery): Promise<UsageReading> {
  const accounts = lines.get(usage) ?? new Map<string, Line>();
  lines.set(usage, accounts);
  const line = accounts.get(query.account) ?? { waiting: 0, last: Promise.resolve() };
  if (line.waiting >= maxWaiting)
    throw new ToolsError(
      "overloaded",
      `The account already has ${maxWaiting} usage reports in progress, the maximum. Wait for one to end.`,
      { retryAfter: 1 },
    );
  accounts.set(query.account, line);
  line.waiting++;
  const reading = line.last.then(() => usage.read(query));
  line.last = reading.catch(() => {});
  try {
    return await reading;
  } finally {
    line.waiting--;
    if (line.waiting === 0) accounts.delete(query.account);
  }
}
