import { notedUses } from "../lib/noted-uses.ts";
import type { UsageChanges } from "../lib/change-set.ts";
import type { SqliteDatabase } from "./database.ts";
import { type UsageJournal, usageJournal } from "./usage-journal.ts";
import { type RememberedState, rememberedState } from "./usage-state.ts";
import { prepareUsage, type UsageStatements } from "./usage-statements.ts";

/** The statements of a usage store, and what its connection remembers between transactions. */
export interface Session {
  statements: UsageStatements;
  state: RememberedState;
  journal: UsageJournal;
  /** Writes the changes of a batch. */
  apply(changes: UsageChanges): void;
  /** Must be called at the beginning of a transaction. */
  begin(): void;
  /** Must be called when a transaction was rolled back. */
  rollBack(): void;
}

/** Prepares a connection for usage. */
export function prepareSession(database: SqliteDatabase): Session {
  const statements = prepareUsage(database);
  const state = rememberedState(statements);
  const journal = usageJournal(statements);
  const uses = notedUses();
  let isAlone = false;

  return {
    statements,
    state,
    journal,
    apply(changes) {
      const { windows, lastUses } = changes;
      statements.putWindows(windows.filter(({ isMoved }) => isMoved));
      statements.setUsed(windows.filter(({ isMoved }) => !isMoved));
      // Another process would read the journal at its next transaction.
      journal.add(changes, isAlone);
      const newUses = lastUses.filter(uses.isNew);
      statements.noteLastUses(newUses);
      uses.note(newUses);
      state.note(changes);
    },
    begin() {
      isAlone = state.refresh();
      if (!isAlone) journal.forget();
    },
    rollBack() {
      state.forget();
      journal.forget();
      uses.clear();
    },
  };
}
