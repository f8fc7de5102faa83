import { type LoggedRequest, requestOf, type Row, rowsPerChunk } from "./stored.ts";

const wordsPerRequest = 5;
const numbersPerRequest = 6;

/**
 * The last requests of an account, at most {@link rowsPerChunk}. Two arrays hold their members: objects that wait for a
 * second would survive the collections of young memory and become garbage of old memory.
 */
interface RequestRing {
  /** The number of requests that were added. */
  count: number;
  words: (string | null)[];
  numbers: number[];
}

/** Returns an empty ring. */
function newRing(): RequestRing {
  return { count: 0, words: [], numbers: [] };
}

/** Adds a request. Returns whether it replaces the oldest one. */
function addToRing(ring: RequestRing, request: LoggedRequest): boolean {
  const { words, numbers } = ring;
  const place = ring.count % rowsPerChunk;
  const word = place * wordsPerRequest;
  words[word] = request.requestId;
  words[word + 1] = request.credential;
  words[word + 2] = request.endpoint;
  words[word + 3] = request.code;
  words[word + 4] = request.parameters?.join(",") || null;
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
  const row: Row = [
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
  const parameters = words[word + 4] ?? null;
  if (parameters !== null) row[10] = parameters;
  return row;
}

/** Returns the requests of a ring in their order, as rows. */
export function ringRows(ring: RequestRing): Row[] {
  const length = Math.min(ring.count, rowsPerChunk);
  const first = ring.count - length;
  return Array.from({ length }, (_, index) => rowAt(ring, (first + index) % rowsPerChunk));
}

// An account has at most 100 waiting rows.
const maxWaiting = 1000;

/** Creates the requests of accounts that wait to be written. Bounds their number, and counts those that it drops. */
export function waitingRequests() {
  let rings = new Map<string, RequestRing>();
  let dropped = 0;

  return {
    /** Adds a request. Drops it if too many accounts wait. Returns whether it is the first one of its account. */
    add(account: string, request: LoggedRequest): boolean {
      const known = rings.get(account);
      if (!known && rings.size >= maxWaiting) {
        dropped += 1;
        return false;
      }
      const ring = known ?? newRing();
      if (addToRing(ring, request)) dropped += 1;
      if (!known) rings.set(account, ring);
      return !known;
    },
    /** Puts requests in front of those that came meanwhile. Returns false if they are dropped. */
    putBack(account: string, rows: readonly Row[]): boolean {
      const found = rings.get(account);
      if (!found && rings.size >= maxWaiting) {
        dropped += rows.length;
        return false;
      }
      const ring = newRing();
      for (const row of [...rows, ...(found ? ringRows(found) : [])])
        if (addToRing(ring, requestOf(row))) dropped += 1;
      rings.set(account, ring);
      return true;
    },
    /** Removes all requests and returns them by account. */
    take(): [account: string, ring: RequestRing][] {
      const taken = [...rings];
      rings = new Map();
      return taken;
    },
    dropped: () => dropped,
  };
}
