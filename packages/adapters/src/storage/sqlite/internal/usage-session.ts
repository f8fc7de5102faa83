import type { UsageCall } from "@tools-api/core/storage";
import type { LastUse, UsageChanges } from "../../lib/change-set.ts";
import { notedUses } from "../../lib/noted-uses.ts";
import type { Transaction } from "../connection.ts";
import { endsBusyStatements, type SqliteDatabase } from "./database.ts";
import { usageJournal } from "./usage-journal.ts";
import { rememberedState } from "./usage-state.ts";
import { prepareUsage, type UsageStatements } from "./usage-statements.ts";

/** A connection of a usage store: its statements, and what it remembers between writes. */
export type Session = ReturnType<typeof prepareSession>;

const lockNeeded = new Error("The writers' lock is needed.");

/** Creates the writers' lock of a connection. `onFailure` is called if work under it throws. */
function writersLock(onFailure: () => void) {
  let isHeld = false;
  return {
    isHeld: () => isHeld,
    need(): void {
      if (!isHeld) throw lockNeeded;
    },
    run<Result>(transaction: Transaction, work: () => Result): Result {
      try {
        return transaction(() => {
          isHeld = true;
          return work();
        });
      } catch (error) {
        if (isHeld) onFailure();
        throw error;
      } finally {
        isHeld = false;
      }
    },
  };
}

/** Creates the last uses of the next write, without those that the connection has written before. */
function stagedUses(statements: UsageStatements) {
  const uses = notedUses();
  let staged: LastUse[] = [];
  return {
    isEmpty: () => staged.length === 0,
    stage: (added: readonly LastUse[]) => void staged.push(...added.filter(uses.isNew)),
    write(): void {
      statements.noteLastUses(staged);
      uses.note(staged);
      staged = [];
    },
    discard(): void {
      staged = [];
    },
    forget: uses.clear,
  };
}

/**
 * Prepares a connection for usage. It decides from memory and appends the changes to the journal with the number that
 * follows the last known row: one statement, which writes nothing if another connection has changed anything since. Only
 * then, or if it does not remember all that a decision needs, it decides under the writers' lock.
 *
 * @param sweep Removes old rows. Returns whether it has removed counters.
 */
export function prepareSession(
  database: SqliteDatabase,
  sweepIsDue: () => boolean,
  sweep: (statements: UsageStatements) => boolean,
) {
  const statements = prepareUsage(database);
  const remembered = rememberedState(statements);
  const journal = usageJournal(statements);
  const uses = stagedUses(statements);
  const lock = writersLock(forget);
  const canAppendAlone = endsBusyStatements(database);
  let mustSweep = false;
  // Whether no other connection has written since the last transaction of this one.
  let isAlone = false;

  function forget(): void {
    remembered.forget();
    journal.forget();
    uses.forget();
    isAlone = false;
  }

  function catchUp(): void {
    const { counters, isComplete } = journal.catchUp();
    isAlone = !isComplete || counters.length === 0;
    if (!isComplete) remembered.forget();
    remembered.note(counters);
    remembered.keep();
  }

  function append(): boolean {
    if (!journal.append()) return false;
    uses.write();
    return true;
  }

  /** Moves the journal to the tables. */
  function fold(): void {
    lock.need();
    journal.fold();
  }

  function maintain(): void {
    if (mustSweep || journal.isFull()) fold();
    if (!mustSweep) return;
    mustSweep = false;
    if (!sweep(statements)) return;
    journal.appendEmpty();
    remembered.forget();
  }

  /** Writes what was decided without the lock. Returns false if that must be decided again. */
  function write(transaction: Transaction): boolean {
    // Only an append proves that the decisions are current.
    if (!journal.hasStaged()) return false;
    if (canAppendAlone && uses.isEmpty() && !mustSweep && !journal.isFull()) return append();
    return lock.run(transaction, () => {
      if (!append()) return false;
      maintain();
      return true;
    });
  }

  return {
    statements,
    state: {
      revision: remembered.revision,
      window: remembered.window,
      bucket(account: string, start: number, endpoint: string) {
        const none = { calls: 0, units: 0 };
        const stored = statements.bucket({ account, start, endpoint }) ?? none;
        const latest = journal.bucket(account, start, endpoint) ?? none;
        return { calls: stored.calls + latest.calls, units: stored.units + latest.units };
      },
    },
    /** Must be called before a decision on calls. */
    load(calls: readonly UsageCall[]): void {
      const missing = remembered.missing(calls);
      if (!missing) return;
      lock.need();
      remembered.read(missing);
    },
    /** Must be called before a write that reads or changes rows itself. */
    needLock: lock.need,
    /** Writes the changes of a batch. */
    apply(changes: UsageChanges): void {
      mustSweep ||= sweepIsDue();
      journal.stage(changes);
      uses.stage(changes.lastUses);
      remembered.note(changes.windows);
      if (lock.isHeld() && journal.hasStaged() && !append())
        throw new Error("usage_journal: expected the rows that the transaction has read");
    },
    raiseFence(fence: { id: string; revision: number }): void {
      lock.need();
      statements.raiseFence(fence);
      remembered.forgetRevisions();
      journal.skipEmpty();
    },
    fold,
    /** Runs the writes of one turn. Calls `work` a second time if it needs the writers' lock. */
    run<Result>(transaction: Transaction, work: () => Result): Result {
      if (remembered.isLarge()) forget();
      if (isAlone) {
        try {
          const result = work();
          if (write(transaction)) {
            remembered.keep();
            return result;
          }
        } catch (error) {
          if (error !== lockNeeded) throw error;
        } finally {
          remembered.undo();
          journal.discardStaged();
          uses.discard();
        }
      }
      return lock.run(transaction, () => {
        catchUp();
        const result = work();
        maintain();
        remembered.keep();
        return result;
      });
    },
    /** Returns the number of pages that were written, in addition to one for each row. */
    pages: journal.pages,
  };
}
