import type { Span } from "../span.ts";

/** The types of patterns. */
export type PatternType =
  | "email"
  | "url"
  | "phone"
  | "credit_card"
  | "iban"
  | "ip_address"
  | "us_ssn"
  | "address"
  | "hashtag"
  | "mention";

/** A range of the text that has the form of its type: `text.slice(start, end)`, in UTF-16 units. */
export interface PatternMatch extends Span {
  type: PatternType;
  /** The standard form, such as E.164 for a phone number, or `null` if the text does not determine one. */
  normalized: string | null;
  /** From 0 to 1: the probability that text in this form is of the type. */
  confidence: number;
}

/**
 * Merges two lists in the order of `start`. Omits each span of `lower` that overlaps one of `higher`. Each list must
 * be sorted and free of overlaps.
 */
export function mergeSpans<Item extends Span>(higher: readonly Item[], lower: readonly Item[]): Item[] {
  const merged: Item[] = [];
  let next = 0;
  for (const span of lower) {
    let winner = higher[next];
    while (winner && winner.end <= span.start) {
      merged.push(winner);
      winner = higher[++next];
    }
    if (!winner || winner.start >= span.end) merged.push(span);
  }
  for (const winner of higher.slice(next)) merged.push(winner);
  return merged;
}

/** Returns the spans that overlap none of the others. Both lists are sorted by `start`. */
export function withoutOverlaps<Item extends Span>(spans: readonly Item[], others: readonly Span[]): Item[] {
  let next = 0;
  return spans.filter(({ start, end }) => {
    while ((others[next]?.end ?? Infinity) <= start) next++;
    return (others[next]?.start ?? Infinity) >= end;
  });
}
