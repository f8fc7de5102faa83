import { findAddressesWithin, type PatternMatch, type PatternType } from "./patterns/index.ts";
import type { Span } from "./span.ts";

/** The types of personal data: the types that have a pattern, and persons. */
type PiiType = Exclude<PatternType, "url" | "hashtag" | "mention"> | "person";

/** A span of personal data. `text` equals `text.slice(start, end)` of the whole text. */
export interface PiiEntity extends Span {
  text: string;
  type: PiiType;
  confidence: number;
}

/** A person's name in the text, with the confidence that it is one. */
export interface PersonSpan extends Span {
  confidence: number;
}

/** The replacement of each type in the redacted text. */
const redactionMarks: Record<PiiType, string> = {
  email: "[EMAIL]",
  phone: "[PHONE]",
  credit_card: "[CREDIT_CARD]",
  iban: "[IBAN]",
  ip_address: "[IP_ADDRESS]",
  us_ssn: "[US_SSN]",
  address: "[ADDRESS]",
  person: "[PERSON]",
};

type Found = Omit<PiiEntity, "text">;

function isPersonal(type: PatternType): type is Exclude<PiiType, "person"> {
  return type in redactionMarks;
}

/**
 * Yields the personal data among the matches, including data inside links: ?email=ada@example.com, http://192.0.2.7/.
 */
function* personalPatterns(text: string, matches: readonly PatternMatch[]): Generator<Found> {
  for (const match of matches)
    for (const { type, start, end, confidence } of match.type === "url"
      ? findAddressesWithin(text, match.start, match.end)
      : [match])
      if (isPersonal(type)) yield { type, start, end, confidence };
}

/**
 * Yields personal data and persons in the order of the text. A person that overlaps any other match, such as a link or
 * a handle, is dropped.
 */
function* withPersons(
  text: string,
  matches: readonly PatternMatch[],
  persons: readonly PersonSpan[],
): Generator<Found> {
  let next = 0;
  const free = persons.filter(({ start, end }) => {
    while ((matches[next]?.end ?? Infinity) <= start) next++;
    return (matches[next]?.start ?? Infinity) >= end;
  });
  let person = 0;
  for (const found of personalPatterns(text, matches)) {
    for (let before = free[person]; before && before.start < found.start; before = free[++person])
      yield { ...before, type: "person" };
    yield found;
  }
  for (const { start, end, confidence } of free.slice(person))
    yield { type: "person", start, end, confidence };
}

/**
 * Returns the personal data and the persons of a text, and the text with a mark in place of each. A person's name
 * inside an email address, a link, a handle or a postal address belongs to that match.
 *
 * @param text The searched text.
 * @param matches The result of `findPatterns` for the text: sorted by `start`, without overlaps.
 * @param persons The persons' names in the text: sorted by `start`, without overlaps.
 * @returns Entities in the order of `start`, in UTF-16 units.
 * @example
 * ```ts
 * const text = "Ada: ada@example.com";
 * detectPii(text, findPatterns(text), [{ start: 0, end: 3, confidence: 0.9 }]).redactedText; // "[PERSON]: [EMAIL]"
 * ```
 */
export function detectPii(
  text: string,
  matches: readonly PatternMatch[],
  persons: readonly PersonSpan[] = [],
): { entities: PiiEntity[]; redactedText: string } {
  const entities: PiiEntity[] = [];
  let redactedText = "";
  let kept = 0;
  for (const { type, start, end, confidence } of withPersons(text, matches, persons)) {
    entities.push({ text: text.slice(start, end), type, start, end, confidence });
    redactedText += text.slice(kept, start) + redactionMarks[type];
    kept = end;
  }
  return { entities, redactedText: redactedText + text.slice(kept) };
}
