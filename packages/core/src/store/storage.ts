import { dayMs } from "../time.ts";
import type { StoreCapabilities } from "./capabilities.ts";

export type {
  ArchiveOptions,
  ArchiveReader,
  RecordChanges,
  RecordKind,
  StoreArchive,
  StoreRecord,
} from "./archive.ts";
export type { Reach, StoreCapabilities } from "./capabilities.ts";
export type { BlobId, BlobRange, BlobStore } from "./blobs.ts";
export { byCodePoints } from "./code-points.ts";
export { encryptedBlobs } from "./encrypted-blobs.ts";
export { pageCursor } from "./page-cursor.ts";

/** A small JSON document under a path-like key such as `keys/<account>/<id>`. */
export interface StoredDocument {
  key: string;
  value: unknown;
  /** The version of the commit that wrote it. Versions only grow and are never reused within a store. */
  version: number;
}

/** One write of a {@link DocumentStore.commit}. */
export interface WriteOperation {
  /**
   * Must be non-empty, contain neither NUL nor lone surrogates, and be unique within a commit. Otherwise the commit
   * throws `invalid_parameter`.
   */
  key: string;
  /** The new value, which must survive a round trip through JSON. Absent to delete the document. */
  value?: unknown;
  /** Writes only if the document is at this version. */
  ifVersion?: number;
  /** Writes only if there is no such document, or if it has expired. */
  ifAbsent?: boolean;
  /** Epoch milliseconds from which the document counts as absent. */
  expiresAt?: number;
  /**
   * Raises the usage fence with the same name as the key to the version of this commit. A store that keeps usage in the
   * same database does so in the same transaction, for fences that it already knows. Callers also call {@link
   * UsageStore.fence}, because the two stores may be different engines.
   */
  fence?: boolean;
}

/** The result of a commit. `conflict` is the key of the first operation whose condition failed. */
export type CommitResult = { committed: true; version: number } | { committed: false; conflict: string };

/**
 * A store for accounts, keys and all other documents that are read often, written rarely, and must never be partially
 * written. Every method throws a `ToolsError` `storage_unavailable` if the engine does not respond.
 */
export interface DocumentStore {
  readonly capabilities: StoreCapabilities;
  /** Returns the document, or `null` if there is none or it has expired. */
  get(key: string): Promise<StoredDocument | null>;
  /**
   * Returns the documents whose keys start with `prefix`, starting after the key `after`. They are ordered by the code
   * points of their keys, which is also the order of their UTF-8 bytes. Throws `invalid_parameter` unless `limit` is a
   * positive integer.
   */
  list(prefix: string, page: { after?: string; limit: number }): Promise<StoredDocument[]>;
  /**
   * Commits all operations or none. Of concurrent callers with the same condition exactly one succeeds. A resolved
   * promise means that the writes are durable to the extent that `capabilities` states. Throws `invalid_parameter`
   * before writing if it could not store a value unchanged. Any other error means that the engine failed. The caller
   * must then read to learn whether the writes happened.
   */
  commit(operations: WriteOperation[]): Promise<CommitResult>;
  /**
   * Makes a small write as durable as any other, and resolves when it is done. Throws if the engine does not respond or
   * refuses writes: its disk is full, its file is read-only, or it has become a replica. For an engine with shards, one
   * that accepts the write is enough.
   */
  ping(): Promise<void>;
  /** Ends the store's background work. The caller remains responsible for closing the client that it passed in. */
  close(): Promise<void>;
}

/** A range of time with an allowance, such as the day of an account. */
export interface UsageWindow {
  /** Unique within the account, for instance `day:2026-11-21`. */
  id: string;
  /** Units that the window admits. May differ from call to call, because a plan change changes it. */
  limit: number;
  /** Epoch milliseconds at which the window ends. */
  ends: number;
  /**
   * Minimum number of milliseconds for which the counter is kept after the window ends. A refund may come late, and the
   * clocks of processes differ. Default: {@link defaultWindowTtlMs}.
   */
  ttlMs?: number;
}

/** The default time for which the counter of a window is kept after the window ends: two days. */
export const defaultWindowTtlMs = 2 * dayMs;

/**
 * A condition that a document is still at a revision. The id is the key of the document, a path whose second segment is
 * its account, as in `keys/<account>/<id>`. A distributed engine keeps a fence with the counters of that account, and
 * finds it only for calls of that account.
 */
export interface Fence {
  id: string;
  revision: number;
}

/**
 * Writes that belong together. After an error, a caller may send a batch again with the same `id`. If the store wrote it
 * the first time, it changes nothing and returns the first result. A store whose errors always mean that nothing was
 * written may ignore the `id`.
 */
