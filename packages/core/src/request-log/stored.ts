import { z } from "zod";
import { collection } from "../store/collection.ts";
import { base62, newestFirst, randomBase62, secureRandomBytes } from "../store/identifier.ts";
import { StoredInstant } from "../schema/wire.ts";

/** A request of an account, without its content. */
export interface LoggedRequest {
  requestId: string;
  /** The instant of the response in epoch milliseconds. */
  at: number;
  /** The id of the key, grant or token subject. */
  credential: string;
  /** The method and the route, such as `POST /v1/tools/text-analyzer`. */
  endpoint: string;
  status: number;
  /** The code of the error, or `null` for a success. */
  code: string | null;
  /** The names of the parameters at fault, without their values. Absent: the error names none. */
  parameters?: readonly string[];
  durationMs: number;
  bytesIn: number;
  bytesOut: number;
  /** True if the call came through MCP. */
  isMcp: boolean;
}

/** A request as stored. A row takes a third of the bytes of an object with names. */
export type Row = [
  at: number,
  requestId: string,
  credential: string,
  endpoint: string,
  status: number,
  code: string | null,
  durationMs: number,
  bytesIn: number,
  bytesOut: number,
  isMcp: 0 | 1,
  /** The names of the parameters at fault, with commas. Few requests have any. */
  parameters?: string,
];

/** Returns the request of a row. */
export function requestOf(row: Row): LoggedRequest {
  const [
    at,
    requestId,
    credential,
    endpoint,
    status,
    code,
    durationMs,
    bytesIn,
    bytesOut,
    isMcp,
    parameters,
  ] = row;
  return {
    requestId,
    at,
    credential,
    endpoint,
    status,
    code,
    ...(parameters !== undefined && { parameters: parameters.split(",") }),
    durationMs,
    bytesIn,
    bytesOut,
    isMcp: isMcp === 1,
  };
}

/** The number of requests from which a chunk is full. A chunk has fewer than twice as many. */
export const rowsPerChunk = 100;

/** The number of full chunks that a process keeps of an account. */
export const maxChunks = 50;

const Chunk = z.object({
  // Only the recorder writes rows. Checking each of them would cost more than reading them.
  rows: z.array(z.custom<Row>()),
  expiresAt: StoredInstant,
});

/** The requests of an account in chunks. Each process writes its own chunks. */
export const chunks = collection("requests/{account}/{chunk}", Chunk, {
  expiresAt: ({ expiresAt }) => expiresAt,
});

const countDigits = 3;

/** Returns the suffix of the ids of a process's chunks. A process recognizes its own chunks by it. */
export function newWriterId(): string {
  return randomBase62(8, secureRandomBytes);
}

/**
 * Returns an id that sorts by time, newest first.
 *
 * @param count The number of chunks that the process opened before.
 */
export function newChunkId(writer: string, count: number, at: number): string {
  return newestFirst(at) + base62(62 ** countDigits - 1 - (count % 62 ** countDigits), countDigits) + writer;
}

/** Returns whether a process wrote a chunk. */
export function isOfWriter(chunk: string, writer: string): boolean {
  return chunk.endsWith(writer);
}
