import type { UsageCall } from "@tools-api/core/storage";
import type { WindowCount } from "../../lib/change-set.ts";
import { pairKey } from "../../lib/row-order.ts";
import { jsonList } from "./database.ts";
import type { UsageStatements } from "./usage-statements.ts";

type Count = Pick<WindowCount, "used" | "ends" | "ttlMs">;
type Counts = Map<string, Count | undefined>;

// Measured: up to eight accounts, with two fences and a window each, single reads cost no more than one statement.
const rowsInTurn = 24;

// About 20 MB.
const maxRemembered = 50_000;

/** The fences and counters that are not remembered. */
interface Missing {
  fences: Set<string>;
  windows: Map<string, [account: string, id: string]>;
}

/**
 * Creates the memory of a connection: fences, and the counters in the table with the changes of the journal. Only under
 * the writers' lock it may read rows.
 */
export function rememberedState(statements: UsageStatements) {
  // The drivers bind lone surrogates as U+FFFD, so names that differ only in them are one row.
  const revisions = new Map<string, number>();
  // `undefined` means that there is no such row.
  const counts = new Map<string, Counts>();
  let remembered = 0;
  let noted: { known: Counts; name: string; before: Count | undefined }[] = [];

  function countsIn(account: string): Counts {
    const name = account.toWellFormed();
    let found = counts.get(name);
    if (!found) counts.set(name, (found = new Map()));
    return found;
  }

  function remember(account: string, id: string, count: Count | undefined): Count | undefined {
    countsIn(account).set(id.toWellFormed(), count);
    remembered += 1;
    return count;
  }

  return {
    revision(fence: string): number | undefined {
      const id = fence.toWellFormed();
      const known = revisions.get(id);
      if (known !== undefined) return known;
      const revision = statements.fence({ id })?.revision;
      // A new fence does not advance the journal, so its absence must not be remembered.
      if (revision !== undefined) revisions.set(id, revision);
      return revision;
    },

    window(account: string, id: string): Count | undefined {
      const known = countsIn(account);
      const name = id.toWellFormed();
      return known.has(name) ? known.get(name) : remember(account, id, statements.window({ account, id }));
    },

    /** Returns what the calls need and is not remembered, or `null` if everything is. */
    missing(calls: readonly UsageCall[]): Missing | null {
      const fences: Missing["fences"] = new Set();
      const windows: Missing["windows"] = new Map();
      for (const call of calls) {
        for (const { id } of call.fences) {
          const name = id.toWellFormed();
          if (!revisions.has(name)) fences.add(name);
        }
        const known = countsIn(call.account);
        for (const { id } of call.windows)
          if (!known.has(id.toWellFormed())) windows.set(pairKey(call.account, id), [call.account, id]);
      }
      return fences.size + windows.size === 0 ? null : { fences, windows };
    },

    read({ fences, windows }: Missing): void {
      // Each is read when it is needed.
      if (fences.size + windows.size <= rowsInTurn) return;
      const found = statements.state({
        fences: jsonList([...fences]),
        windows: jsonList([...windows.values()]),
      }) ?? { revisions: "{}", counts: "{}" };
      // The statement creates both: whole numbers by the position of a row.
      const revisionAt = JSON.parse(found.revisions) as Partial<Record<number, number>>;
      const countAt = JSON.parse(found.counts) as Partial<
        Record<number, [used: number, ends: number, ttlMs: number]>
      >;
      for (const [place, id] of [...fences].entries()) {
        const revision = revisionAt[place];
        if (revision !== undefined) revisions.set(id, revision);
      }
      for (const [place, [account, id]] of [...windows.values()].entries()) {
        const row = countAt[place];
        remember(account, id, row && { used: row[0], ends: row[1], ttlMs: row[2] });
      }
    },

    /** Remembers new counts. */
    note(changed: readonly WindowCount[]): void {
      for (const count of changed) {
        const [known, name] = [countsIn(count.account), count.id.toWellFormed()];
        if (!known.has(name)) remembered += 1;
        noted.push({ known, name, before: known.get(name) });
        known.set(name, count);
      }
    },
    /** Makes the counts of `note` permanent. */
    keep(): void {
      noted = [];
    },
    /** Returns to the counts before `note`. */
    undo(): void {
      for (const { known, name, before } of noted.toReversed()) known.set(name, before);
      noted = [];
    },

    isLarge: () => revisions.size + remembered >= maxRemembered,
    forgetRevisions: () => revisions.clear(),
    forget(): void {
      revisions.clear();
      counts.clear();
      noted = [];
      remembered = 0;
    },
  };
}
