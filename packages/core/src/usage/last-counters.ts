import type { UsageWindow } from "../storage.ts";

interface Counters {
  windows: readonly UsageWindow[];
  used: readonly number[];
}

/** The counters of accounts as this process has seen them last. */
export interface LastCounters {
  note(account: string, windows: readonly UsageWindow[], used: readonly number[]): void;
  /** A figure for each window; 0 for one that the account's last call was not counted in. */
  used(account: string, windows: readonly UsageWindow[]): number[];
}

const mostAccounts = 10_000;

/** Remembers the last call of each of at most 10,000 accounts; the first that came is the first that is forgotten. */
export function lastCounters(): LastCounters {
  const seen = new Map<string, Counters>();
  return {
    note(account, windows, used) {
      seen.set(account, { windows, used });
      if (seen.size <= mostAccounts) return;
      for (const first of seen.keys()) {
        seen.delete(first);
        return;
      }
    },
    used(account, windows) {
      const last = seen.get(account);
      return windows.map(({ id }) => {
        const index = last?.windows.findIndex((window) => window.id === id) ?? -1;
        return last?.used[index] ?? 0;
      });
    },
  };
}
