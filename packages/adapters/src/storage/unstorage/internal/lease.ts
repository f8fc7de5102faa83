import { hostname } from "node:os";
import process from "node:process";
import { clearInterval, setInterval } from "node:timers";
import { setTimeout as sleep } from "node:timers/promises";
import type { Storage } from "unstorage";
import { encodeText, readText, unavailable } from "./journal.ts";
import { root } from "../schema.ts";

const key = `${root}:lease`;
/** The record of a lease that is being written, or whose writer was killed. */
const unfinished = { holder: "", beat: 0, leaseMs: 0, process: "one that is starting", free: false };

const refusal = (holder: typeof unfinished) =>
  unavailable(
    `another process uses this storage (${holder.process}). unstorage has no atomic increment, so only one process can use it. Stop that process, or use SQLite, PostgreSQL or Redis.`,
  );

/**
 * Creates a lease that lets only one process at a time use a storage without atomic operations. A process that takes it
 * writes its name and reads again after a pause. The pause is longer than any other process may take between its read
 * and its write, so only the last writer finds its own name (Lamport, "A Fast Mutual Exclusion Algorithm", 1987). A
 * growing heartbeat shows that a holder is alive.
 */
export function createLease(storage: Storage, leaseMs: number) {
  const pauseMs = leaseMs / 20;
  const own = { holder: crypto.randomUUID(), leaseMs, process: `process ${process.pid} on ${hostname()}` };
  let beat = 0;
  // By the wall clock: the monotonic clock can stop while the machine sleeps.
  let renewedAt = -Infinity;
  let timer: NodeJS.Timeout | undefined;

  /** Returns whether no other process can have the lease yet. The rest of the time is for a write in flight. */
  const isHeld = () => Date.now() - renewedAt < leaseMs * 0.75;

  /** Returns the record of the lease, or `null` if it is free. */
  async function read(): Promise<typeof unfinished | null> {
    const text = await readText(storage, key);
    // Only `write` writes such texts. Earlier releases kept a free record.
    const record = (text?.value ?? unfinished) as typeof unfinished;
    return !text || record.free ? null : record;
  }

  async function write(): Promise<void> {
    await storage.setItem(key, encodeText(JSON.stringify({ ...own, beat: ++beat, free: false })));
  }

  function lose(): void {
    renewedAt = -Infinity;
    clearInterval(timer);
    timer = undefined;
  }

  async function renew(): Promise<void> {
    const startedAt = Date.now();
    if ((await read())?.holder !== own.holder || !timer) return lose();
    // After its lease has expired, a process without a task still shows that it is alive.
    await write();
    if (isHeld()) renewedAt = startedAt;
  }

  return {
    isHeld,

    /** Takes the lease: soon if it is free, and after `leaseMs` if its holder has died. Throws if it is alive. */
    async take(): Promise<void> {
      lose();
      for (let attempt = 0; attempt < 3; attempt++) {
        let readAt = Date.now();
        let found = await read();
        const expiresAt = readAt + Math.max(leaseMs, found?.leaseMs ?? 0);
        while (found && Date.now() < expiresAt) {
          await sleep(pauseMs);
          readAt = Date.now();
          const next = await read();
          if (next && (next.holder !== found.holder || next.beat !== found.beat)) throw refusal(next);
          found = next;
        }
        await write();
        // Another process may have taken the lease before a slow write.
        if (Date.now() - readAt >= pauseMs) continue;
        await sleep(pauseMs);
        const settled = await read();
        if (!settled) throw unavailable("the driver did not return the value that was written.");
        if (settled.holder !== own.holder) throw refusal(settled);
        renewedAt = readAt;
        // A failed renewal is followed by another one.
        timer = setInterval(() => void renew().catch(() => {}), leaseMs / 4).unref();
        return;
      }
      throw unavailable(`a read and a write take longer than ${pauseMs} ms: expected a longer leaseMs`);
    },

    async release(): Promise<void> {
      lose();
      if ((await read())?.holder === own.holder) await storage.removeItem(key);
    },
  };
}
