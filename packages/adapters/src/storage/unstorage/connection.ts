import { type Clock, systemClock, ToolsError } from "@tools-api/core";
import { groupCommit, nextTurn, withTimeout } from "@tools-api/core/internal";
import { LRUCache } from "lru-cache";
import type { Storage } from "unstorage";
import { createBatchLog } from "../lib/batch-log.ts";
import { createJournal } from "./journal.ts";
import { createLease } from "./lease.ts";
import { answersItem, type Item, pingItem, root } from "./schema.ts";

/** The items of a storage, as earlier tasks left them. A task must have read everything before its first write. */
export interface Items {
  get<Value>(item: Item<Value>): Promise<Value>;
  /** Returns the value of an item that `get` has returned. It is shared: to change it, put a new one. */
  peek<Value>(item: Item<Value>): Value;
  /** Writes an item; `undefined` removes it. */
  put<Value>(item: Item<Value>, value: Value | undefined): void;
  /** Writes the value that `change` returns for the known one, unless it is the same. */
  update<Value>(item: Item<Value>, change: (known: Value) => Value): void;
  /** The responses to batches, by key. */
  answers: { find(key: string): string | undefined; add(key: string, text: string): void };
}

/** The options of a store on unstorage. */
export interface UnstorageStoreOptions {
  /** A storage with any driver that reads back its own writes. The caller disposes of it after the store. */
  storage: Storage;
  /** Decides what has expired and which data may be removed. Default: the host's. */
  clock?: Clock;
  /** Whether the driver's writes survive the end of the process. Default: known for drivers of unstorage, or false. */
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
/** The drivers whose items no other process can see. */
const processLocal = new Set(["memory", "lru-cache"]);
const timeoutMs = 5_000;
// In characters of the items' JSON. In memory, their values are up to five times as large.
const cacheSize = 16_000_000;

/** The value of an item; `undefined` if there is no such item. */
type Held = { value: unknown };
type Task<Result> = (items: Items) => Promise<Result>;

/** Creates the queue of a process for a storage. Tasks that wait together share a journal. */
function createQueue(storage: Storage, driver: string, clock: Clock, leaseMs: number) {
  const lease = processLocal.has(driver) ? undefined : createLease(storage, leaseMs);
  const isHeld = () => lease?.isHeld() ?? true;
  const journal = createJournal(storage, isHeld);
  const cache = new LRUCache<string, Held>({ maxSize: cacheSize });
  const log = createBatchLog(clock);
  // Whether memory and storage agree.
  let isSettled = false;
  let busySince = Infinity;

  async function read({ name }: Item<unknown>): Promise<Held> {
    const json = await journal.read(name);
    const held = { value: json === undefined ? undefined : JSON.parse(json) };
    cache.set(name, held, { size: name.length + (json?.length ?? 0) });
    return held;
  }

  /** Takes the lease and completes the last commit. */
  async function settle(): Promise<void> {
    cache.clear();
    if (!isHeld()) await lease?.take();
    await journal.recover();
    const { value = answersItem.absent } = await read(answersItem);
    // Only this module writes the item.
    for (const [key, text] of value as typeof answersItem.absent) log.add(key, text);
    isSettled = true;
  }

  async function runTasks(tasks: Task<unknown>[]): Promise<PromiseSettledResult<unknown>[]> {
    // They stay available to the tasks, however small the cache is.
    const loaded = new Map<string, Held>();
    const changed = new Set<string>();
    const answers = new Map<string, string>();
    const items: Items = {
      async get(item) {
        if (!loaded.has(item.name)) loaded.set(item.name, cache.get(item.name) ?? (await read(item)));
        return items.peek(item);
      },
      peek<Value>({ name, absent }: Item<Value>) {
        const held = loaded.get(name);
        if (!held) throw new Error(`The item ${name} was not read.`);
        // A name belongs to one kind of item, which only `put` writes.
        return held.value === undefined ? absent : (held.value as Value);
      },
      put({ name }, value) {
        loaded.set(name, { value });
        changed.add(name);
      },
      update(item, change) {
        const known = items.peek(item);
        const next = change(known);
        if (next !== known) items.put(item, next);
      },
      answers: {
        find: (key) => answers.get(key) ?? log.find(key),
        add: (key, text) => void answers.set(key, text),
      },
    };
    const results: PromiseSettledResult<unknown>[] = [];
    for (const task of tasks) results.push(...(await Promise.allSettled([task(items)])));
    // A batch can be repeated after a failure that left its commit to `recover`.
    if (answers.size > 0) items.put(answersItem, [...answers]);
    const writes = [...changed].map((name) => {
      const held = loaded.get(name) ?? { value: undefined };
      return { name, held, json: held.value === undefined ? null : JSON.stringify(held.value) };
    });
    if (writes.length > 0) await journal.commit(writes.map(({ name, json }) => ({ name, json })));
    for (const { name, held, json } of writes)
      cache.set(name, held, { size: name.length + (json?.length ?? 0) });
    for (const [key, text] of answers) log.add(key, text);
    return results;
  }

  const enqueue = groupCommit({
    defer: nextTurn,
    limit: 256,
    async write(tasks: Task<unknown>[]) {
      busySince = performance.now();
      try {
        if (!isSettled || !isHeld()) await settle();
        return await runTasks(tasks);
      } catch (error) {
        isSettled = false;
        throw error;
      } finally {
        busySince = Infinity;
      }
    },
  });

  function unavailable(message: string, cause?: unknown): ToolsError {
    return new ToolsError("storage_unavailable", message, { cause, retryAfter: 1 });
  }
  const silence = () =>
    unavailable(
      isHeld()
        ? `The unstorage driver does not respond (${timeoutMs / 1000} s).`
        : "This process has no lease on the unstorage storage yet: the driver does not respond, or the lease of a process that has ended must expire first.",
    );

  // A start waits for the lease of a killed process.
  let waitMs = leaseMs + timeoutMs;

  async function run<Result>(task: Task<Result>): Promise<Result> {
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
      throw unavailable(
        `The unstorage driver failed: ${cause instanceof Error ? cause.message : String(cause)}`,
        cause,
      );
    }
  }

  async function close(): Promise<void> {
    // If the driver still writes, the lease stays, and others wait until it expires.
    if (lease?.isHeld()) await run(async () => {}).then(lease.release, () => undefined);
  }

  return { users: 0, run, close };
}

const queues = new WeakMap<Storage, ReturnType<typeof createQueue>>();

/**
 * Connects a store to the queue that all stores of a storage share in this process.
 *
 * @throws ToolsError `invalid_parameter` for a lease shorter than a second.
 */
export function connect({ storage, clock = systemClock, durable, leaseMs = 10_000 }: UnstorageStoreOptions) {
  if (!Number.isSafeInteger(leaseMs) || leaseMs < 1_000)
    throw new ToolsError(
      "invalid_parameter",
      `leaseMs: expected whole milliseconds from 1000, received ${leaseMs}`,
    );
  const driver = storage.getMount(root).driver.name ?? "";
  const queue = queues.get(storage) ?? createQueue(storage, driver, clock, leaseMs);
  queues.set(storage, queue);
  queue.users++;
  let isOpen = true;

  /** Runs a task after all earlier ones, and resolves when its writes are stored. */
  async function run<Result>(task: Task<Result>): Promise<Result> {
    if (!isOpen) throw new ToolsError("storage_unavailable", "unstorage: the store is closed");
    return queue.run(task);
  }

  return {
    clock,
    capabilities: { exactAcross: "process", durable: durable ?? durableDriver.test(driver) } as const,
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
