/** A caller that waits for its item to be written. */
interface Waiter<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (reason: unknown) => void;
}

/** The dependencies of {@link groupCommit}. */
export interface GroupCommitOptions<Item, Result> {
  /** Writes a group. Returns the results in the order of its items. */
  write: (items: Item[]) => Promise<Result[]>;
  /** Lets callers of the same turn of the event loop join a group. */
  defer: () => Promise<unknown>;
  /** The maximum of items per group. */
  limit?: number;
}

/**
 * Returns a function that lets concurrent callers share one write. The next group gathers while a group is being
 * written, so the group size follows the load without a timer. See DeWitt et al., "Implementation Techniques for Main
 * Memory Database Systems", 1984. If a write fails, every caller of its group gets the error.
 */
export function groupCommit<Item, Result>({
  write,
  defer,
  limit = 512,
}: GroupCommitOptions<Item, Result>): (item: Item) => Promise<Result> {
  let waiting: Waiter<Item, Result>[] = [];
  let writing = false;

  async function writeAll() {
    writing = true;
    while (waiting.length > 0) {
      await defer();
      const group = waiting.slice(0, limit);
      waiting = waiting.slice(limit);
      try {
        const results = await write(group.map(({ item }) => item));
        if (results.length !== group.length)
          throw new Error(`${results.length} answers to ${group.length} items`);
        // The lengths are equal. `undefined` is the result of a write that returns nothing.
        group.forEach((waiter, index) => waiter.resolve(results[index] as Result));
      } catch (error) {
        for (const waiter of group) waiter.reject(error);
      }
    }
    writing = false;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!writing) void writeAll();
    });
}
