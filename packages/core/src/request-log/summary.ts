import type { DocumentStore } from "../store/storage.ts";
import { findRows, type RequestSearch } from "./list.ts";
import { type LoggedRequest, requestOf, type Row } from "./stored.ts";

/** The newest request with a status, a code and an endpoint, and the number of requests that have the same. */
interface CountedError extends LoggedRequest {
  requests: number;
}

/** The last requests of an account in figures. */
export interface RequestSummary {
  /** The number of requests that the figures describe. */
  requests: number;
  /** The number of requests by status, in the order of the statuses. */
  statuses: { status: number; requests: number }[];
  /** The durations in milliseconds that half and 95 percent of the requests do not exceed; `null` without requests. */
  latencyMs: { p50: number; p95: number } | null;
  /** The newest request of each kind of error, newest first. */
  errors: CountedError[];
}

/** The requests to summarize. All conditions hold together. */
export type RequestSummaryQuery = Pick<RequestSearch, "since" | "credential" | "endpoint">;

// A full log has 5,000 requests in each process. Reading these chunks takes 10 ms.
const maxRequests = 2000;
const maxErrors = 5;

/** Returns the nearest-rank percentile of ascending values. */
function percentile(values: readonly number[], percent: number): number {
  return values[Math.max(0, Math.ceil((values.length * percent) / 100) - 1)] ?? 0;
}

function countStatuses(rows: readonly Row[]): RequestSummary["statuses"] {
  const counts = new Map<number, number>();
  for (const [, , , , status] of rows) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts].toSorted(([a], [b]) => a - b).map(([status, requests]) => ({ status, requests }));
}

/** Returns the newest request of each kind of error, with the number of its kind. The rows are the newest first. */
function countErrors(rows: readonly Row[]): CountedError[] {
  const kinds = new Map<string, CountedError>();
  for (const row of rows) {
    const request = requestOf(row);
    if (request.status < 400) continue;
    const kind = `${request.status} ${request.code} ${request.endpoint}`;
    const known = kinds.get(kind);
    if (known) known.requests += 1;
    else kinds.set(kind, { ...request, requests: 1 });
  }
  return [...kinds.values()].slice(0, maxErrors);
}

/**
 * Summarizes the last 2,000 requests of an account since an instant.
 *
 * @example
 * ```ts
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { summarizeRequests } from "@tools-api/core/request-log";
 *
 * const { requests } = await summarizeRequests(memoryDocuments(), "acct_1", { since: 0 });
 * console.log(requests); // 0
 * ```
 */
export async function summarizeRequests(
  documents: DocumentStore,
  account: string,
  { since, credential, endpoint }: RequestSummaryQuery,
): Promise<RequestSummary> {
  const conditions = { since, credential, endpoint };
  const found = await findRows(documents, account, conditions, (_, read) => read >= maxRequests);
  const rows = found.slice(0, maxRequests);
  const durations = rows.map(([, , , , , , durationMs]) => durationMs).toSorted((a, b) => a - b);
  return {
    requests: rows.length,
    statuses: countStatuses(rows),
    latencyMs: rows.length === 0 ? null : { p50: percentile(durations, 50), p95: percentile(durations, 95) },
    errors: countErrors(rows),
  };
}
