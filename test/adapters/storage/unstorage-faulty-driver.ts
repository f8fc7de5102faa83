import type { Driver } from "unstorage";

/** The faults of a driver. The defaults write and read correctly. */
interface Faults {
  /** Called instead of a write. `text` is `null` for a removal. `write` performs it. */
  onWrite: (key: string, text: string | null, write: (text: string | null) => void) => unknown;
  /** Called with the result of a read. Returns the result that the store receives. */
  onRead: (key: string, text: string | null) => unknown;
}

/** Returns a driver on a map, with replaceable faults. The map outlives the driver. */
export function faultyDriver(name: string, items = new Map<string, string>()) {
  const faults: Faults = {
    onWrite: (_, text, write) => write(text),
    onRead: (_, text) => text,
  };
  const write = async (key: string, text: string | null) => {
    await faults.onWrite(key, text, (written) => {
      if (written === null) items.delete(key);
      else items.set(key, written);
    });
  };
  const driver: Driver = {
    name,
    hasItem: (key) => items.has(key),
    // Drivers can return any value, which these tests exercise.
    getItem: async (key) => (await faults.onRead(key, items.get(key) ?? null)) as string | null,
    setItem: write,
    removeItem: (key) => write(key, null),
    getKeys: () => [...items.keys()],
  };
  return { driver, faults, items };
}
