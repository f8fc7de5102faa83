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

/** A date that a finder has read. */
export type FoundDate = Omit<Mention, "type">;
