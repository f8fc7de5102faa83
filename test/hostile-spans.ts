import type { TextAnalysis } from "@tools-api/core/text";
import * as fc from "fast-check";

/** A span of an analysis. */
export interface FoundSpan {
  text?: string;
  start: number;
  end: number;
}

function isSpan(value: object): value is FoundSpan {
  return (
    "start" in value && "end" in value && typeof value.start === "number" && typeof value.end === "number"
  );
}

/** Returns all spans of a value. */
export function spansIn(value: unknown): FoundSpan[] {
  if (value === null || typeof value !== "object") return [];
  const inner = Object.values(value).flatMap(spansIn);
  return isSpan(value) ? [value, ...inner] : inner;
}

/** Any of the words of a text. */
export const words = (text: string) => fc.constantFrom(...text.split(" "));

/** Pieces that are hard to take apart, of each kind of mention and of Unicode. */
export const fragments = [
  words(
    "can't cannot CAN’T not constructor toString __proto__ love hate 's -- … ﬃ İ ß é __ :-) U.S. state-of-the-art big data Rome",
  ),
  words(
    "$ € £ US$ USD Rs. % ％ 5 05 12 1,200 3.14 1843 2020 1e6 .5 -5 5pm 17:00 17:00:30.5 T Z UTC +02:00 - ５ ٥",
  ),
  words(
    "May March Sun Mon. Monday Jan. january Q3 Christmas noon tonight next last the a an in of and 1990s 3rd",
  ),
  words(
    "two hundred twenty - million bn k m dozen first second third twenty-first half past to o'clock hours",
  ),
  words(
    "3-day 1h 30m years percent dollars pounds Mai de mayo 14h30 Uhr 年 月 東京は日本の首都です。 مرحبا SSN card call",
  ),
  words(
    "221B Baker Street Hauptstraße rue de la Paix P.O. Box Apt. #4 London NW1 6XE CA 94043 Via Roma St. Ave",
  ),
  words(
    "ada@example.com https://a.example/5 http:// www. .com/ @ada #tag 4111111111111111 DE89370400440532013000",
  ),
  words("192.0.2.1 2001:db8::1 ::1 :: 123-45-6789 +442079460000 202-555-0143 GB82WEST12345698765432 x12 00"),
  fc.constantFrom(" ", " ", " ", "", "\n", "\r\n", "\n\n", "\t", "\u00a0", "\u202f", "\u2028", "\u0085"),
  fc.constantFrom(", ", ". ", "! ", "/", ":", "(", ")", "[", "]", "_", "“", "'s", "4111 1111 1111 1111"),
  fc.constantFrom("😀", "👩‍👩‍👧‍👦", "🇩🇪", "👍🏽", "5️⃣", "️", "\u200d", "\u200b", "\ufeff", "\u202e", "\0"),
  fc.constantFrom(
    "\n> ",
    "> > ",
    "\n\n> The bridge was closed for the repairs that Ada\n> Lovelace had planned at 5\n> pm.",
    "the recon-\nstruction of the long bridge over the river Thames near New\nYork, ",
  ),
  fc.constantFrom("\ud83d", "\udc00", "\u0301", "a\u0301\u0302"),
  fc.string({ unit: "grapheme", maxLength: 6 }),
  fc.string({ unit: "binary", maxLength: 4 }),
];
/** Texts of a few hostile pieces. */
export const hostileTexts = fc
  .array(fc.oneof(...fragments), { minLength: 1, maxLength: 30 })
  .map((parts) => parts.join(""))
  .filter((text) => text !== "");

const graphemes = new Intl.Segmenter("und", { granularity: "grapheme" });

/** Returns the lists of a record whose spans follow each other without overlap. */
function spanLists({ entities = [], keywords = [], ...parts }: TextAnalysis): FoundSpan[][] {
  const byStart = (spans: readonly FoundSpan[]) => spans.toSorted((a, b) => a.start - b.start);
  return [
    byStart(entities.flatMap(({ mentions }) => mentions)),
    ...entities.map(({ mentions }) => mentions),
    ...keywords.map(({ mentions }) => mentions),
    parts.pii?.entities ?? [],
    parts.sentiment?.sentences ?? [],
    parts.sentiment?.evidence ?? [],
    byStart(parts.summary?.sentences ?? []),
    parts.syntax?.tokens ?? [],
  ];
}

/** Returns the positions of a text in an offset unit, by its UTF-16 indices. */
function positions(text: string, unit: TextAnalysis["offsetUnit"]): Int32Array {
  const found = new Int32Array(text.length + 1);
  let at = 0;
  for (let index = 0; index < text.length;) {
    const character = String.fromCodePoint(text.codePointAt(index) ?? 0);
    found.fill(at, index, index + character.length);
    at += unit === "utf16" ? character.length : unit === "code_point" ? 1 : Buffer.byteLength(character);
    index += character.length;
  }
  return found.fill(at, text.length);
}

/**
 * Returns the faults of the spans of a record: out of order, overlapping, empty, inside a grapheme cluster, or with
 * another text than that of their range.
 */
export function spanFaults(text: string, analysis: TextAnalysis): string[] {
  const starts = new Set([...graphemes.segment(text)].map(({ index }) => index)).add(text.length);
  const inUnit = positions(text, analysis.offsetUnit);
  const indexAt = new Map([...starts].map((index) => [inUnit[index], index]));
  const faults: string[] = [];
  for (const spans of spanLists(analysis)) {
    let last = 0;
    for (const span of spans) {
      if (span.start < last || span.end <= span.start) faults.push(`order: ${JSON.stringify(span)}`);
      last = span.end;
      const [start, end] = [indexAt.get(span.start), indexAt.get(span.end)];
      if (start === undefined || end === undefined) faults.push(`cluster: ${JSON.stringify(span)}`);
      else if (span.text !== undefined && span.text !== text.slice(start, end))
        faults.push(`slice: ${JSON.stringify(span)}`);
    }
  }
  return faults;
}
