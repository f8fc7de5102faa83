/**
 * Creates a sweep that removes expired entries. Each call visits a few entries and continues where the last one ended.
 * If it gets at least one step per added entry, expired entries cannot accumulate, and no caller waits for a full pass.
 */
export function sweeper<Key, Value>(
  entries: Map<Key, Value>,
  isOver: (value: Value) => boolean,
  remove: (key: Key) => void = (key) => entries.delete(key),
): (steps: number) => void {
  let walk = entries.entries();
  return (steps) => {
    for (let step = 0; step < steps; step++) {
      const next = walk.next();
      if (next.done) {
        walk = entries.entries();
        return;
      }
      const [key, value] = next.value;
      if (isOver(value)) remove(key);
    }
  };
}
