import type { DocumentStore } from "../store/storage.ts";
import { invalidParameters } from "../schema/validate.ts";
import { chunks, type LoggedRequest, maxChunks, requestOf, type Row } from "./stored.ts";

/** A search in the last requests of an account. All conditions hold together. */
export interface RequestSearch {
  /** The `next` of the previous page. */
  after?: string | undefined;
  /** The maximum number of requests. */
  limit: number;
  /** The earliest instant in epoch milliseconds. */
  since: number;
  /** The instant before which requests end, in epoch milliseconds. Default: none. */
  until?: number | undefined;
  requestId?: string | undefined;
  credential?: string | undefined;
  endpoint?: string | undefined;
  /** A status such as 429, or a class from 1 to 5. */
  status?: number | undefined;
  /** True for calls through MCP only, false for all others. */
  isMcp?: boolean | undefined;
}

/** A page of requests, newest first. `next` is `null` on the last page. */
export interface RequestPage {
  requests: LoggedRequest[];
  next: string | null;
}

// The chunks of two processes, and the last ones of earlier processes. Bounds the cost of a page: 3 MB and 40 ms.
const maxRead = 2 * maxChunks + 20;

/** The conditions on the requests of a search or a summary. */
type RequestConditions = Omit<RequestSearch, "after" | "limit">;

function meets(
  row: Row,
  { requestId, credential, endpoint, status, isMcp, since, until = Infinity }: RequestConditions,
): boolean {
  const [at, id, by, route, outcome, , , , , mcp] = row;
  return (
    at >= since &&
    at < until &&
    (requestId === undefined || id === requestId) &&
    (credential === undefined || by === credential) &&
    (endpoint === undefined || route === endpoint) &&
    (status === undefined || outcome === status || Math.floor(outcome / 100) === status) &&
    (isMcp === undefined || (mcp === 1) === isMcp)
  );
}

/**
 * Returns the requests of an account that meet all conditions, newest first.
 *
 * @param isEnough Called with the numbers of chunks and requests that were read, after each page of chunks.
 */
export async function findRows(
  documents: DocumentStore,
  account: string,
  conditions: RequestConditions,
  isEnough: (chunks: number, requests: number) => boolean,
): Promise<Row[]> {
  const rows: Row[] = [];
  let [readChunks, readRows] = [0, 0];
  for await (const page of chunks.pages(documents, { account }, 10)) {
    for (const { value } of page) {
      readRows += value.rows.length;
      rows.push(...value.rows.filter((row) => meets(row, conditions)));
    }
    readChunks += page.length;
    if (isEnough(readChunks, readRows)) break;
  }
  return rows.toSorted(([a], [b]) => b - a);
}

const cursorShape = /^(\d{1,16})_(\d{1,7})$/;

/**
 * Returns the number of rows before a page. The cursor is the instant of the last row, and the number of rows of this
 * instant that were shown: clients choose request ids, so they are not unique.
 */
function startOf(rows: readonly Row[], after: string | undefined): number {
  if (after === undefined) return 0;
  const [, instant, shown] = cursorShape.exec(after) ?? [];
  if (instant === undefined)
    throw invalidParameters([{ name: "after", detail: "expected the `next` of the previous page" }]);
  const first = rows.findIndex(([at]) => at <= Number(instant));
  if (first === -1) return rows.length;
  return rows[first]?.[0] === Number(instant) ? first + Number(shown) : first;
}

function cursorAt(rows: readonly Row[], end: number): string {
  const at = rows[end - 1]?.[0] ?? 0;
  return `${at}_${rows.slice(0, end).filter(([instant]) => instant === at).length}`;
}

/**
 * Returns a page of the last requests of an account, newest first. A search reads at most 120 chunks of 100 to 199 requests.
 *
 * @throws ToolsError `invalid_parameter` for an `after` that is not the `next` of a page.
 *
 * @example
 * ```ts
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { listRequests } from "@tools-api/core/request-log";
 *
 * const page = await listRequests(memoryDocuments(), "acct_1", { limit: 50, since: 0, status: 4 });
 * console.log(page); // { requests: [], next: null }
 * ```
 */
export async function listRequests(
  documents: DocumentStore,
  account: string,
  search: RequestSearch,
): Promise<RequestPage> {
  const rows = await findRows(documents, account, search, (read) => read >= maxRead);
  const start = startOf(rows, search.after);
  const end = Math.min(rows.length, start + search.limit);
  return {
    requests: rows.slice(start, end).map(requestOf),
    next: end < rows.length ? cursorAt(rows, end) : null,
  };
}

/** Reads all requests of an account, chunk by chunk. */
export async function* readRequests(
  documents: DocumentStore,
  account: string,
): AsyncGenerator<LoggedRequest[]> {
  for await (const { value } of chunks.each(documents, { account })) yield value.rows.map(requestOf);
}

/** Erases the requests of an account. */
export function eraseRequests(documents: DocumentStore, account: string): Promise<void> {
  return chunks.erase(documents, { account });
}
