/** How far a store's guarantees reach: one process, all processes on one host, or every process anywhere. */
export type Reach = "process" | "host" | "everywhere";

/** What a store promises beyond the contract of its port. */
export interface StoreCapabilities {
  /** Where concurrent users see one state. */
  exactAcross: Reach;
  /** Whether an acknowledged write survives the end of the process, `kill -9` included. */
  durable: boolean;
}

/** A small JSON document under a path-like key such as `keys/<account>/<id>`. */
export interface StoredDocument {
  key: string;
  value: unknown;
  /** The version of the commit that wrote it. Versions only grow and are never used twice in a store. */
  version: number;
}

/** One write of a {@link DocumentStore.commit}. */
export interface WriteOperation {
  /** Not empty, with neither NUL nor lone surrogates, and once in a commit: else `invalid_parameter`. */
  key: string;
  /** The new value, which must survive JSON; absent to delete the document. */
  value?: unknown;
  /** Write only if the document is at this version. */
  ifVersion?: number;
  /** Write only if there is no such document, or if it has expired. */
  ifAbsent?: boolean;
  /** Epoch milliseconds from which the document counts as absent. */
  expiresAt?: number;
  /**
   * Raise the usage fence that is named like the key to the version of this commit. A store that keeps usage
   * in the same database does so in the same transaction, for fences that it already knows. Callers raise it
   * by {@link UsageStore.fence} as well, since the two stores may be different engines.
   */
  fence?: boolean;
}

/** `conflict` is the key of the first operation whose condition did not hold. */
export type CommitResult = { committed: true; version: number } | { committed: false; conflict: string };

/**
 * Accounts, keys and everything else that is read often, written seldom, and must never be half written.
 * Every method throws a `ToolsError` `storage_unavailable` where the engine does not answer.
 */
export interface DocumentStore {
  readonly capabilities: StoreCapabilities;
  /** The document, or `null` where there is none or it has expired. */
  get(key: string): Promise<StoredDocument | null>;
  /**
   * The documents whose key starts with `prefix`, in the order of their keys' code points (which is that of
   * their UTF-8 bytes), beginning behind `after`. `limit` is a positive integer: else `invalid_parameter`.
   */
  list(prefix: string, page: { after?: string; limit: number }): Promise<StoredDocument[]>;
  /**
   * Does all operations or none. Of any number of callers that compete for the same condition exactly one
   * wins. A resolved promise means that the writes are durable as far as `capabilities` says. Throws
   * `invalid_parameter` before it writes, on what it could not give back; beyond that only when the engine
   * fails, and then a caller has to read to learn what happened.
   */
  commit(operations: WriteOperation[]): Promise<CommitResult>;
  /**
   * Makes a small write of its own, as durable as any other, and resolves when it is done. Throws if the engine does
   * not answer or refuses writes: its disk is full, its file is read-only, it has become a replica. Of an engine with
   * shards, one that accepts the write is enough.
   */
  ping(): Promise<void>;
  /** Ends the store's own work. The client that was handed in stays the caller's to close. */
  close(): Promise<void>;
}

/** A stretch of time with an allowance, such as the day of an account. */
export interface UsageWindow {
  /** Unique within the account, for instance `day:2026-11-21`. */
  id: string;
  /** Calls that the window admits. May differ from call to call: a plan change moves it. */
  limit: number;
  /** Epoch milliseconds at which the window closes. */
  ends: number;
  /**
   * Milliseconds for which the counter is kept once the window has closed, at least: a refund may come late,
   * and the clocks of processes differ. Default: {@link defaultWindowKeptMs}.
   */
  keptMs?: number;
}

/** How long the counter of a window is kept that says nothing else: two days. */
export const defaultWindowKeptMs = 2 * 86_400_000;

/**
 * A claim that a document still stands at a revision. The id is the key of the document, a path whose second
 * segment is the account that it belongs to, as in `keys/<account>/<id>`: an engine that is spread over machines
 * keeps a fence beside the counters of that account, and finds it for calls of that account alone.
 */
export interface Fence {
  id: string;
  revision: number;
}

/** Writes that belong together. A repeated `id` changes nothing and answers as the first time did. */
export interface UsageBatch<Item> {
  /** Unique; kept for an hour. Never taken from a request. */
  id: string;
  /** Epoch milliseconds. */
  at: number;
  items: Item[];
}

/** A call that asks to be admitted. */
export interface UsageCall {
  account: string;
  endpoint: string;
  /** Epoch milliseconds of the admission; decides the bucket. */
  at: number;
  windows: UsageWindow[];
  fences: Fence[];
}

/** The answer to a {@link UsageCall}; `used` holds a figure for each of its windows, this call included. */
export type Admission =
  | { outcome: "admitted"; used: number[] }
  /** `exceeded`: the ids of the windows that were full. */
  | { outcome: "refused"; used: number[]; exceeded: string[] }
  /** `fences`: the ids of the fences that are unknown or stand at another revision. Nothing was counted. */
  | { outcome: "stale"; fences: string[] };

