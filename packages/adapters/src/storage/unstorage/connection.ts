import { type Clock, ToolsError } from "@tools-api/core";
import { groupCommit, nextTurn, withTimeout } from "@tools-api/core/internal";
import { LRUCache } from "lru-cache";
import type { Storage } from "unstorage";
import { createJournal } from "./journal.ts";
import { createLease } from "./lease.ts";
import { type Item, pingItem, root } from "./schema.ts";

/** The items of a storage, as earlier tasks left them. */
export interface Items {
  get<Value>(item: Item<Value>): Promise<Value>;
  /** Returns the value of an item that `get` has returned. It is shared: to change it, put a new one. */
  peek<Value>(item: Item<Value>): Value;
  /** Writes an item; `undefined` removes it. A task must have read everything before its first write. */
  put<Value>(item: Item<Value>, value: Value | undefined): void;
  /** An object that is replaced when memory may differ from the storage, and is cleared. */
  readonly generation: object;
}

/** The options of a store on unstorage. */
export interface UnstorageStoreOptions {
  /** A storage with any driver that reads back its own writes. The caller disposes of it after the store. */
  storage: Storage;
  /** Decides what has expired and which data may be removed. Default: the host's. */
  clock?: Clock;
  /**
   * Whether the driver's writes survive the end of the process. Default: the known value for unstorage's own drivers,
   * and false for others.
   */
  durable?: boolean;
  /**
   * Milliseconds after which another process can take over the storage of a killed process, at least 1000. The driver
   * must read and write an item within a twentieth of it. The first store of a storage decides. Default: 10,000.
   */
  leaseMs?: number;
}

/** The drivers of unstorage whose data survives the end of the process, including `kill -9`. */
const durableDriver =
  /^(?:azure-.+|cloudflare-(?:kv|r2)-.+|db0|deno-kv.*|fs|fs-lite|mongodb|netlify-blobs|planetscale|redis|s3|upstash|vercel-(?:blob|kv))$/;

/** Returns whether the data of a storage is known to survive the end of the process. */
export function isDurable(storage: Storage): boolean {
  return durableDriver.test(storage.getMount(root).driver.name ?? "");
}

interface Held {
  /** `undefined` if there is no such item. */
  value: unknown;
}

const timeoutMs = 5_000;
// In characters of the items' JSON. In memory, their values are up to five times as large.
const cacheSize = 16_000_000;
/** The drivers whose items no other process can see. */
const processLocal: ReadonlySet<string> = new Set(["memory", "lru-cache"]);

