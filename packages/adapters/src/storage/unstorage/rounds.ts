import { slices } from "@tools-api/core/internal";
import { LRUCache } from "lru-cache";
import type { ItemStore, ItemWrite } from "./item-store.ts";
import type { Item } from "./items.ts";

/** The view of a work item: everything that was committed, and the writes of earlier work in its round. */
export interface View {
  /**
   * Returns the value of an item, or `undefined` if there is none. The value is shared: to change it, put a new one.
   */
  get<Value>(item: Item<Value>): Value | undefined;
  /** Loads items together. If some are not in memory, they are fetched and the work starts again. */
  need(items: readonly Item<unknown>[]): void;
  /** Grows whenever the memory is cleared because it may differ from the storage. */
  readonly generation: number;
}

/** A view that can change items. */
export interface Edit extends View {
  put<Value>(item: Item<Value>, value: Value): void;
  remove(item: Item<unknown>): void;
}

/** Synchronous work, so that nothing runs between its steps. It may run several times; only the last run counts. */
export type Work<Result> = (edit: Edit) => Result;

/** Values in memory, on a storage that is read for missing ones. */
export interface Rounds {
  /** Returns the result of work that finds everything in memory, or `undefined` if it does not. */
  peek<Result>(work: (view: View) => Result): { result: Result } | undefined;
  /** Runs work in order, writes all changes together, and then settles each caller. */
  run(pieces: readonly Piece[]): Promise<void>;
  forget(): void;
}

/** A work item and its caller. */
export interface Piece {
  work: Work<unknown>;
  resolve(result: unknown): void;
  reject(reason: unknown): void;
}

interface Held {
  /** `undefined` if there is no such item. */
  value: unknown;
}

interface Change extends Held {
  /**
   * Returns the JSON text to write; `null` removes the item. It is called once per round, for all changes of the item.
   */
  encode(): string | null;
}

class Missing extends Error {
  readonly items: readonly Item<unknown>[];

  constructor(items: readonly Item<unknown>[]) {
    super("A round read items that are not in memory.");
    this.items = items;
  }
}

// In characters of the items' texts. In memory, their values are up to five times as large.
const cacheSize = 16_000_000;
const readers = 32;

/** Reads items with limited concurrency. */
async function readAll(
  items: readonly Item<unknown>[],
  read: ItemStore["read"],
): Promise<Map<string, Held & { size: number }>> {
  const found = new Map<string, Held & { size: number }>();
  const waiting = items.values();
  // Drivers in this process respond without a turn of the event loop.
  const pause = slices();
  async function reader() {
    for (const item of waiting) {
      const turn = pause();
      if (turn) await turn;
      const json = await read(item.name);
      const value = json === undefined ? undefined : item.decode(JSON.parse(json));
      found.set(item.name, { value, size: json?.length ?? 0 });
    }
  }
  await Promise.all(Array.from({ length: Math.min(readers, items.length) }, reader));
  return found;
}

/**
 * Creates rounds over items, with a cache. After `run` throws, it is unknown what was written, and `forget` must be
 * called first.
 */
export function createRounds({ read, commit }: Pick<ItemStore, "read" | "commit">): Rounds {
  const cache = new LRUCache<string, Held>({ maxSize: cacheSize });
  let generation = 0;

  const remember = (name: string, value: unknown, size: number) =>
    cache.set(name, { value }, { size: size + name.length + 100 });

  function viewOver(layers: readonly { get(name: string): Held | undefined }[]): View {
    const find = (name: string) => {
      for (const layer of layers) {
        const held = layer.get(name);
        if (held) return held;
      }
      return undefined;
    };
    return {
      generation,
      get<Value>(item: Item<Value>) {
        const held = find(item.name);
        if (!held) throw new Missing([item]);
        // A name belongs to one kind of item, which decoded or put this value.
        return held.value as Value | undefined;
      },
      need(items) {
        const missing = items.filter(({ name }) => !find(name));
        if (missing.length > 0) throw new Missing(missing);
      },
    };
  }

  /**
   * Runs one work item until it finds all its items. Returns its result and its changes, which apply on top of
   * `earlier`.
   */
  async function runPiece(work: Work<unknown>, earlier: ReadonlyMap<string, Change>) {
    // Fetched items stay available to the work, however small the cache is.
    const fetched = new Map<string, Held>();
    for (;;) {
      const changes = new Map<string, Change>();
      const edit: Edit = {
        ...viewOver([changes, earlier, fetched, cache]),
        put(item, value) {
          changes.set(item.name, { value, encode: () => JSON.stringify(item.encode(value)) });
        },
        remove(item) {
          changes.set(item.name, { value: undefined, encode: () => null });
        },
      };
      try {
        return { result: work(edit), changes };
      } catch (error) {
        if (!(error instanceof Missing)) throw error;
        for (const [name, { value, size }] of await readAll(error.items, read)) {
          fetched.set(name, { value });
          remember(name, value, size);
        }
      }
    }
  }

  return {
    peek(work) {
      try {
        return { result: work(viewOver([cache])) };
      } catch (error) {
        if (error instanceof Missing) return undefined;
        throw error;
      }
    },

    async run(pieces) {
      const changes = new Map<string, Change>();
      const done: { piece: Piece; result: unknown }[] = [];
      for (const piece of pieces) {
        try {
          const { result, changes: own } = await runPiece(piece.work, changes);
          for (const [name, change] of own) changes.set(name, change);
          done.push({ piece, result });
        } catch (error) {
          piece.reject(error);
        }
      }
      let writes: ItemWrite[];
      try {
        writes = [...changes].map(([name, { encode }]) => ({ name, json: encode() }));
        if (writes.length > 0) await commit(writes);
      } catch (error) {
        for (const { piece } of done) piece.reject(error);
        throw error;
      }
      for (const { name, json } of writes) remember(name, changes.get(name)?.value, json?.length ?? 0);
      for (const { piece, result } of done) piece.resolve(result);
    },

    forget() {
      generation++;
      cache.clear();
    },
  };
}
