import { ToolsError } from "@tools-api/core";
import { LRUCache } from "lru-cache";
import { decodeText, encodeText, type Item } from "./items.ts";
import type { ItemWrite } from "./journal.ts";

/** What a piece of work sees: everything that was committed, and what the pieces before it in its round wrote. */
export interface View {
  /** The value of an item, `undefined` for none. It is shared: to change it, put a new one. */
  get<Value>(item: Item<Value>): Value | undefined;
  /** Sees to it that items are there at once. What is not is fetched, and the work begins anew. */
  need(items: readonly Item<unknown>[]): void;
  /** Grows whenever all that was in memory has been given up, since it may not be what was written. */
  readonly generation: number;
}

/** What a piece of work can change. */
export interface Edit extends View {
  put<Value>(item: Item<Value>, value: Value): void;
  remove(item: Item<unknown>): void;
}

/** Synchronous, so that nothing comes between its steps; it may run more than once, and only the last run counts. */
export type Work<Result> = (edit: Edit) => Result;

/** Values in memory, over a storage that is read when they are not there. */
export interface Rounds {
  /** The result of work that finds all it needs in memory; `undefined` where it does not. */
  peek<Result>(work: (view: View) => Result): { result: Result } | undefined;
  /** Runs pieces of work in their order, writes what they put together, and then settles each. */
  run(pieces: readonly Piece[]): Promise<void>;
  forget(): void;
}

/** A piece of work and its caller. */
export interface Piece {
  work: Work<unknown>;
  resolve(result: unknown): void;
  reject(reason: unknown): void;
}

interface Held {
  /** `undefined`: there is no such item. */
  value: unknown;
}

interface Change extends Held {
  /** The text to be written, made once for all that a round does to the item; `null` removes it. */
  encode(): string | null;
}

class Missing extends Error {
  readonly items: readonly Item<unknown>[];

  constructor(items: readonly Item<unknown>[]) {
    super("Work has met items that are not in memory.");
    this.items = items;
  }
}

// In characters of the items' texts; what they become in memory is up to five times as large.
const cacheSize = 16_000_000;
const readers = 32;

/** Reads items, some at a time. */
async function readAll(
  items: readonly Item<unknown>[],
  read: (name: string) => Promise<unknown>,
): Promise<Map<string, Held & { size: number }>> {
  const found = new Map<string, Held & { size: number }>();
  const waiting = items.values();
  async function reader() {
    for (const item of waiting) {
      const text = await read(item.name);
      const json = decodeText(item.name, text);
      const absent = text === null || text === undefined;
      if (!absent && json === undefined)
        throw new ToolsError(
          "storage_unavailable",
          `unstorage: expected the item ${item.name} as it was written, received something else`,
          text instanceof Error ? { cause: text } : {},
        );
      const value = absent ? undefined : item.decode(json);
      found.set(item.name, { value, size: typeof text === "string" ? text.length : 0 });
    }
  }
  await Promise.all(Array.from({ length: Math.min(readers, items.length) }, reader));
  return found;
}

/**
 * @param options.read The text of an item, `null` for none.
 * @param options.commit Writes items, all or none, or throws; then `forget` has to be called before anything else.
 */
export function createRounds({
  read,
  commit,
}: {
  read(name: string): Promise<unknown>;
  commit(writes: readonly ItemWrite[]): Promise<void>;
}): Rounds {
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
        // A name belongs to one kind of item, which has decoded or put this value.
        return held.value as Value | undefined;
      },
      need(items) {
        const missing = items.filter(({ name }) => !find(name));
        if (missing.length > 0) throw new Missing(missing);
      },
    };
  }

  /** Runs one piece until it finds all it needs; answers its result, and its changes on top of those given. */
  async function runPiece(work: Work<unknown>, earlier: ReadonlyMap<string, Change>) {
    // What the piece has asked for stays, however small the cache is.
    const fetched = new Map<string, Held>();
    for (;;) {
      const changes = new Map<string, Change>();
      const edit: Edit = {
        ...viewOver([changes, earlier, fetched, cache]),
        put(item, value) {
          changes.set(item.name, { value, encode: () => encodeText(item.name, item.encode(value)) });
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
        writes = [...changes].map(([name, { encode }]) => ({ name, text: encode() }));
        if (writes.length > 0) await commit(writes);
      } catch (error) {
        for (const { piece } of done) piece.reject(error);
        throw error;
      }
      for (const { name, text } of writes) remember(name, changes.get(name)?.value, text?.length ?? 0);
      for (const { piece, result } of done) piece.resolve(result);
    },

    forget() {
      generation++;
      cache.clear();
    },
  };
}
