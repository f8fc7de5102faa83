import { byCodePoints } from "@tools-api/core/storage";

/** Creates keys in code point order, so that a page of them is found without a scan of all keys. */
export function sortedKeys() {
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
    add(key: string): void {
      const index = indexOf(key);
      if (keys[index] !== key) keys.splice(index, 0, key);
    },
    remove(key: string): void {
      const index = indexOf(key);
      if (keys[index] === key) keys.splice(index, 1);
    },
    /** Returns the keys from `key` on. `key` need not be one of them. */
    *from(key: string): Generator<string> {
      for (let index = indexOf(key); index < keys.length; index++) yield keys[index] ?? "";
    },
  };
}
