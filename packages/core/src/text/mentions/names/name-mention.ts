import type { Span } from "../../span.ts";
import type { NameType } from "./tags.ts";

/** A range of the text that is a name. */
export interface NameMention extends Span {
  type: NameType;
  /** From 0 to 1: the probability that exactly these words are a name of exactly this type. */
  confidence: number;
}
