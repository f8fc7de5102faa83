import type { UsageWindow } from "../store/storage.ts";

interface Counters {
  windows: readonly UsageWindow[];
  used: readonly number[];
}

/** The counters of accounts as this process last saw them. */
export interface LastCounters {
  note(account: string, windows: readonly UsageWindow[], used: readonly number[]): void;
  /** Returns a count for each window; 0 for a window in which the account's last call was not counted. */
  used(account: string, windows: readonly UsageWindow[]): readonly number[];
}

const maxAccounts = 10_000;

/**
 * Remembers the counters of the last call of up to 10,000 accounts. The account that was added first is evicted first.
 */
export function lastCounters(): LastCounters {
  const seen = new Map<string, Counters>();
  return {
    note(account, windows, used) {
      seen.set(account, { windows, used });
      if (seen.size <= maxAccounts) return;
      for (const first of seen.keys()) {
        seen.delete(first);
        return;
      }
    },
    used(account, windows) {
      const last = seen.get(account);
      if (last?.windows === windows) return last.used;
      return windows.map(({ id }) => {
        const index = last?.windows.findIndex((window) => window.id === id) ?? -1;
        return last?.used[index] ?? 0;
      });
    },
  };
}
