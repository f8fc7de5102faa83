import { byCodePoints } from "@tools-api/core/internal";

/** Keys in code point order, so that a page of them is found without a scan of all keys. */
export interface SortedKeys {
  add(key: string): void;
  remove(key: string): void;
  /** Returns the keys from `key` on. `key` need not be one of them. */
  from(key: string): Iterable<string>;
}

/** Creates an empty {@link SortedKeys}. */
export function sortedKeys(): SortedKeys {
  const keys: string[] = [];

  /** Returns the index of the first key that is not below `key`. */
  function indexOf(key: string): number {
    let [low, high] = [0, keys.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (byCodePoints(keys[middle] ?? "", key) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  return {
    add(key) {
      const index = indexOf(key);
      if (keys[index] !== key) keys.splice(index, 0, key);
    },
    remove(key) {
      const index = indexOf(key);
      if (keys[index] === key) keys.splice(index, 1);
    },
    *from(key) {
      for (let index = indexOf(key); index < keys.length; index++) yield keys[index] ?? "";
    },
  };
}