/** Creates the queue of a process for a storage. Tasks that wait together share a journal. */
function createQueue(storage: Storage, leaseMs: number) {
  const isLocal = processLocal.has(storage.getMount(root).driver.name ?? "");
  const lease = isLocal ? undefined : createLease(storage, leaseMs);
  const isHeld = () => lease?.isHeld() ?? true;
  const journal = createJournal(storage, isHeld);
  const cache = new LRUCache<string, Held>({ maxSize: cacheSize });
  let generation: object | undefined;
  let busySince = Infinity;

  /** Takes the lease and completes the last commit, unless memory and storage agree. */
  async function settle(): Promise<object> {
    if (generation && isHeld()) return generation;
    cache.clear();
    if (!isHeld()) await lease?.take();
    await journal.recover();
    return {};
  }

  function remember(name: string, held: Held, json = ""): Held {
    cache.set(name, held, { size: name.length + json.length });
    return held;
  }

  async function readItem(name: string): Promise<Held> {
    const json = await journal.read(name);
    return remember(name, { value: json === undefined ? undefined : JSON.parse(json) }, json);
  }

  async function runTasks(tasks: ((items: Items) => Promise<unknown>)[], settled: object) {
    // They stay available to the tasks, however small the cache is.
    const loaded = new Map<string, Held>();
    const changed = new Map<string, Held>();
    const items: Items = {
      generation: settled,
      async get(item) {
        const { name } = item;
        if (!loaded.has(name)) loaded.set(name, cache.get(name) ?? (await readItem(name)));
        return items.peek(item);
      },
      peek<Value>({ name, absent }: Item<Value>) {
        const held = changed.get(name) ?? loaded.get(name);
        if (!held) throw new Error(`The item ${name} was not read.`);
        // A name belongs to one kind of item, which only `put` writes.
        return held.value === undefined ? absent : (held.value as Value);
      },
      put: ({ name }, value) => void changed.set(name, { value }),
    };
    const results: PromiseSettledResult<unknown>[] = [];
    for (const task of tasks) results.push(...(await Promise.allSettled([task(items)])));
    const texts = [...changed].map(([name, held]) => ({ name, held, json: JSON.stringify(held.value) }));
    if (texts.length > 0) await journal.commit(new Map(texts.map(({ name, json }) => [name, json])));
    for (const { name, held, json } of texts) remember(name, held, json);
    return results;
  }

  const enqueue = groupCommit({
    defer: nextTurn,
    limit: 256,
    async write(tasks: ((items: Items) => Promise<unknown>)[]) {
      busySince = performance.now();
      try {
        generation = await settle();
        return await runTasks(tasks, generation);
      } catch (error) {
        generation = undefined;
        throw error;
      } finally {
        busySince = Infinity;
      }
    },
  });

  function silence(): ToolsError {
    const message = isHeld()
      ? `The unstorage driver does not respond (${timeoutMs / 1000} s).`
      : "This process has no lease on the unstorage storage yet: the driver does not respond, or the lease of a process that has ended must expire first.";
    return new ToolsError("storage_unavailable", message, { retryAfter: 1 });
  }

  // A start waits for the lease of a killed process.
  let waitMs = leaseMs + timeoutMs;

  async function run<Result>(task: (items: Items) => Promise<Result>): Promise<Result> {
    try {
      // While the driver hangs, calls must not accumulate.
      if (performance.now() - busySince > waitMs) throw silence();
      const result = await withTimeout(waitMs, enqueue(task), silence);
      waitMs = timeoutMs;
      if (result.status === "rejected") throw result.reason;
      // The result of this task.
      return result.value as Result;
    } catch (cause) {
      if (cause instanceof ToolsError) throw cause;
      const message = `The unstorage driver failed: ${cause instanceof Error ? cause.message : String(cause)}`;
      throw new ToolsError("storage_unavailable", message, { cause, retryAfter: 1 });
    }
  }

  return {
    users: 0,
    run,
    async close(): Promise<void> {
      // If the driver still writes, the lease stays, and others wait until it expires.
      if (lease?.isHeld()) await run(async () => {}).then(lease.release, () => undefined);
    },
  };
}

const queues = new WeakMap<Storage, ReturnType<typeof createQueue>>();

/**
 * Connects a store to the queue that all stores of a storage share in this process.
 *
 * @throws ToolsError `invalid_parameter` for a lease shorter than a second.
 */
export function connect(storage: Storage, leaseMs = 10_000) {
  if (!Number.isSafeInteger(leaseMs) || leaseMs < 1_000)
    throw new ToolsError(
      "invalid_parameter",
      `leaseMs: expected whole milliseconds from 1000, received ${leaseMs}`,
    );
  const queue = queues.get(storage) ?? createQueue(storage, leaseMs);
  queues.set(storage, queue);
  queue.users++;
  let isOpen = true;

  /** Runs a task after all earlier ones, and resolves when its writes are stored. */
  async function run<Result>(task: (items: Items) => Promise<Result>): Promise<Result> {
    if (!isOpen) throw new ToolsError("storage_unavailable", "unstorage: the store is closed");
    return queue.run(task);
  }

  return {
    run,
    ping: () => run(async (items) => items.put(pingItem, true)),
    /** Waits for running tasks. The last store of a storage releases its lease. */
    async close(): Promise<void> {
      if (!isOpen) return;
      isOpen = false;
      if (--queue.users > 0) return;
      queues.delete(storage);
      await queue.close();
    },
  };
}
