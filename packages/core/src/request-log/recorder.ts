import { type Clock, systemClock } from "../time.ts";
import type { DocumentStore, WriteOperation } from "../store/storage.ts";
import { addressNotes } from "./addresses.ts";
import { addToRing, newRing, type RequestRing, ringRows } from "./ring.ts";
import {
  chunks,
  isOfWriter,
  type LoggedRequest,
  maxChunks,
  newChunkId,
  newWriterId,
  requestOf,
  type Row,
  rowsPerChunk,
} from "./stored.ts";

/** Writes the last requests of accounts to the store, without delaying their responses. */
export interface RequestRecorder {
  /**
   * Adds a request of an account. It is stored within about a second. Never throws.
   *
   * @param address Returns the client's address, which is kept as that of the last use of an API key, to the minute.
   *   Default: unknown.
   */
  record(account: string, request: LoggedRequest, address?: () => string): void;
  /** Returns the number of requests that were left out: in a burst, or because the store did not respond. */
  dropped(): number;
  /** Writes all requests that wait. Never rejects. */
  flush(): Promise<void>;
}

/** The options of {@link requestRecorder}. */
export interface RequestRecorderOptions {
  documents: DocumentStore;
  /** Milliseconds for which requests are kept. */
  retentionMs: number;
  clock?: Clock;
  /** Milliseconds between two writes. Default: 1,000. */
  intervalMs?: number;
  /** Receives the error of a failed write. */
  onFailure?: (error: unknown) => void;
}

/** The chunk that this process fills with the requests of an account. */
interface OpenChunk {
  id: string;
  openedAt: number;
  rows: readonly Row[];
  /** The version of the stored chunk; `null` before its first write. */
  version: number | null;
  /** The ids of the previous chunks of this process, oldest first; `null` if they are not in memory. */
  previous: readonly string[] | null;
}

/** The next write of an account. */
interface Plan {
  account: string;
  chunk: OpenChunk;
  writes: readonly WriteOperation[];
}

// Bounds the memory: 1,000 chunks of fewer than 200 rows take at most 40 MB.
const maxOpen = 1000;
// An account has at most 100 waiting rows.
const maxWaiting = 1000;
// A chunk expires with its last row. So its first row must not be much older.
const maxChunkMs = 3_600_000;
// SQLite holds its lock during a commit.
const chunksPerCommit = 16;
const dropsAtOnce = 8;

/**
 * Creates a recorder of requests. It collects them in memory and writes a document per active account and second. The end
 * of the process by `kill -9` loses the requests of the last second. An account keeps the last 100 requests of each second
 * and at least the last 5,000 of each process, for `retentionMs`.
 *
 * @example
 * ```ts
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { listRequests, requestRecorder } from "@tools-api/core/request-log";
 *
 * const documents = memoryDocuments();
 * const recorder = requestRecorder({ documents, retentionMs: 3 * 86_400_000 });
 * recorder.record("acct_1", {
 *   requestId: "req_1",
 *   at: Date.now(),
 *   credential: "key_1",
 *   endpoint: "GET /v1/user/profile",
 *   status: 200,
 *   code: null,
 *   durationMs: 0.4,
 *   bytesIn: 0,
 *   bytesOut: 612,
 *   isMcp: false,
 * });
 * await recorder.flush();
 * const { requests } = await listRequests(documents, "acct_1", { limit: 10, since: 0 });
 * console.log(requests.map(({ endpoint }) => endpoint)); // [ "GET /v1/user/profile" ]
 * ```
 */
