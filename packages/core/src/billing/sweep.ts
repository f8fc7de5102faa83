import { ToolsError } from "../errors.ts";
import type { StoredDocument } from "../storage.ts";
import type { Billing } from "./commit-booking.ts";
import { dueEntry, duePrefix } from "./due.ts";
import { settle } from "./settle.ts";

/** An account that could not be settled. */
export interface FailedSettlement {
  account: string;
  error: unknown;
}

const pageSize = 100;

async function settleEntry(billing: Billing, { key, version }: StoredDocument, id: string, now: number) {
  try {
    const standing = await settle(billing, id, now);
    if (dueEntry(standing) === key) return;
  } catch (error) {
    if (!(error instanceof ToolsError) || error.code !== "not_found") throw error;
  }
  // What settled the account has moved its entry. One that is left stands for nothing any more.
  await billing.documents.commit([{ key, ifVersion: version }]);
}

/**
 * Settles the accounts for which something is due, as the index of them says. Any number of processes may do so at
 * once. An account that fails stays in the index, and holds up no other.
 *
 * @param now Epoch milliseconds.
 * @returns How many entries were due.
 */
export async function sweepBilling(
  billing: Billing,
  now: number,
  onFailure: (failed: FailedSettlement) => void = () => {},
): Promise<number> {
  let due = 0;
  for (let after: string | undefined; ;) {
    const page = { limit: pageSize, ...(after !== undefined && { after }) };
    const entries = await billing.documents.list(duePrefix, page);
    for (const entry of entries) {
      const [instant = "", account = ""] = entry.key.slice(duePrefix.length).split("/");
      if (Date.parse(instant) > now) return due;
      due += 1;
      await settleEntry(billing, entry, account, now).catch((error: unknown) =>
        onFailure({ account, error }),
      );
      after = entry.key;
    }
    if (entries.length < pageSize) return due;
  }
}
