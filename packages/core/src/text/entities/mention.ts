import type { Part } from "../record.ts";
import type { Span } from "../span.ts";

/** What an entity can be. */
type EntityType = Part<"entities">[number]["type"];

/** One place in the text where something is named. */
export interface Mention extends Span {
  type: EntityType;
  /** The standard form, such as ISO 8601 for a date, or `null` where the text does not determine one. */
  normalized: string | null;
  /** From 0 to 1: how seldom such a span means something else. */
  confidence: number;
}

/** Both lists in the order of the text, without those of `lower` that overlap one of `higher`; each list has to be sorted and free of overlaps. */
export function mergeMentions(higher: readonly Mention[], lower: readonly Mention[]): Mention[] {
  const merged: Mention[] = [];
  let next = 0;
  for (const mention of lower) {
    let winner = higher[next];
    while (winner && winner.end <= mention.start) {
      merged.push(winner);
      winner = higher[++next];
    }
    if (!winner || winner.start >= mention.end) merged.push(mention);
  }
  for (; next < higher.length; next++) {
    const winner = higher[next];
    if (winner) merged.push(winner);
  }
  return merged;
}