export function requestRecorder({
  documents,
  retentionMs,
  clock = systemClock,
  intervalMs = 1000,
  onFailure = () => {},
}: RequestRecorderOptions): RequestRecorder {
  const writer = newWriterId();
  const open = new Map<string, OpenChunk>();
  const addresses = addressNotes();
  let waiting = new Map<string, RequestRing>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let writing: Promise<void> = Promise.resolve();
  let dropped = 0;
  let opened = 0;

  const newChunk = (previous: OpenChunk["previous"], now: number): OpenChunk => ({
    id: newChunkId(now, writer, opened++),
    openedAt: now,
    rows: [],
    version: null,
    previous,
  });
  const hasRoom = ({ rows, openedAt }: OpenChunk, now: number) =>
    rows.length < rowsPerChunk && now - openedAt < maxChunkMs;

  /** Returns the chunk of an account in memory, or the one that this process wrote last. */
  async function currentChunk(account: string): Promise<OpenChunk | null> {
    const known = open.get(account);
    if (known) return known;
    const [newest] = await chunks.list(documents, { account }, { limit: 1 });
    if (!newest || !isOfWriter(newest.ids.chunk, writer)) return null;
    const { ids, value, version } = newest;
    return { id: ids.chunk, openedAt: value.rows[0]?.[0] ?? 0, rows: value.rows, version, previous: null };
  }

  /** Returns a new chunk after a full one, and the writes that drop the requests beyond the bound. */
  async function nextChunk(
    account: string,
    last: OpenChunk,
    now: number,
  ): Promise<[OpenChunk, WriteOperation[]]> {
    if (last.previous === null) {
      // After a start, and for accounts that were not in memory: everything that is stored counts.
      const stored = await chunks.list(documents, { account }, { limit: maxChunks + dropsAtOnce });
      const drops = stored.slice(maxChunks).map(({ ids }) => chunks.drop(ids));
      const ids = stored.slice(0, maxChunks).map((found) => found.ids.chunk);
      return [newChunk(ids.toReversed(), now), drops];
    }
    const previous = [...last.previous, last.id];
    const oldest = previous.length > maxChunks ? previous.shift() : undefined;
    if (oldest === undefined) return [newChunk(previous, now), []];
    // The chunks of this process after this one have more requests than an account keeps.
    const older = await chunks.list(documents, { account }, { after: oldest, limit: dropsAtOnce });
    const drops = [{ account, chunk: oldest }, ...older.map(({ ids }) => ids)].map((ids) => chunks.drop(ids));
    return [newChunk(previous, now), drops];
  }

  function chunkWrite(account: string, { id, rows, version }: OpenChunk, now: number): WriteOperation {
    const ids = { account, chunk: id };
    const value = { rows: [...rows], expiresAt: now + retentionMs };
    // A chunk that another process has erased with its account must not come back.
    return version === null
      ? chunks.create(ids, value)
      : chunks.replace({ key: chunks.key(ids), version }, value);
  }

  async function plan(account: string, rows: readonly Row[], now: number): Promise<Plan> {
    const writes: WriteOperation[] = [];
    let chunk = (await currentChunk(account)) ?? newChunk(null, now);
    if (!hasRoom(chunk, now)) {
      const [next, drops] = await nextChunk(account, chunk, now);
      writes.push(...drops);
      chunk = next;
    }
    // Not split at the bound, so a busy account takes one write a second.
    chunk = { ...chunk, rows: [...chunk.rows, ...rows] };
    writes.push(chunkWrite(account, chunk, now));
    return { account, chunk, writes };
  }

  function remember({ account, chunk }: Plan, version: number): void {
    open.delete(account);
    open.set(account, { ...chunk, version });
    const [first] = open.keys();
    if (open.size > maxOpen && first !== undefined) open.delete(first);
  }

  /** Puts requests back in front of those that came meanwhile. */
  function retryLater(account: string, rows: readonly Row[]): void {
    const found = waiting.get(account);
    if (!found && waiting.size >= maxWaiting) {
      dropped += rows.length;
      return;
    }
    const ring = newRing();
    for (const row of [...rows, ...(found ? ringRows(found) : [])])
      if (addToRing(ring, requestOf(row))) dropped += 1;
    waiting.set(account, ring);
    schedule();
  }

  /** Stores the requests of some accounts in one commit. */
  async function writeBatch(batch: ReadonlyMap<string, readonly Row[]>, now: number): Promise<void> {
    const plans = await Promise.all(Array.from(batch, ([account, rows]) => plan(account, rows, now)));
    const noted = new Map(plans.map(({ account }) => [account, addresses.writes(account)]));
    const result = await documents.commit([
      ...plans.flatMap(({ writes }) => writes),
      ...[...noted.values()].flat(),
    ]);
    if (result.committed) {
      for (const one of plans) remember(one, result.version);
      for (const [account, writes] of noted) addresses.stored(account, writes);
      return;
    }
    const erased = plans.find(({ writes }) => writes.some(({ key }) => key === result.conflict));
    if (!erased) throw new Error(`${result.conflict}: expected a chunk of this process`);
    open.delete(erased.account);
    await writeBatch(batch, now);
  }

  async function write(): Promise<void> {
    const taken = [...waiting];
    waiting = new Map();
    const now = clock.now();
    for (let start = 0; start < taken.length; start += chunksPerCommit) {
      const part = taken.slice(start, start + chunksPerCommit);
      const batch = new Map(part.map(([account, ring]) => [account, ringRows(ring)]));
      try {
        await writeBatch(batch, now);
      } catch (error) {
        for (const [account, rows] of batch) retryLater(account, rows);
        onFailure(error);
      }
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(write);
    return writing;
  }

  function schedule(): void {
    if (timer !== undefined) return;
    timer = setTimeout(() => void flush(), intervalMs);
    // The process may end while requests wait: it calls `flush` before.
    (timer as { unref?: () => void }).unref?.();
  }

  return {
    record(account, request, address) {
      if (address) addresses.note(account, request, address);
      let ring = waiting.get(account);
      if (!ring) {
        if (waiting.size >= maxWaiting) {
          dropped += 1;
          return;
        }
        ring = newRing();
        waiting.set(account, ring);
        schedule();
      }
      if (addToRing(ring, request)) dropped += 1;
    },
    dropped: () => dropped,
    flush,
  };
}
