import type { UsageChanges } from "../lib/usage-changes.ts";
import type { SqliteDatabase } from "./database.ts";
import { type RememberedState, rememberedState } from "./usage-state.ts";
import { prepareUsage, type UsageStatements } from "./usage-statements.ts";

// About 2 MB.
const maxCredentials = 10_000;

/** The statements of a usage store, and what its connection remembers between transactions. */
export interface Session {
  statements: UsageStatements;
  state: RememberedState;
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
  // Instants only grow in the file, and most calls of a credential are in the minute of the one before.
  const lastUses = new Map<string, number>();

  function isNewUse({ credential, at }: UsageChanges["lastUses"][number]): boolean {
    if ((lastUses.get(credential) ?? -Infinity) >= at) return false;
    if (lastUses.size >= maxCredentials) lastUses.clear();
    lastUses.set(credential, at);
    return true;
  }

  return {
    statements,
    state,
    apply(changes) {
      const { windows, buckets, lifetimes } = changes;
      statements.putWindows(windows.filter(({ isMoved }) => isMoved));
      statements.setUsed(windows.filter(({ isMoved }) => !isMoved));
      statements.addToBuckets(buckets);
      statements.addToLifetimes(lifetimes);
      statements.noteLastUses(changes.lastUses.filter(isNewUse));
      state.note(changes);
    },
    begin: state.refresh,
    rollBack() {
      state.forget();
      lastUses.clear();
    },
  };
}
