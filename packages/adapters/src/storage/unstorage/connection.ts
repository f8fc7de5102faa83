import { type Clock, systemClock, ToolsError } from "@tools-api/core";
import { groupCommit } from "@tools-api/core/internal";
import { nextTurn, withTimeout } from "@tools-api/core/internal/time";
import { LRUCache } from "lru-cache";
import type { Storage } from "unstorage";
import { createBatchLog } from "../lib/batch-log.ts";
import type { Row, Rows } from "../lib/usage-rows.ts";
import { durableDriver, processLocal } from "./drivers.ts";
import { createJournal, unavailable } from "./internal/journal.ts";
import { createLease } from "./internal/lease.ts";
import { itemName, pingRow, root } from "./schema.ts";

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

const timeoutMs = 5_000;
// In characters of the items' JSON. In memory, their values are up to five times as large.
const cacheSize = 16_000_000;

/** The value of a row, `undefined` if there is none, and the length of its JSON. */
type Held = { value: unknown; size: number };

/**
 * A synchronous function of rows, without other effects. A row that is not in memory seems absent. Such rows are then
 * read, and the task runs again. Only the run that finds every row counts.
 */
type Task<Result> = (rows: Rows) => Result;

/** Creates the memory of a process for a storage, and a function that runs tasks on it. They share a journal. */
function taskRunner(journal: ReturnType<typeof createJournal>, clock: Clock) {
  // The key of an entry has about 50 characters.
  const cache = new LRUCache<string, Held>({ maxSize: cacheSize, sizeCalculation: ({ size }) => size + 50 });
  const log = createBatchLog(clock);

  async function runTasks(tasks: Task<unknown>[]): Promise<PromiseSettledResult<unknown>[]> {
    // Rows stay available to the tasks, however small the cache is.
    const known = new Map<string, Held>();
    const written = new Map<string, { value: unknown }>();
    const answers = new Map<string, string>();

    async function attempt(task: Task<unknown>): Promise<unknown> {
      const missing = new Set<string>();
      const puts = new Map<string, { value: unknown }>();
      const added = new Map<string, string>();
      const result = task({
        get<Value>({ key, absent }: Row<Value>) {
          const held = puts.get(key) ?? written.get(key) ?? known.get(key) ?? cache.get(key);
          if (!held) missing.add(key);
          // A key belongs to one kind of row, which only `put` writes.
          return (held?.value ?? absent) as Value;
        },
        put: ({ key }, value) => void puts.set(key, { value }),
        answers: {
          find: (key) => answers.get(key) ?? log.find(key),
          add: (key, text) => void added.set(key, text),
        },
      });
      if (missing.size > 0) {
        const reads = Array.from(missing, async (key) => known.set(key, await journal.read(itemName(key))));
        await Promise.all(reads);
        return attempt(task);
      }
      for (const [key, held] of puts) written.set(key, held);
      for (const [key, text] of added) answers.set(key, text);
      return result;
    }

    const results: PromiseSettledResult<unknown>[] = [];
    for (const task of tasks) results.push(...(await Promise.allSettled([attempt(task)])));
    const writes = Array.from(written, ([key, { value }]) => {
      const json = value === undefined ? null : JSON.stringify(value);
      return { key, held: { value, size: json?.length ?? 0 }, item: { name: itemName(key), json } };
    });
    const items = writes.map(({ item }) => item);
    if (items.length > 0) await journal.commit(items, [...answers]);
    for (const [key, held] of known) cache.set(key, held);
    for (const { key, held } of writes) cache.set(key, held);
    for (const [key, text] of answers) log.add(key, text);
    return results;
  }

  return { cache, log, runTasks };
}

/** Creates the queue of a process for a storage. Tasks that wait together share a journal. */
function createQueue(storage: Storage, driver: string, clock: Clock, leaseMs: number) {
  const lease = processLocal.has(driver) ? undefined : createLease(storage, leaseMs);
  const isHeld = () => lease?.isHeld() ?? true;
  const journal = createJournal(storage, isHeld);
  const { cache, log, runTasks } = taskRunner(journal, clock);
  // Whether the cache has what the storage has.
  let isSettled = false;
  let busySince = Infinity;

  const enqueue = groupCommit({
    defer: nextTurn,
    limit: 256,
    async write(tasks: Task<unknown>[]) {
      busySince = performance.now();
      try {
        if (!isSettled || !isHeld()) {
          cache.clear();
          if (!isHeld()) await lease?.take();
          for (const [key, text] of await journal.recover()) log.add(key, text);
        }
        isSettled = false;
        const results = await runTasks(tasks);
        isSettled = true;
        return results;
      } finally {
        busySince = Infinity;
      }
    },
  });

  const silence = () =>
    unavailable("the driver does not respond, or another process has a lease that has not expired");
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
      throw unavailable(`the driver failed: ${String(cause)}`, cause);
    }
  }

  return { users: 0, run, lease };
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
    if (!isOpen) throw unavailable("the store is closed");
    return queue.run(task);
  }

  return {
    clock,
    capabilities: { exactAcross: "process", durable: durable ?? durableDriver.test(driver) } as const,
    run,
    ping: () => run((rows) => rows.put(pingRow, true)),
    /** Waits for running tasks. The last store of a storage releases its lease. */
    async close(): Promise<void> {
      if (!isOpen) return;
      isOpen = false;
      if (--queue.users > 0) return;
      queues.delete(storage);
      // If the driver still writes, the lease stays, and others wait until it expires.
      if (queue.lease?.isHeld()) await queue.run(() => {}).then(queue.lease.release, () => undefined);
    },
  };
}