export interface UsageBatch<Item> {
  /** Unique, and remembered for an hour. Never taken from a request. */
  id: string;
  /** Epoch milliseconds. */
  at: number;
  items: Item[];
}

/** A call to be admitted. */
export interface UsageCall {
  account: string;
  /** The name under which the store sums the call. The meter adds the credential, as in `profile by key_1`. */
  endpoint: string;
  /** Epoch milliseconds of the admission, which determines the bucket. */
  at: number;
  windows: UsageWindow[];
  /** The units that it takes of each window: a whole number from 1 to 1,000,000,000. Default: 1. */
  units?: number | undefined;
  fences: readonly Fence[];
  /** The outcome of a call that has already ended. See {@link UsageStore.consume}. */
  ended?: EndedCall;
}

/** The outcome of a call that ends before it is admitted, because its work is short and has no side effects. */
export interface EndedCall extends CallOutcome {
  /** The id of the credential. The call updates its last use. */
  credential: string;
  /**
   * The outcome holds only if the first window then counts at least the first number of units and at most the second,
   * including those of this call. Default: it always holds.
   */
  used?: readonly [min: number, max: number];
}

/**
 * The result of a {@link UsageCall}. `used` has the count of units of each of its windows, including this call if it was
 * admitted. `isRecorded` is true if the store has also recorded the outcome of an ended call.
 */
export type Admission =
  | { outcome: "admitted"; used: number[]; isRecorded?: true }
  /** `exceeded`: the ids of the windows that had too few units left. */
  | { outcome: "refused"; used: number[]; exceeded: string[] }
  /** `fences`: the ids of the fences that are unknown or at another revision. Nothing was counted. */
  | { outcome: "stale"; fences: string[] };

/** The outcome of a call that counts. */
export interface CallOutcome {
  /** True for 2xx and 3xx, false for 4xx. */
  succeeded: boolean;
  bytesIn: number;
  bytesOut: number;
  durationMs: number;
}

/** The outcome of an admitted call. */
export interface UsageOutcome extends CallOutcome {
  account: string;
  endpoint: string;
  /** Epoch milliseconds of the admission. */
  at: number;
  /** The id of the credential. The call updates its last use. */
  credential: string;
}

/** The refund of an admitted call that failed through a server error. Each window gets its units back. */
export interface UsageRefund {
  account: string;
  endpoint: string;
  /** Epoch milliseconds of the admission. */
  at: number;
  /** The ids of the windows in which it was counted. */
  windows: string[];
  /** The units that it took. Default: 1. */
  units?: number | undefined;
}

/** The length of a bucket. The hours and days of every time zone are whole numbers of quarter hours. */
export const bucketMs = 15 * 60 * 1000;

/** The default number of days for which buckets are kept as quarter hours. */
export const defaultQuarterDays = 400;

/**
 * Returns the UTC midnight before which a store may keep sums of UTC days instead of quarter hours. Such a sum is stored
 * under the first quarter hour of its day. Old usage thus costs at most four records per day and account.
 *
 * @example
 * ```ts
 * import { foldingHorizon } from "@tools-api/core/storage";
 *
 * console.log(new Date(foldingHorizon(Date.parse("2026-11-22T12:00:00Z"))).toISOString()); // 2025-10-18T00:00:00.000Z
 * ```
 */
export function foldingHorizon(now: number, quarterDays = defaultQuarterDays): number {
  return Math.floor((now - quarterDays * dayMs) / dayMs) * dayMs;
}

/** The usage in a range of time, counted by instant of admission. */
export interface UsageCounts {
  /** Admitted and not refunded. */
  calls: number;
  /** The units of these calls. */
  units: number;
  succeeded: number;
  failed: number;
  /** Refunded. */
  serverErrors: number;
  /** Refused because the allowance was used up. */
  rejected: number;
  bytesIn: number;
  bytesOut: number;
  /** Sum over succeeded and failed, in microseconds. */
  durationUs: number;
}

/**
 * Returns counts of zero.
 *
 * @example
 * ```ts
 * import { noCounts } from "@tools-api/core/storage";
 *
 * console.log(noCounts().calls); // 0
 * ```
 */
export function noCounts(): UsageCounts {
  return {
    calls: 0,
    units: 0,
    succeeded: 0,
    failed: 0,
    serverErrors: 0,
    rejected: 0,
    bytesIn: 0,
    bytesOut: 0,
    durationUs: 0,
  };
}

/**
 * Adds `counts` to `sum` in place.
 *
 * @example
 * ```ts
 * import { addCounts, noCounts } from "@tools-api/core/storage";
 *
 * const sum = noCounts();
 * addCounts(sum, { ...noCounts(), calls: 2 });
 * console.log(sum.calls); // 2
 * ```
 */
