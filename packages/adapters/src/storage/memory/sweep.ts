/**
 * A sweep that looks at a few entries at a time and goes round and round. Called with at least one step for
 * every entry that is added, it keeps what is over from piling up, and no caller waits for a whole pass.
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
