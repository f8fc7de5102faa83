import { hostname } from "node:os";
import process from "node:process";
import { clearTimeout, setTimeout } from "node:timers";
import { ToolsError } from "@tools-api/core";
import type { Storage } from "unstorage";
import { decodeText, encodeText } from "./item-text.ts";
import { withPatience } from "./patience.ts";

/** Who had the lease before: nobody ever, somebody who gave it back, or somebody who may be there still. */
export type Predecessor = "none" | "gone" | "unknown";

/** What makes one process the only one that works on a storage. */
export interface Lease {
  /**
   * Resolves once it is ours: soon where nobody has it, after `leaseMs` where its holder has died. Throws
   * `storage_unavailable` where its holder lives.
   */
  take(): Promise<Predecessor>;
  /** Whether nobody else can have it yet, as far as this process's clocks tell. */
  isHeld(): boolean;
  /** Lets others take it, where it is ours. */
  giveBack(): Promise<void>;
}

interface LeaseRecord {
  holder: string;
  /** Grows for as long as the holder lives. */
  beat: number;
  leaseMs: number;
  /** For whoever is refused. */
  process: string;
  free: boolean;
}

/** What stands in the storage; `damaged` also for one that is just being written. */
type Finding = LeaseRecord | "damaged" | undefined;

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/**
 * Measures how long something may have lasted, by two clocks: the one stands still while the machine sleeps, the
 * other may be set back.
 */
function stopwatch(): () => number {
  const started = { monotonic: performance.now(), wall: Date.now() };
  return () => Math.max(performance.now() - started.monotonic, Date.now() - started.wall);
}

function refusal(holder: string): ToolsError {
  return new ToolsError(
    "storage_unavailable",
    `Another process works on this unstorage storage (${holder}). unstorage has no atomic increment, so one process at a time may: stop that one, or use SQLite, PostgreSQL or Redis.`,
    { retryAfter: 1 },
  );
}

const attempts = 5;

/**
 * A lease on a storage without atomic operations. Whoever takes it writes its name and looks again after a pause
 * that is longer than any other may have taken from looking to writing, so of many only the last to write finds
 * its own name (Lamport, "A Fast Mutual Exclusion Algorithm", 1987). A holder is known to live by a beat that goes
 * on; clocks of hosts are never compared.
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
  // Others take over after the whole of it: the rest is for a write that was already on its way.
  const heldMs = leaseMs * 0.75;
  const holder = crypto.randomUUID();
  const description = `process ${process.pid} on ${hostname()}`;

  let beat = 0;
  // The last beat that was written while the lease was ours.
  let confirmedBeat = -1;
  let sinceBeat: (() => number) | undefined;
  let timer: NodeJS.Timeout | undefined;
  // A write that hangs may still land, so none is begun before it has ended.
  let writing: Promise<unknown> = Promise.resolve();

  const isHeld = () => sinceBeat !== undefined && sinceBeat() < heldMs;

  async function read(): Promise<Finding> {
    const text = decodeText(name, await withPatience(storage.getItem(name)));
    if (text === undefined || text === "damaged") return text;
    // Only `write` makes such texts.
    return JSON.parse(text.json) as LeaseRecord;
  }

  async function write(free: boolean): Promise<void> {
    await withPatience(writing);
    const sinceStart = stopwatch();
    const record: LeaseRecord = { holder, beat: ++beat, leaseMs, process: description, free };
    const written = storage.setItem(name, encodeText(name, { term: 0, json: JSON.stringify(record) }));
    writing = written.catch(() => undefined);
    await withPatience(written);
    if (sinceStart() < heldMs) confirmedBeat = record.beat;
  }

  const isOurs = (found: Finding) => typeof found === "object" && found.holder === holder && !found.free;
  // A beat that was under way while this process was stopped may have landed on that of another.
  const isStillOurs = (found: Finding) =>
    typeof found === "object" && isOurs(found) && found.beat === confirmedBeat;
  const isFree = (found: Finding) => found === undefined || (found !== "damaged" && found.free);

  /**
   * Resolves to what was last seen when the holder has shown no life for the time of its lease; throws as soon as
   * it does.
   */
  async function waitOut(first: Finding): Promise<Finding> {
    // Of the clocks, the one that nobody sets forward.
    const started = performance.now();
    let last = first;
    for (;;) {
      const term = Math.max(leaseMs, typeof last === "object" ? last.leaseMs : 0);
      if (performance.now() - started >= term) return last;
      await pause(settlingMs);
      const found = await read();
      if (isFree(found)) return found;
      // A text that is cut off may be half of the beat that we have seen.
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
    // Somebody was quicker, or lives after all: it is looked at anew.
    if (!isFree(look) && JSON.stringify(look) !== JSON.stringify(found)) return undefined;
    const sinceWrite = stopwatch();
    await write(false);
    // Too late: another may have looked, found nothing and settled meanwhile.
    if (sinceLook() >= settlingMs) return undefined;
    await pause(settlingMs);
    const settled = await read();
    if (settled === undefined)
      throw new ToolsError(
        "storage_unavailable",
        "The unstorage driver does not give back what it was given: expected one that can be written to.",
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
    await withPatience(writing);
    const sinceWrite = stopwatch();
    const found = await read();
    if (found === "damaged") return;
    if (!isOurs(found) || !isHeld()) return lose();
    await write(false);
    if (sinceBeat) sinceBeat = sinceWrite;
  }

  function beatOn(): void {
    timer = setTimeout(() => {
      // A renewal that fails is followed by another, until the lease has run out by itself.
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
        `The unstorage driver takes longer than ${settlingMs} ms for a look and a write, or others want the storage too: expected a longer leaseMs, or one process.`,
        { retryAfter: 1 },
      );
    },

    async giveBack() {
      const held = isHeld();
      lose();
      if (held && isOurs(await read())) await write(true);
    },
  };
}
