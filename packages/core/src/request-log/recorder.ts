import { type Clock, systemClock } from "../time.ts";
import type { DocumentStore } from "../store/storage.ts";
import { addressNotes } from "./addresses.ts";
import { ringRows, waitingRequests } from "./ring.ts";
import { openChunks } from "./open-chunks.ts";
import type { LoggedRequest, Row } from "./stored.ts";

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

// SQLite holds its lock during a commit.
const chunksPerCommit = 16;

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
  const open = openChunks(documents, retentionMs);
  const addresses = addressNotes();
  const waiting = waitingRequests();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let writing: Promise<void> = Promise.resolve();

  /** Stores the requests of some accounts in one commit. */
  async function writeBatch(batch: ReadonlyMap<string, readonly Row[]>, now: number): Promise<void> {
    const plans = await Promise.all(Array.from(batch, ([account, rows]) => open.plan(account, rows, now)));
    const noted = new Map(plans.map(({ account }) => [account, addresses.writes(account)]));
    const result = await documents.commit([
      ...plans.flatMap(({ writes }) => writes),
      ...[...noted.values()].flat(),
    ]);
    if (result.committed) {
      for (const one of plans) open.written(one, result.version);
      for (const [account, writes] of noted) addresses.stored(account, writes);
      return;
    }
    const erased = plans.find(({ writes }) => writes.some(({ key }) => key === result.conflict));
    if (!erased) throw new Error(`${result.conflict}: expected a chunk of this process`);
    open.forget(erased.account);
    await writeBatch(batch, now);
  }

  async function write(): Promise<void> {
    const taken = waiting.take();
    const now = clock.now();
    for (let start = 0; start < taken.length; start += chunksPerCommit) {
      const part = taken.slice(start, start + chunksPerCommit);
      const batch = new Map(part.map(([account, ring]) => [account, ringRows(ring)]));
      try {
        await writeBatch(batch, now);
      } catch (error) {
        for (const [account, rows] of batch) if (waiting.putBack(account, rows)) schedule();
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
      if (waiting.add(account, request)) schedule();
    },
    dropped: waiting.dropped,
    flush,
  };
}
