/**
 * Creates a position in pages, at the first item. Only a new page costs a promise, because a store has millions of rows.
 *
 * @example
 * ```ts
 * import { pageCursor } from "@tools-api/core/storage";
 *
 * async function* pages() {
 *   yield [1, 2];
 *   yield [3];
 * }
 * const cursor = pageCursor(pages());
 * let sum = 0;
 * for (await cursor.fill(); cursor.current() !== undefined; await cursor.fill()) {
 *   sum += cursor.current() ?? 0;
 *   cursor.next();
 * }
 * console.log(sum); // 6
 * ```
 */
export function pageCursor<Item>(pages: AsyncIterable<readonly Item[]>) {
  const iterator = pages[Symbol.asyncIterator]();
  let page: readonly Item[] = [];
  let place = 0;
  let isAtEnd = false;

  async function readPage(): Promise<void> {
    while (place === page.length && !isAtEnd) {
      const read = await iterator.next();
      isAtEnd = read.done === true;
      page = read.done ? [] : read.value;
      place = 0;
    }
  }

  return {
    /** Reads the next page if the position is at the end of one. Must be called before `current`. */
    fill: (): Promise<void> | undefined => (place === page.length && !isAtEnd ? readPage() : undefined),
    /** Returns the item at the position, or `undefined` at the end. */
    current: (): Item | undefined => page[place],
    next(): void {
      place++;
    },
  };
}
