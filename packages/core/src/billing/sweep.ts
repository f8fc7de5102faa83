import { duePrefix } from "../due-index.ts";
import { ToolsError } from "../errors.ts";
import type { StoredDocument } from "../storage.ts";
import type { Billing } from "./commit-transaction.ts";
import { dueEntry } from "./due.ts";
import { advance } from "./advance.ts";

/** An account whose billing failed. */
export interface FailedSettlement {
  account: string;
  error: unknown;
}

const pageSize = 100;

async function settleEntry(billing: Billing, { key, version }: StoredDocument, id: string, now: number) {
  try {
    const standing = await advance(billing, id, now);
    if (dueEntry(standing) === key) return;
  } catch (error) {
    if (!(error instanceof ToolsError) || error.code !== "not_found") throw error;
  }
  // Advancing the account moves its entry. A remaining entry is obsolete.
  await billing.documents.commit([{ key, ifVersion: version }]);
}

/**
 * Brings billing up to date for the accounts that the index lists as due. Several processes can do so concurrently. An
 * account that fails stays in the index and does not delay others.
 *
 * @param now Epoch milliseconds.
 * @returns The number of due entries.
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
