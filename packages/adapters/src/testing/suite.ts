import { describe, expect, it } from "vitest";
import { type StoreWorker, startWorker, type WorkerProcess } from "./worker-process.ts";

/** An initially empty store under test, and other ways to open the same state. */
export interface Subject<Store> {
  store: Store;
  /** Opens a second handle on the same state, as another process would. */
  another(): Promise<Store>;
  /** Closes every handle and opens the state again, as a restart does. */
  reopen(): Promise<Store>;
  /** The argument with which the worker's functions open the same state. */
  location?: string;
  /** Closes every handle and removes the state. */
  dispose(): Promise<void>;
}

/** Tests that do not hold for a store, and why. */
export interface Skip {
  reason: string;
  /** Exact titles. */
  tests: readonly string[];
}

/** The options of a suite. */
export interface SuiteOptions<StoreSubject> {
  /** The store's name in the report. */
  name: string;
  /** Creates a subject for each test. */
  create(): Promise<StoreSubject>;
  skip?: readonly Skip[];
  /** Opens the store in a child process, for tests that need several processes. */
  worker?: StoreWorker;
}

/** Defines a test that receives a subject and can start processes. They end with the test. */
export type Guarantee<StoreSubject> = (
  title: string,
  test: (subject: StoreSubject, start: () => Promise<WorkerProcess>) => Promise<void>,
) => void;

const processTimeoutMs = 60_000;

/** Runs the guarantees of `define` against a store. A skip that names no test fails. */
export function describeStore<StoreSubject extends Subject<unknown>>(
  { name, create, skip = [], worker }: SuiteOptions<StoreSubject>,
  define: (guarantee: Guarantee<StoreSubject>) => void,
): void {
  // oxlint-disable-next-line vitest/valid-title -- the name is the store's
  describe(name, () => {
    const reasons = new Map(skip.flatMap(({ reason, tests }) => tests.map((test) => [test, reason])));
    const titles = new Set<string>();

    define((title, test) => {
      titles.add(title);
      const reason = reasons.get(title);
      // oxlint-disable-next-line vitest/valid-title, vitest/expect-expect -- both come from where it is defined
      it.skipIf(reason !== undefined)(
        // oxlint-disable-next-line vitest/valid-title -- as above
        reason === undefined ? title : `${title} (${reason})`,
        async ({ onTestFinished }) => {
          const subject = await create();
          onTestFinished(() => subject.dispose());
          await test(subject, async () => {
            if (!worker || subject.location === undefined)
              throw new Error(`worker, location: expected both, or a skip of "${title}"`);
            const started = await startWorker(worker, subject.location);
            onTestFinished(() => started.kill());
            return started;
          });
        },
        processTimeoutMs,
      );
    });

    it("names only existing tests in `skip`", () => {
      expect([...reasons.keys()].filter((title) => !titles.has(title))).toEqual([]);
    });
  });
}
