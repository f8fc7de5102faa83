import { ToolsError } from "@tools-api/core";
import pLimit from "p-limit";

/** A bounded number of places, of which some work at once and the others wait. */
export interface WorkQueue {
  /**
   * Takes a place, to be given back by the function that is returned.
   *
   * @throws ToolsError `overloaded` when all are taken.
   */
  enter(): () => void;
  /** Runs a job of a place holder as soon as a worker is free. */
  run<Result>(job: () => Promise<Result>): Promise<Result>;
}

/** A queue of `places`, of which `concurrency` work at once. */
export function workQueue({ concurrency, places }: { concurrency: number; places: number }): WorkQueue {
  const limit = pLimit(concurrency);
  let taken = 0;
  return {
    enter() {
      // Without a bound a burst would fill the heap with bodies that nobody waits for any more.
      if (taken >= places)
        throw new ToolsError("overloaded", `All ${places} places of the work queue are taken.`, {
          retryAfter: 1,
        });
      taken += 1;
      let held = true;
      return () => {
        if (held) taken -= 1;
        held = false;
      };
    },
    run: (job) => limit(job),
  };
}
