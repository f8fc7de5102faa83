interface JointWrite<Statements> {
  work: (statements: Statements) => unknown;
  // Its type is that of the work's result, which only the caller of `write` knows.
  resolve: (result: never) => void;
  reject: (reason: unknown) => void;
}

/** Runs synchronous work in one transaction, which a throw takes back. */
export type RunTransaction<Statements> = <Result>(
  work: (statements: Statements) => Result,
) => Promise<Result>;

/**
 * Lets writes that come in the same turn of the event loop share a transaction: half of what a small one costs is its
 * commit. Each is as alone all the same: where one throws, all is taken back and each is run by itself.
 */
export function jointWrites<Statements>(run: RunTransaction<Statements>): {
  write: RunTransaction<Statements>;
  /** Resolves when all that was written before has ended. */
  idle(): Promise<void>;
} {
  let waiting: JointWrite<Statements>[] = [];
  const writing = new Set<Promise<unknown>>();

  function writeEach(writes: readonly JointWrite<Statements>[]): void {
    // A work's result goes to the promise that was made for it.
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
      // As above: the results are in the order of the works.
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
