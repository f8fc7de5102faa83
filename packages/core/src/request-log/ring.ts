import { type LoggedRequest, type Row, rowsPerChunk } from "./stored.ts";

const wordsPerRequest = 4;
const numbersPerRequest = 6;

/**
 * The last requests of an account, at most {@link rowsPerChunk}. Two arrays hold their members: objects that wait for a
 * second would survive the collections of young memory and become garbage of old memory.
 */
export interface RequestRing {
  /** The number of requests that were added. */
  count: number;
  words: (string | null)[];
  numbers: number[];
}

/** Returns an empty ring. */
export function newRing(): RequestRing {
  return { count: 0, words: [], numbers: [] };
}

/** Adds a request. Returns whether it replaces the oldest one. */
export function addToRing(ring: RequestRing, request: LoggedRequest): boolean {
  const { words, numbers } = ring;
  const place = ring.count % rowsPerChunk;
  const word = place * wordsPerRequest;
  words[word] = request.requestId;
  words[word + 1] = request.credential;
  words[word + 2] = request.endpoint;
  words[word + 3] = request.code;
  const number = place * numbersPerRequest;
  numbers[number] = request.at;
  numbers[number + 1] = request.status;
  numbers[number + 2] = request.durationMs;
  numbers[number + 3] = request.bytesIn;
  numbers[number + 4] = request.bytesOut;
  numbers[number + 5] = request.isMcp ? 1 : 0;
  ring.count += 1;
  return ring.count > rowsPerChunk;
}

function rowAt({ words, numbers }: RequestRing, place: number): Row {
  const word = place * wordsPerRequest;
  const number = place * numbersPerRequest;
  return [
    numbers[number] ?? 0,
    words[word] ?? "",
    words[word + 1] ?? "",
    words[word + 2] ?? "",
    numbers[number + 1] ?? 0,
    words[word + 3] ?? null,
    numbers[number + 2] ?? 0,
    numbers[number + 3] ?? 0,
    numbers[number + 4] ?? 0,
    numbers[number + 5] === 1 ? 1 : 0,
  ];
}

/** Returns the requests of a ring in their order, as rows. */
export function ringRows(ring: RequestRing): Row[] {
  const length = Math.min(ring.count, rowsPerChunk);
  const first = ring.count - length;
  return Array.from({ length }, (_, index) => rowAt(ring, (first + index) % rowsPerChunk));
}