export function addCounts(sum: UsageCounts, counts: UsageCounts): void {
  sum.calls += counts.calls;
  sum.units += counts.units;
  sum.succeeded += counts.succeeded;
  sum.failed += counts.failed;
  sum.serverErrors += counts.serverErrors;
  sum.rejected += counts.rejected;
  sum.bytesIn += counts.bytesIn;
  sum.bytesOut += counts.bytesOut;
  sum.durationUs += counts.durationUs;
}

/** The usage of an account on one endpoint in a range of time. */
export interface UsageBucket extends UsageCounts {
  endpoint: string;
  /** Epoch milliseconds, a multiple of {@link bucketMs}. */
  start: number;
}

/** A query for usage. */
export interface UsageQuery {
  account: string;
  /**
   * Epoch milliseconds, ascending, each a multiple of `bucketMs`. The store sums the usage from each boundary up to the
   * next, so a year of days does not transfer its quarter hours.
   */
  boundaries: readonly number[];
  /** Ids of the windows whose counters to read. */
  windows: string[];
}

/** One consistent view: the counters and the buckets are of the same instant. */
export interface UsageReading {
  /**
   * A sum for each endpoint and range between two boundaries that has usage. `start` is the lower boundary. Ordered by
   * start, then endpoint.
   */
  buckets: UsageBucket[];
  /** A count for each window of the query; 0 for a window without admitted calls. */
  used: number[];
  /** Over the whole life of the account. */
  lifetime: { calls: number; firstCallAt: number | null; lastCallAt: number | null };
}

/** A query for the usage of many accounts. */
export interface UsageTotalsQuery {
  /** Different ids. The cost of a query grows with their number, so callers ask for about a hundred at a time. */
  accounts: readonly string[];
  /** As in {@link UsageQuery}. */
  boundaries: readonly number[];
}

/** The usage of an account on all endpoints in a range of time. */
export interface UsageTotal extends UsageCounts {
  account: string;
  /** The lower boundary of the range. */
  start: number;
}

/**
 * A store for usage, the hot path: counters that admit exactly, and the record of admitted calls. Every method throws a
 * `ToolsError` `storage_unavailable` if the engine does not respond.
 */
export interface UsageStore {
  readonly capabilities: StoreCapabilities;
  /** The number of days for which buckets are kept as quarter hours. Default: {@link defaultQuarterDays}. */
  readonly quarterDays?: number;
  /**
   * Returns the name of the shard that holds an account, for an engine whose shards can fail independently. A batch
   * succeeds or fails as a whole, so callers should not mix accounts of several shards in one batch. Absent if the
   * engine has no shards.
   */
  partitionOf?(account: string): string;
  /**
   * Decides each call in turn, and counts it in the same atomic step. A call is `stale` unless every fence is at its
   * revision. It is `admitted` if every window has its units left, otherwise `refused`. An admitted call takes its units
   * of every window, increments `calls` of its bucket and adds to `units`. A refused call takes none and increments
   * `rejected`. A resolved promise means that the results are recorded.
   *
   * If an admitted call has already ended, the store may record its outcome in the same step, as `complete` does, and
   * return `isRecorded`. A store does so in the usual case at least if that saves a write. Otherwise the caller records
   * the outcome with `complete`.
   */
  consume(batch: UsageBatch<UsageCall>): Promise<Admission[]>;
  /** Adds the outcomes to the buckets of their admission, and records the last use of each credential. */
  complete(batch: UsageBatch<UsageOutcome>): Promise<void>;
  /**
   * Refunds units and moves each call from `calls` to `serverErrors` of its bucket. A refund changes nothing if its
   * bucket has no call left, and returns no unit of the calls that remain in its bucket, at least one each. Counters and
   * buckets therefore agree whatever a caller refunds.
   */
  refund(batch: UsageBatch<UsageRefund>): Promise<void>;
  /** Raises a fence to `revision`. A fence at a higher revision stays. */
  fence(id: string, revision: number): Promise<void>;
  read(query: UsageQuery): Promise<UsageReading>;
  /**
   * Returns a sum for each account and each range between two boundaries that has usage, in any order. Each account is of
   * one instant.
   */
  totals(query: UsageTotalsQuery): Promise<UsageTotal[]>;
  /**
   * Returns the last completed call of each credential in epoch milliseconds, accurate to the minute. Absent if unused.
   */
  lastUsed(credentials: string[]): Promise<Map<string, number>>;
  /**
   * Makes a small write as durable as any other, and resolves when it is done. Throws if the engine does not respond or
   * refuses writes: its disk is full, its file is read-only, or it has become a replica. For an engine with shards, one
   * that accepts the write is enough.
   */
  ping(): Promise<void>;
  /** Ends the store's background work. The caller remains responsible for closing the client that it passed in. */
  close(): Promise<void>;
}