/** How an admitted call ended with an answer that counts. */
export interface UsageOutcome {
  account: string;
  endpoint: string;
  /** Epoch milliseconds of the admission. */
  at: number;
  /** The id of the credential, whose last use this is. */
  credential: string;
  /** True for 2xx and 3xx, false for a 4xx. */
  succeeded: boolean;
  bytesIn: number;
  bytesOut: number;
  durationMs: number;
}

/** An admitted call that failed by our fault: its unit goes back to each window. */
export interface UsageRefund {
  account: string;
  endpoint: string;
  /** Epoch milliseconds of the admission. */
  at: number;
  /** The ids of the windows that it was admitted to. */
  windows: string[];
}

/** Length of a bucket: every time zone's hours and days are whole sums of quarter hours. */
export const bucketMs = 15 * 60 * 1000;

/**
 * How long buckets are kept as quarter hours, at least: 400 days. Older ones are folded, a UTC day into its first
 * quarter of an hour, so that a longer life does not cost more than four records a day and account.
 */
const bucketRetentionMs = 400 * 86_400_000;

/** Returns the UTC midnight before which a store may keep sums of UTC days instead of quarter hours. */
export function foldingHorizon(now: number): number {
  return Math.floor((now - bucketRetentionMs) / 86_400_000) * 86_400_000;
}

/** What happened in a stretch of time, counted by instant of admission. */
export interface UsageCounts {
  /** Admitted and not given back. */
  calls: number;
  succeeded: number;
  failed: number;
  /** Given back. */
  serverErrors: number;
  /** Refused for want of allowance. */
  rejected: number;
  bytesIn: number;
  bytesOut: number;
  /** Sum over succeeded and failed, in microseconds. */
  durationUs: number;
}

/** What an account did on one endpoint in a stretch of time. */
export interface UsageBucket extends UsageCounts {
  endpoint: string;
  /** Epoch milliseconds, a multiple of {@link bucketMs}. */
  start: number;
}

/** What to read. */
export interface UsageQuery {
  account: string;
  /**
   * Epoch milliseconds, ascending, each a multiple of `bucketMs`. What happened from one to before the next is
   * summed up by the store, so that a year of days costs no transfer of its quarter hours.
   */
  boundaries: readonly number[];
  /** Ids of windows whose counters are wanted. */
  windows: string[];
}

/** One consistent view: the counters and the buckets are of the same instant. */
export interface UsageReading {
  /**
   * A sum for each endpoint and stretch between two boundaries in which something happened, `start` being the
   * first of the two; in the order of their start, then endpoint.
   */
  buckets: UsageBucket[];
  /** A figure for each window of the query; 0 for one that nothing was admitted to. */
  used: number[];
  /** Over the account's whole life. */
  lifetime: { calls: number; firstCallAt: number | null; lastCallAt: number | null };
}

/**
 * The hot path: counters that admit exactly, and the record of what they admitted. Every method throws a
 * `ToolsError` `storage_unavailable` where the engine does not answer.
 */
export interface UsageStore {
  readonly capabilities: StoreCapabilities;
  /**
   * The part of the engine that an account lies on, by any name, where parts can fail on their own. A batch is
   * answered as a whole, so callers do better to mix no accounts of several parts in one. Absent where the engine
   * is of one piece.
   */
  partOf?(account: string): string;
  /**
   * Decides each call in turn, in one atomic step with what it counts: a call is `stale` unless every fence
   * stands at its revision, `admitted` if every window has a unit left, else `refused`. An admitted call
   * takes a unit of every window and adds to its bucket's `calls`; a refused one takes none and adds to
   * `rejected`. A resolved promise means recorded.
   */
  consume(batch: UsageBatch<UsageCall>): Promise<Admission[]>;
  /** Adds the outcomes to the buckets of their admission, and notes each credential's last use. */
  complete(batch: UsageBatch<UsageOutcome>): Promise<void>;
  /**
   * Gives units back and turns each call into a `serverErrors` of its bucket. A refund whose bucket holds no
   * call any more changes nothing, so that counters and buckets agree whatever a caller gives back.
   */
  refund(batch: UsageBatch<UsageRefund>): Promise<void>;
  /** Raises a fence to `revision`; one that stands higher stays. */
  fence(id: string, revision: number): Promise<void>;
  read(query: UsageQuery): Promise<UsageReading>;
  /** Epoch milliseconds, to the minute, of the last completed call of each credential; absent if never used. */
  lastUsed(credentials: string[]): Promise<Map<string, number>>;
  /**
   * Makes a small write of its own, as durable as any other, and resolves when it is done. Throws if the engine does
   * not answer or refuses writes: its disk is full, its file is read-only, it has become a replica. Of an engine with
   * shards, one that accepts the write is enough.
   */
  ping(): Promise<void>;
  /** Ends the store's own work. The client that was handed in stays the caller's to close. */
  close(): Promise<void>;
}
