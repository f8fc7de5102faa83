import type { Span } from "../metrics/spans.ts";

/** What a system thinks of a text. */
export interface Opinion {
  label: string;
  /** Negative to positive, in any unit. */
  score: number;
  /** The probability of each label, of a system that gives one. */
  confidence?: Readonly<Record<string, number>>;
}

/** `null`: the system does not know the language of the text. */
type Answer<Value> = Value | null | Promise<Value | null>;

/**
 * A text analyzer in the terms of the tasks: ours, or a peer beside it. A method that is missing is a task that the
 * system does not do. Languages are ISO 639-1 codes, offsets are in UTF-16 units.
 */
export interface System {
  name: string;
  sentiment?: (text: string, language: string) => Answer<Opinion>;
  /** Types `PER`, `ORG`, `LOC`, `MISC`, or `NAME` from a system that tells names apart from other words only. */
  entities?: (text: string, language: string) => Answer<Span[]>;
  /** Best first. */
  keyphrases?: (text: string, language: string) => Answer<string[]>;
  language?: (text: string) => Answer<string>;
  /** Types as in the record of `analyzeText`. */
  personalData?: (text: string, language: string) => Answer<Span[]>;
  /** Everything that it does with a text, for timing. */
  analyzeAll?: (text: string) => unknown;
}
