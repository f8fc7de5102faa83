import type { Span } from "../metrics/spans.ts";
import type { Description } from "./description.ts";

/** A system's sentiment for a text. */
export interface Opinion {
  label: string;
  /** Negative to positive, in any unit. */
  score: number;
  /** The probability of each label, for a system that reports one. */
  confidence?: Readonly<Record<string, number>>;
}

/** A token with its Universal POS tag and its lemma. */
export interface TaggedToken {
  start: number;
  end: number;
  pos: string;
  lemma: string;
}

/** `null` if the system does not support the language of the text. */
type Answer<Value> = Value | null | Promise<Value | null>;

/**
 * A text analyzer in the terms of the tasks: ours or a peer. A missing method is a task that the system does
 * not support. Languages are ISO 639-1 codes, offsets are in UTF-16 units.
 */
export interface System {
  name: string;
  sentiment?: (text: string, language: string) => Answer<Opinion>;
  /**
   * Types are `PER`, `ORG`, `LOC`, `MISC`, or `NAME` from a system that only separates names from other
   * words.
   */
  entities?: (text: string, language: string) => Answer<Span[]>;
  /** Best first. */
  keyphrases?: (text: string, language: string) => Answer<string[]>;
  language?: (text: string) => Answer<string>;
  /** Types are those of the record that `analyzeText` returns. */
  personalData?: (text: string, language: string) => Answer<Span[]>;
  /** The tokens of a text with their tags. */
  tokens?: (text: string, language: string) => Answer<readonly TaggedToken[]>;
  /** In order, without the white space around them. */
  sentences?: (text: string, language: string) => Answer<string[]>;
  /** Entities of any type in the order of the text, each with its standard form. */
  figures?: (text: string, language: string) => Answer<{ type: string; normalized: string | null }[]>;
  /** `auto` detects the language. */
  describe?: (text: string, language: string) => Answer<Description>;
  /** Runs every analysis of the system, for timing. */
  analyzeAll?: (text: string) => unknown;
}
