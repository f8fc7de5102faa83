import { withTimeout } from "@tools-api/core/internal";

/** The result of a check of the server's settings, or of what they name. */
export interface ServerCheck {
  check: string;
  /** `fault`: the server does not work as configured. `warning`: the operator may not have intended it. */
  level: "ok" | "warning" | "fault";
  message: string;
  /** The next step of the operator. */
  advice?: string;
}

const keptMs = 60_000;
// A check may wait for a mail server. A page does not.
const pageWaitMs = 1_000;

/**
 * Returns a function that returns checks which are at most a minute old, and `null` if there are none or they take longer
 * than a page waits. The next page then has them.
 */
export function recentChecks(
  run: (() => Promise<readonly ServerCheck[]>) | undefined,
): () => Promise<readonly ServerCheck[] | null> {
  let started = -Infinity;
  let running: Promise<readonly ServerCheck[] | null> = Promise.resolve(null);
  return async () => {
    if (run && performance.now() - started > keptMs) {
      started = performance.now();
      running = run().catch(() => null);
    }
    return withTimeout(pageWaitMs, running, () => new Error("The checks take longer.")).catch(() => null);
  };
}
