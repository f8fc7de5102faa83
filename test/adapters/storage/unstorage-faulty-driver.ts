import type { Driver } from "unstorage";

/** What a driver does with a write or a read; by itself it does what it should. */
interface Faults {
  /** Called instead of a write (`text` is `null` for a removal), which `write` does. */
  onWrite: (key: string, text: string | null, write: (text: string | null) => void) => unknown;
  /** Called with what a read has found, for what it is to answer. */
  onRead: (key: string, text: string | null) => unknown;
}

/** A driver over a map that outlives it, which fails as it is told to. */
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
    // Drivers answer what they like: that is what these tests are about.
    getItem: async (key) => (await faults.onRead(key, items.get(key) ?? null)) as string | null,
    setItem: write,
    removeItem: (key) => write(key, null),
    getKeys: () => [...items.keys()],
  };
  return { driver, faults, items };
}
