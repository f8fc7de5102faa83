import type { Timer } from "@tools-api/core/internal/time";

/** A timer that advances only when the test does. */
export interface ManualTimer extends Timer {
  /** Advances the time, and runs the work of every sleeper that wakes up, in order. */
  advance(ms: number): Promise<void>;
}

/** Runs all work that needs no time. */
export function settle(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 1);
  });
}

export function manualTimer(): ManualTimer {
  let now = 0;
  const sleepers = new Set<{ until: number; wake: () => void }>();

  return {
    elapsed: () => now,
    sleep: (ms) =>
      new Promise((resolve) => {
        const sleeper = {
          until: now + ms,
          wake() {
            sleepers.delete(sleeper);
            resolve();
          },
        };
        sleepers.add(sleeper);
      }),
    async advance(ms) {
      const end = now + ms;
      for (;;) {
        await settle();
        const [next] = [...sleepers].toSorted((a, b) => a.until - b.until);
        if (!next || next.until > end) break;
        now = next.until;
        next.wake();
      }
      now = end;
    },
  };
}
