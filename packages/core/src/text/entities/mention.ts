import type { Part } from "../record.ts";
import type { Span } from "../span.ts";

/** The types of entities. */
type EntityType = Part<"entities">[number]["type"];

/** A range of the text that names an entity. */
export interface Mention extends Span {
  type: EntityType;
  /** The standard form, such as ISO 8601 for a date, or `null` if the text does not determine one. */
  normalized: string | null;
  /** From 0 to 1: the probability that such a range has this meaning. */
  confidence: number;
}

/**
 * Merges two lists in the order of the text. Omits each mention of `lower` that overlaps one of `higher`. Each list
 * must be sorted and free of overlaps.
 */
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
