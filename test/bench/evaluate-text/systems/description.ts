/** The expectations of a reader. Each member is one. */
export interface Expectation {
  /** A label of the sentiment. */
  sentiment?: string;
  language?: string;
  /** The text with the labels of personal data. */
  redacted?: string;
  /** The first keyword, in any letter case. */
  keyword?: string;
  /** All keywords, in any order. */
  keywords?: readonly string[];
  someKeywords?: readonly string[];
  /** A regular expression that matches no keyword. */
  noKeyword?: string;
  /** The sentences of the summary, with a line break between them. */
  summary?: string;
  /** All persons, organizations and locations with their types. */
  names?: Readonly<Record<string, string>>;
  /** Some entities with their standard forms. */
  normalized?: Readonly<Record<string, string>>;
}

/** The answers of a system, in the terms of {@link Expectation}. */
export type Description = Required<Omit<Expectation, "someKeywords" | "noKeyword">>;
