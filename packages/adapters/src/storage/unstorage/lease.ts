import { hostname } from "node:os";
import process from "node:process";
import { clearTimeout, setTimeout } from "node:timers";
import { setTimeout as sleep } from "node:timers/promises";
import { ToolsError } from "@tools-api/core";
import type { Storage } from "unstorage";
import { encodeText, readText } from "./journal.ts";
import { root } from "./schema.ts";

const key = `${root}:lease`;
const none = { holder: "", beat: 0, leaseMs: 0, process: "", free: true };
/** A record that is being written, or whose writer was killed. */
const damaged: typeof none = { ...none, process: "one that is starting", free: false };

function unavailable(message: string): ToolsError {
  return new ToolsError("storage_unavailable", message, { retryAfter: 1 });
}

function refusal(holder: typeof none): ToolsError {
  return unavailable(
    `Another process uses this unstorage storage (${holder.process}). unstorage has no atomic increment, so only one process can use it. Stop that process, or use SQLite, PostgreSQL or Redis.`,
  );
}

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

  async function read(): Promise<typeof none> {
    const text = await readText(storage, key);
    if (text === undefined) return none;
    // Only `write` writes such texts.
    return text === "damaged" ? damaged : (JSON.parse(text.json) as typeof none);
  }

  async function write(free: boolean): Promise<void> {
    await storage.setItem(key, encodeText(key, JSON.stringify({ ...own, beat: ++beat, free })));
  }

  function lose(): void {
    renewedAt = -Infinity;
    clearTimeout(timer);
    timer = undefined;
  }

  async function renew(): Promise<void> {
    const startedAt = Date.now();
    if ((await read()).holder !== own.holder || !timer) return lose();
    // After its lease has expired, a process without a task still shows that it is alive.
    await write(false);
    if (isHeld()) renewedAt = startedAt;
  }

  async function renewLater(): Promise<void> {
    // A failed renewal is followed by another one.
    await renew().catch(() => {});
    if (timer) scheduleRenewal();
  }

  function scheduleRenewal(): void {
    timer = setTimeout(() => void renewLater(), leaseMs / 4).unref();
  }

  return {
    isHeld,

    /** Takes the lease: soon if it is free, and after `leaseMs` if its holder has died. Throws if it is alive. */
    async take(): Promise<void> {
      lose();
      for (let attempt = 0; attempt < 3; attempt++) {
        let readAt = Date.now();
        let found = await read();
        const expiresAt = readAt + Math.max(leaseMs, found.leaseMs);
        while (!found.free && Date.now() < expiresAt) {
          await sleep(pauseMs);
          readAt = Date.now();
          const next = await read();
          if (!next.free && JSON.stringify(next) !== JSON.stringify(found)) throw refusal(next);
          found = next;
        }
        await write(false);
        // Another process may have taken the lease before a slow write.
        if (Date.now() - readAt >= pauseMs) continue;
        await sleep(pauseMs);
        const settled = await read();
        if (settled === none)
          throw unavailable("The unstorage driver did not return the value that was written.");
        if (settled.holder !== own.holder) throw refusal(settled);
        renewedAt = readAt;
        return scheduleRenewal();
      }
      throw unavailable(
        `The unstorage driver takes longer than ${pauseMs} ms for a read and a write: expected a longer leaseMs.`,
      );
    },

    async release(): Promise<void> {
      const held = isHeld();
      lose();
      if (held && (await read()).holder === own.holder) await write(true);
    },
  };
}
