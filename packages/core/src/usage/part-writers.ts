/** Writes an item and answers for it. */
type Write<Item, Result> = (item: Item) => Promise<Result>;

/**
 * A writer for each part of a store that can fail on its own, so that a part that does not answer holds up the
 * accounts that lie on it and no others.
 *
 * @param partOf Where an item lies; absent where the store is of one piece.
 * @param open Makes the writer of a part.
 */
export function partWriters<Item, Result>(
  partOf: ((item: Item) => string) | undefined,
  open: () => Write<Item, Result>,
): Write<Item, Result> {
  if (!partOf) return open();
  // As many as an engine has machines.
  const writers = new Map<string, Write<Item, Result>>();
  return (item) => {
    const part = partOf(item);
    const write = writers.get(part) ?? open();
    writers.set(part, write);
    return write(item);
  };
}
