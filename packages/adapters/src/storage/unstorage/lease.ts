import { hostname } from "node:os";
import process from "node:process";
import { clearTimeout, setTimeout } from "node:timers";
import { ToolsError } from "@tools-api/core";
import type { Storage } from "unstorage";
import { decodeText, encodeText } from "./item-text.ts";
import { withTimeout } from "./timeout.ts";

/**
 * The state of the lease before: `none` if it never existed, `gone` if its holder released it, `unknown` if its holder
 * may still exist.
 */
export type Predecessor = "none" | "gone" | "unknown";

/** A lease that lets only one process work on a storage. */
export interface Lease {
  /**
   * Takes the lease. Resolves soon if it is free, and after `leaseMs` if its holder has died.
   *
   * @throws ToolsError `storage_unavailable` if its holder is alive.
   */
  take(): Promise<Predecessor>;
  /** Returns whether no other process can have the lease yet, by this process's clocks. */
  isHeld(): boolean;
  /** Releases the lease if this process holds it. */
  release(): Promise<void>;
}

interface LeaseRecord {
  holder: string;
  /** A heartbeat: it grows while the holder is alive. */
  beat: number;
  leaseMs: number;
  /** A description of the holder, for the error of other processes. */
  process: string;
  free: boolean;
}

/** The content of the storage. `damaged` is also a record that is just being written. */
type Finding = LeaseRecord | "damaged" | undefined;

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/**
 * Returns a function that measures the maximum elapsed time by two clocks: one stops while the machine sleeps, the
 * other may be set back.
 */
function stopwatch(): () => number {
  const started = { monotonic: performance.now(), wall: Date.now() };
  return () => Math.max(performance.now() - started.monotonic, Date.now() - started.wall);
}

function refusal(holder: string): ToolsError {
  return new ToolsError(
    "storage_unavailable",
    `Another process uses this unstorage storage (${holder}). unstorage has no atomic increment, so only one process can use it. Stop that process, or use SQLite, PostgreSQL or Redis.`,
    { retryAfter: 1 },
  );
}

const attempts = 5;

/**
 * Creates a lease on a storage without atomic operations. A process that takes it writes its name and reads again after
 * a pause. The pause is longer than any other process may take between its read and its write. Of several processes,
 * only the last writer therefore finds its own name (Lamport, "A Fast Mutual Exclusion Algorithm", 1987). A growing
 * heartbeat shows that a holder is alive; clocks of different hosts are never compared.
 */
export function createLease({
  storage,
  name,
  leaseMs,
}: {
  storage: Storage;
  name: string;
  leaseMs: number;
}): Lease {
  const settlingMs = leaseMs / 20;
  const beatMs = leaseMs / 4;
  // Others take over only after the full time. The rest is for a write that was already in flight.
  const heldMs = leaseMs * 0.75;
  const holder = crypto.randomUUID();
  const description = `process ${process.pid} on ${hostname()}`;

  let beat = 0;
  // The last heartbeat that was written while this process held the lease.
  let confirmedBeat = -1;
  let sinceBeat: (() => number) | undefined;
  let timer: NodeJS.Timeout | undefined;
  // A hanging write may still arrive, so the next one starts after it has ended.
  let writing: Promise<unknown> = Promise.resolve();

  const isHeld = () => sinceBeat !== undefined && sinceBeat() < heldMs;

  async function read(): Promise<Finding> {
    const text = decodeText(name, await withTimeout(storage.getItem(name)));
    if (text === undefined || text === "damaged") return text;
    // Only `write` writes such texts.
    return JSON.parse(text.json) as LeaseRecord;
  }

  async function write(free: boolean): Promise<void> {
    await withTimeout(writing);
    const sinceStart = stopwatch();
    const record: LeaseRecord = { holder, beat: ++beat, leaseMs, process: description, free };
    const written = storage.setItem(name, encodeText(name, { term: 0, json: JSON.stringify(record) }));
    writing = written.catch(() => undefined);
    await withTimeout(written);
    if (sinceStart() < heldMs) confirmedBeat = record.beat;
  }

  const isOurs = (found: Finding) => typeof found === "object" && found.holder === holder && !found.free;
  // A heartbeat that was in flight while this process was suspended may have overwritten that of another process.
  const isStillOurs = (found: Finding) =>
    typeof found === "object" && isOurs(found) && found.beat === confirmedBeat;
  const isFree = (found: Finding) => found === undefined || (found !== "damaged" && found.free);

  /**
   * Waits for the duration of the holder's lease. Resolves to the last record if the holder shows no heartbeat; throws
   * as soon as it does.
   */
  async function waitOut(first: Finding): Promise<Finding> {
    // The monotonic clock, which cannot be set forward.
    const started = performance.now();
    let last = first;
    for (;;) {
      const term = Math.max(leaseMs, typeof last === "object" ? last.leaseMs : 0);
      if (performance.now() - started >= term) return last;
      await pause(settlingMs);
      const found = await read();
      if (isFree(found)) return found;
      // A truncated text may be half of the heartbeat that was already read.
      if (found === undefined || found === "damaged") continue;
      if (typeof last === "object" && (last.holder !== found.holder || last.beat !== found.beat))
        throw refusal(found.process);
      last = found;
    }
  }

  async function tryToTake(): Promise<Predecessor | undefined> {
    const first = await read();
    const found = isFree(first) || isStillOurs(first) ? first : await waitOut(first);

    const sinceLook = stopwatch();
    const look = await read();
    // Another process was faster, or the holder is alive: start again.
    if (!isFree(look) && JSON.stringify(look) !== JSON.stringify(found)) return undefined;
    const sinceWrite = stopwatch();
    await write(false);
    // Too late: another process may have read, found nothing and taken the lease meanwhile.
    if (sinceLook() >= settlingMs) return undefined;
    await pause(settlingMs);
    const settled = await read();
    if (settled === undefined)
      throw new ToolsError(
        "storage_unavailable",
        "The unstorage driver did not return the value that was written: expected a driver that can be written to.",
      );
    if (!isOurs(settled)) return undefined;
    sinceBeat = sinceWrite;
    if (look === undefined) return "none";
    return isFree(look) ? "gone" : "unknown";
  }

  function lose(): void {
    sinceBeat = undefined;
    clearTimeout(timer);
  }

  async function renew(): Promise<void> {
    await withTimeout(writing);
    const sinceWrite = stopwatch();
    const found = await read();
    if (found === "damaged") return;
    if (!isOurs(found) || !isHeld()) return lose();
    await write(false);
    if (sinceBeat) sinceBeat = sinceWrite;
  }

  function beatOn(): void {
    timer = setTimeout(() => {
      // A failed renewal is followed by another one, until the lease has expired.
      void renew()
        .catch(() => undefined)
        .then(() => {
          if (sinceBeat) beatOn();
        });
    }, beatMs);
    timer.unref();
  }

  return {
    isHeld,

    async take() {
      lose();
      for (let attempt = 0; attempt < attempts; attempt++) {
        const predecessor = await tryToTake();
        if (!predecessor) continue;
        beatOn();
        return predecessor;
      }
      throw new ToolsError(
        "storage_unavailable",
        `The unstorage driver takes longer than ${settlingMs} ms for a read and a write, or other processes use the storage: expected a longer leaseMs, or one process.`,
        { retryAfter: 1 },
      );
    },

    async release() {
      const held = isHeld();
      lose();
      if (held && isOurs(await read())) await write(true);
    },
  };
}
