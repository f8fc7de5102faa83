import { hostname } from "node:os";
import process from "node:process";
import { clearTimeout, setTimeout } from "node:timers";
import { setTimeout as sleep } from "node:timers/promises";
import { ToolsError } from "@tools-api/core";
import type { Storage } from "unstorage";
import { encodeText, readText } from "./journal.ts";
import { root } from "./schema.ts";

interface LeaseRecord {
  holder: string;
  /** A heartbeat: it grows while the holder is alive. */
  beat: number;
  leaseMs: number;
  /** A description of the holder, for the error of other processes. */
  process: string;
  free: boolean;
}

const key = `${root}:lease`;
const none: LeaseRecord = { holder: "", beat: 0, leaseMs: 0, process: "", free: true };
/** A record that is being written, or whose writer was killed. */
const damaged: LeaseRecord = { ...none, process: "one that is starting", free: false };

function unavailable(message: string): ToolsError {
  return new ToolsError("storage_unavailable", message, { retryAfter: 1 });
}

function refusal(holder: LeaseRecord): ToolsError {
  return unavailable(
    `Another process uses this unstorage storage (${holder.process}). unstorage has no atomic increment, so only one process can use it. Stop that process, or use SQLite, PostgreSQL or Redis.`,
  );
}

/**
 * Creates a lease that lets only one process at a time use a storage without atomic operations. A process that takes it
 * writes its name and reads again after a pause. The pause is longer than any other process may take between its read
 * and its write. Of several processes, only the last writer therefore finds its own name (Lamport, "A Fast Mutual
 * Exclusion Algorithm", 1987). A growing heartbeat shows that a holder is alive.
 */
export function createLease(storage: Storage, leaseMs: number) {
  const settlingMs = leaseMs / 20;
  const own = { holder: crypto.randomUUID(), leaseMs, process: `process ${process.pid} on ${hostname()}` };
  let beat = 0;
  // By the wall clock: the monotonic clock can stop while the machine sleeps.
  let renewedAt = -Infinity;
  let writtenAt = -Infinity;
  let isBeating = false;
  let timer: NodeJS.Timeout | undefined;

  /** Returns whether no other process can have the lease yet. The rest of the time is for a write in flight. */
  const isHeld = () => Date.now() - renewedAt < leaseMs * 0.75;

  async function read(): Promise<LeaseRecord> {
    const text = await readText(storage, key);
    if (text === undefined) return none;
    // Only `write` writes such texts.
    return text === "damaged" ? damaged : (JSON.parse(text.json) as LeaseRecord);
  }

  async function write(free: boolean): Promise<void> {
    const record: LeaseRecord = { ...own, beat: ++beat, free };
    writtenAt = Date.now();
    await storage.setItem(key, encodeText(key, JSON.stringify(record)));
  }

  function lose(): void {
    renewedAt = -Infinity;
    isBeating = false;
    clearTimeout(timer);
  }

  async function renew(): Promise<void> {
    const startedAt = Date.now();
    if ((await read()).holder !== own.holder || !isBeating) return lose();
    // After its lease has expired, a process without a task still shows that it is alive.
    await write(false);
    if (isHeld()) renewedAt = startedAt;
  }

  function beatOn(): void {
    // A failed renewal is followed by another one.
    if (isBeating) timer = setTimeout(() => void renew().then(beatOn, beatOn), leaseMs / 4).unref();
  }

  /** Returns false if the driver was too slow: another process may have taken the lease meanwhile. */
  async function tryToTake(): Promise<boolean> {
    let lookedAt = Date.now();
    let found = await read();
    // The record of an attempt that was too slow just now.
    const isOwn = found.holder === own.holder && found.beat === beat && lookedAt - writtenAt < leaseMs / 2;
    const expiresAt = isOwn ? 0 : Date.now() + Math.max(leaseMs, found.leaseMs);
    while (!found.free && Date.now() < expiresAt) {
      await sleep(settlingMs);
      lookedAt = Date.now();
      const next = await read();
      if (!next.free && JSON.stringify(next) !== JSON.stringify(found)) throw refusal(next);
      found = next;
    }
    await write(false);
    if (Date.now() - lookedAt >= settlingMs) return false;
    await sleep(settlingMs);
    const settled = await read();
    if (settled === none)
      throw unavailable("The unstorage driver did not return the value that was written.");
    if (settled.holder !== own.holder) throw refusal(settled);
    renewedAt = lookedAt;
    isBeating = true;
    return true;
  }

  return {
    isHeld,

    /** Takes the lease: soon if it is free, and after `leaseMs` if its holder has died. Throws if it is alive. */
    async take(): Promise<void> {
      lose();
      for (let attempt = 0; attempt < 5; attempt++) if (await tryToTake()) return beatOn();
      throw unavailable(
        `The unstorage driver takes longer than ${settlingMs} ms for a read and a write: expected a longer leaseMs.`,
      );
    },

    async release(): Promise<void> {
      const held = isHeld();
      lose();
      if (held && (await read()).holder === own.holder) await write(true);
    },
  };
}
