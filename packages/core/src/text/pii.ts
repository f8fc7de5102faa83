import { findAddressesWithin, type PatternMatch, type PatternType } from "./patterns/index.ts";

/** The kinds of personal data that are told by their form. */
type PiiPatternType = Exclude<PatternType, "url" | "hashtag" | "mention">;

/** A stretch of personal data; `text` is `text.slice(start, end)` of the whole. */
export interface PiiEntity {
  text: string;
  type: PiiPatternType;
  start: number;
  end: number;
  confidence: number;
}

/** What stands in the redacted text in place of each type. */
const redactionMarks: Record<PiiPatternType, string> = {
  email: "[EMAIL]",
  phone: "[PHONE]",
  credit_card: "[CREDIT_CARD]",
  iban: "[IBAN]",
  ip_address: "[IP_ADDRESS]",
  us_ssn: "[US_SSN]",
};

function isPersonal(type: PatternType): type is PiiPatternType {
  return type in redactionMarks;
}

/**
 * The personal data among the matches of a text, and the text with a mark in the place of each.
 *
 * @param text The text that was searched.
 * @param matches What `findPatterns` found in it: sorted by `start`, free of overlaps.
 * @returns Entities in the order of `start`, in UTF-16 units.
 * @example
 * ```ts
 * detectPii(text, findPatterns(text)).redactedText; // "Write to [EMAIL]."
 * ```
 */
export function detectPii(
  text: string,
  matches: readonly PatternMatch[],
): { entities: PiiEntity[]; redactedText: string } {
  const entities: PiiEntity[] = [];
  let redactedText = "";
  let kept = 0;
  // A link carries personal data as well: ?email=ada@example.com, http://192.0.2.7/.
  for (const { type, start, end, confidence } of matches.flatMap((match) =>
    match.type === "url" ? findAddressesWithin(text, match.start, match.end) : [match],
  )) {
    if (!isPersonal(type)) continue;
    entities.push({ text: text.slice(start, end), type, start, end, confidence });
    redactedText += text.slice(kept, start) + redactionMarks[type];
    kept = end;
  }
  return { entities, redactedText: redactedText + text.slice(kept) };
}
