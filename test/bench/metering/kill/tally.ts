import { type CallResult, isReply } from "../call.ts";

/** The outcomes of one account's calls in a round. */
export interface Tally {
  sent: number;
  /** Answered with 200, or with the 4xx of a call that counts. */
  acknowledged: number;
  /** Answered with 429. */
  refused: number;
  /** Not answered, or answered with 503: these calls may have been counted or not. */
  unknown: number;
  /** Answered with another status. */
  others: Map<number, number>;
  /** For each remaining number of calls, how often an answer with {@link badCall} showed it. */
  shown: Map<number, number>;
}

/** Returns a tally without calls. */
export function emptyTally(): Tally {
  return { sent: 0, acknowledged: 0, refused: 0, unknown: 0, others: new Map(), shown: new Map() };
}

type Count = "acknowledged" | "refused" | "unknown";

/** The status of a call without a body, which counts. Its headers are those of its own admission. */
const badCall = 415;
const countOf = new Map<number, Count>([
  [200, "acknowledged"],
  [badCall, "acknowledged"],
  [429, "refused"],
  [503, "unknown"],
]);

/** Adds a call to a tally. A call that found no server listening was not sent. */
export function addToTally(tally: Tally, result: CallResult): void {
  if (result === "refused") return;
  tally.sent += 1;
  if (!isReply(result)) {
    tally.unknown += 1;
    return;
  }
  const { status, remaining } = result;
  const count = countOf.get(status);
  if (count) tally[count] += 1;
  else tally.others.set(status, 1 + (tally.others.get(status) ?? 0));
  if (status === badCall) tally.shown.set(remaining, 1 + (tally.shown.get(remaining) ?? 0));
}
