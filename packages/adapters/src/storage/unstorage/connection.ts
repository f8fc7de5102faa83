import { ToolsError } from "@tools-api/core";
import type { Storage } from "unstorage";
import { createItemStore } from "./item-store.ts";
import { plainItem } from "./items.ts";
import { createLease, type Lease, type Predecessor } from "./lease.ts";
import { unavailable, withTimeout } from "./timeout.ts";
import { root } from "./root.ts";
import { createRounds, type Piece, type View, type Work } from "./rounds.ts";

/** The shared connection of this process's stores to a storage. */
export interface Connection {
  /** Resolves when this process holds the lease and has completed the unfinished commit of a killed process. */
  open(): Promise<void>;
  write<Result>(work: Work<Result>): Promise<Result>;
  /** Runs work that reads. Everything it reads is of one instant. */
  read<Result>(work: (view: View) => Result): Promise<Result>;
  /** Resolves when the driver has written an item that no reader uses, including the journal. */
  ping(): Promise<void>;
  /** Finishes pending work. The last user's call releases the lease. */
  close(): Promise<void>;
}

interface Shared extends Omit<Connection, "close"> {
  leaseMs: number;
  users: number;
  close(): Promise<void>;
}

// The duration of a lease that is not renewed.
const defaultLeaseMs = 10_000;

// Maximum number of callers per journal. Further callers wait for the next one.
const piecesInRound = 256;

/** The drivers whose items no other process can see. */
const processLocal: ReadonlySet<string> = new Set(["memory", "lru-cache"]);

const pingItem = plainItem<boolean>("ping");

const unlimited: Lease = {
  take: async () => "unknown",
  isHeld: () => true,
  release: async () => {},
};

/** Returns the name of the driver that stores our items, or `undefined` if it has no name. */
export function driverOf(storage: Storage): string | undefined {
  return storage.getMount(root).driver.name;
}

function share(storage: Storage, leaseMs: number): Shared {
  const lease = processLocal.has(driverOf(storage) ?? "")
    ? unlimited
    : createLease({ storage, name: `${root}:lease`, leaseMs });
  const items = createItemStore(storage, lease);
  const rounds = createRounds(items);
  const waiting: Piece[] = [];
  let draining: Promise<void> = Promise.resolve();
  // True if no commit is unfinished, so that memory and storage agree.
  let settled = false;

  async function settle(): Promise<void> {
    if (settled && lease.isHeld()) return;
    settled = false;
    rounds.forget();
    // A write that this process started itself may still be running.
    const predecessor: Predecessor = lease.isHeld() ? "unknown" : await lease.take();
    await items.recover(predecessor);
    settled = true;
  }

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      try {
        await settle();
      } catch (error) {
        for (const piece of waiting.splice(0)) piece.reject(error);
        return;
      }
      try {
        await rounds.run(waiting.splice(0, piecesInRound));
      } catch {
        // The callers have received the error. The items are read from the storage again.
        settled = false;
      }
    }
  }

  function enqueue<Result>(work: Work<Result>): { done: Promise<Result>; giveUp(): void } {
    let giveUp = () => {};
    const done = new Promise<Result>((resolve, reject) => {
      const piece: Piece = {
        work,
        // `run` passes the result of `work`.
        resolve: (result) => resolve(result as Result),
        reject: (error) => reject(unavailable(error)),
      };
      // Work that has not started must not run after its caller gave up.
      giveUp = () => {
        const index = waiting.indexOf(piece);
        if (index >= 0) waiting.splice(index, 1);
      };
      waiting.push(piece);
      if (waiting.length === 1) draining = draining.then(drain);
    });
    return { done, giveUp: () => giveUp() };
  }

  async function run<Result>(work: Work<Result>): Promise<Result> {
    const { done, giveUp } = enqueue(work);
    const reason = () =>
      lease.isHeld()
        ? "The unstorage driver does not respond"
        : "This process has no lease on the unstorage storage yet: the driver does not respond, or the lease of a process that has ended must expire first";
    return withTimeout(done, reason).finally(giveUp);
  }

  return {
    leaseMs,
    users: 0,
    open: () => enqueue(() => undefined).done,
    write: run,
    async read(work) {
      const found = settled && lease.isHeld() ? rounds.peek(work) : undefined;
      return found ? found.result : run(work);
    },
    ping: () => run((edit) => edit.put(pingItem, true)),
    async close() {
      await draining;
      settled = false;
      // If the driver fails or is still writing, the lease stays, and others wait until it expires.
      if (items.isQuiet()) await lease.release().catch(() => undefined);
    },
  };
}

const connections = new WeakMap<Storage, Shared>();

/**
 * Joins the users of a storage in this process. They share one lease and one order of writes.
 *
 * @throws ToolsError `invalid_parameter` for a lease shorter than a second, or one that differs from that of another
 *   store on the storage.
 */
export function connect(storage: Storage, leaseMs?: number): Connection {
  if (leaseMs !== undefined && (!Number.isSafeInteger(leaseMs) || leaseMs < 1_000))
    throw new ToolsError(
      "invalid_parameter",
      `leaseMs: expected whole milliseconds from 1000, received ${leaseMs}`,
    );
  const shared = connections.get(storage) ?? share(storage, leaseMs ?? defaultLeaseMs);
  if (leaseMs !== undefined && shared.leaseMs !== leaseMs)
    throw new ToolsError(
      "invalid_parameter",
      `leaseMs: expected ${shared.leaseMs}, like another store on this storage, received ${leaseMs}`,
    );
  connections.set(storage, shared);
  shared.users++;
  let closed = false;

  async function ifOpen<Result>(use: () => Promise<Result>): Promise<Result> {
    if (closed) throw new ToolsError("storage_unavailable", "unstorage: the store is closed");
    return use();
  }

  return {
    open: () => ifOpen(() => shared.open()),
    write: (work) => ifOpen(() => shared.write(work)),
    read: (work) => ifOpen(() => shared.read(work)),
    ping: () => ifOpen(() => shared.ping()),
    async close() {
      if (closed) return;
      closed = true;
      shared.users--;
      if (shared.users > 0) return;
      connections.delete(storage);
      await shared.close();
    },
  };
}
