interface JointWrite<Statements> {
  work: (statements: Statements) => unknown;
  // The parameter has the type of the work's result, which only the caller of `write` knows.
  resolve: (result: never) => void;
  reject: (reason: unknown) => void;
}

/** Runs synchronous work in one transaction. A throw rolls it back. */
export type RunTransaction<Statements> = <Result>(
  work: (statements: Statements) => Result,
) => Promise<Result>;

/**
 * Combines writes of the same turn of the event loop into one transaction: the commit is half the cost of a small one.
 * The writes stay independent: if one throws, all are rolled back and each runs in its own transaction.
 */
export function jointWrites<Statements>(run: RunTransaction<Statements>): {
  write: RunTransaction<Statements>;
  /** Resolves when all earlier writes have ended. */
  idle(): Promise<void>;
} {
  let waiting: JointWrite<Statements>[] = [];
  const writing = new Set<Promise<unknown>>();

  function writeEach(writes: readonly JointWrite<Statements>[]): void {
    // The result goes to the promise that was created for this work.
    for (const { work, resolve, reject } of writes) run(work as () => never).then(resolve, reject);
  }

  async function writeTogether(writes: readonly JointWrite<Statements>[]): Promise<void> {
    let threw = false;
    try {
      const results = await run((statements) => {
        threw = true;
        const made = writes.map(({ work }) => work(statements));
        threw = false;
        return made;
      });
      // Safe: the results are in the order of the works.
      for (const [index, { resolve }] of writes.entries()) resolve(results[index] as never);
    } catch (error) {
      if (threw) writeEach(writes);
      else for (const { reject } of writes) reject(error);
    }
  }

  function writeWaiting(): void {
    const writes = waiting;
    waiting = [];
    if (writes.length === 1) writeEach(writes);
    else void writeTogether(writes);
  }

  function write<Result>(work: (statements: Statements) => Result): Promise<Result> {
    const written = new Promise<Result>((resolve, reject) => {
      waiting.push({ work, resolve, reject });
      if (waiting.length === 1) queueMicrotask(writeWaiting);
    });
    writing.add(written);
    return written.finally(() => writing.delete(written));
  }

  return {
    write,
    async idle() {
      await Promise.allSettled(writing);
    },
  };
}
