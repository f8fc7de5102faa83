import type { StoreRecord } from "@tools-api/core/storage";

/** A position in pages of records. */
export interface RecordCursor {
  /** Reads the next page if the position is at the end of one. Must be called before `current`. */
  fill(): Promise<void> | undefined;
  /** Returns the record at the position, or `undefined` at the end. */
  current(): StoreRecord | undefined;
  next(): void;
}

/** Creates a cursor at the first record. Only a new page costs a promise, because a store has millions of records. */
export function recordCursor(pages: AsyncIterable<readonly StoreRecord[]>): RecordCursor {
  const iterator = pages[Symbol.asyncIterator]();
  let page: readonly StoreRecord[] = [];
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
    fill: () => (place === page.length && !isAtEnd ? readPage() : undefined),
    current: () => page[place],
    next() {
      place++;
    },
  };
}
