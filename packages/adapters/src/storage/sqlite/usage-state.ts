import type { UsageCall } from "@tools-api/core/storage";
import type { UsageChanges, UsageState, WindowCount } from "../lib/change-set.ts";
import { pairKey } from "../lib/row-order.ts";
import { jsonList } from "./database.ts";
import type { UsageStatements } from "./usage-statements.ts";

type Count = Pick<WindowCount, "used" | "ends" | "ttlMs">;

// Measured: up to eight accounts, with two fences and a window each, single reads cost no more than one statement.
const rowsInTurn = 24;

// About 20 MB.
const maxRemembered = 50_000;

/** The state of the file that decides batches, and what this connection remembers of it. */
export interface RememberedState extends UsageState {
  /**
   * Forgets everything if another connection has committed since the last call, and then returns false. Called when a
   * transaction holds the writers' lock.
   */
  refresh(): boolean;
  /** Reads what the calls need and is not remembered. */
  load(calls: readonly UsageCall[]): void;
  /** Remembers changes that the transaction writes. */
  note(changes: UsageChanges): void;
  /** Must be called if a transaction is rolled back, or changes rows in another way. */
  forget(): void;
}

/**
 * Returns the state that decides batches. It remembers fences and counters as long as no other connection commits, so
 * that most transactions read nothing. SQLite guarantees that `PRAGMA data_version` changes with every commit of
 * another connection (https://www.sqlite.org/pragma.html#pragma_data_version). A connection that holds the writers' lock
 * therefore sees the same rows as at its last transaction if the version is the same.
 */
export function rememberedState(statements: UsageStatements): RememberedState {
  // `undefined` means that there is no such row. The drivers bind lone surrogates as U+FFFD, so names that differ only
  // in them are one row.
  const revisions = new Map<string, number | undefined>();
  const counts = new Map<string, Map<string, Count | undefined>>();
  let remembered = 0;
  let version: number | undefined;

  function forget(): void {
    revisions.clear();
    counts.clear();
    remembered = 0;
  }

  function countsIn(account: string): Map<string, Count | undefined> {
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

  function revision(fence: string): number | undefined {
    const id = fence.toWellFormed();
    if (!revisions.has(id)) revisions.set(id, statements.fence({ id })?.revision);
    return revisions.get(id);
  }

  function window(account: string, id: string): Count | undefined {
    const known = countsIn(account);
    const name = id.toWellFormed();
    return known.has(name) ? known.get(name) : remember(account, id, statements.window({ account, id }));
  }

  return {
    revision,
    window,
    bucket: (account, start, endpoint) => statements.bucket({ account, start, endpoint }),

    refresh() {
      const current = statements.dataVersion()?.data_version;
      const isSame = current === version;
      if (!isSame || revisions.size + remembered >= maxRemembered) forget();
      version = current;
      return isSame;
    },

    load(calls) {
      const fences = new Set<string>();
      const windows = new Map<string, [account: string, id: string]>();
      for (const call of calls) {
        for (const { id } of call.fences) {
          const name = id.toWellFormed();
          if (!revisions.has(name)) fences.add(name);
        }
        const known = countsIn(call.account);
        for (const { id } of call.windows)
          if (!known.has(id.toWellFormed())) windows.set(pairKey(call.account, id), [call.account, id]);
      }
      if (fences.size + windows.size <= rowsInTurn) return;
      const found = statements.standing({
        fences: jsonList([...fences]),
        windows: jsonList([...windows.values()]),
      }) ?? { revisions: "{}", counts: "{}" };
      // The statement creates both: whole numbers by the position of a row.
      const revisionAt = JSON.parse(found.revisions) as Partial<Record<number, number>>;
      const countAt = JSON.parse(found.counts) as Partial<
        Record<number, [used: number, ends: number, ttlMs: number]>
      >;
      for (const [place, id] of [...fences].entries()) revisions.set(id, revisionAt[place]);
      for (const [place, [account, id]] of [...windows.values()].entries()) {
        const row = countAt[place];
        remember(account, id, row && { used: row[0], ends: row[1], ttlMs: row[2] });
      }
    },

    note({ windows }) {
      for (const count of windows) countsIn(count.account).set(count.id.toWellFormed(), count);
    },

    forget,
  };
}
