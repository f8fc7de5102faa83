import { toWire } from "@tools-api/core/internal";
import { analyzeText, type TextAnalysis, TextAnalysisRecord } from "@tools-api/core/text";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

interface FoundSpan {
  text?: string;
  start: number;
  end: number;
}

function isSpan(value: object): value is FoundSpan {
  return (
    "start" in value && "end" in value && typeof value.start === "number" && typeof value.end === "number"
  );
}

function spansIn(value: unknown): FoundSpan[] {
  if (value === null || typeof value !== "object") return [];
  const inner = Object.values(value).flatMap(spansIn);
  return isSpan(value) ? [value, ...inner] : inner;
}

const words = (text: string) => fc.constantFrom(...text.split(" "));

const fragments = [
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
const texts = fc
  .array(fc.oneof(...fragments), { minLength: 1, maxLength: 30 })
  .map((parts) => parts.join(""))
  .filter((text) => text !== "");

/** The standard forms of the types that have one. */
const standard: Readonly<Record<string, RegExp>> = {
  date: /^\d{4}(?:-\d\d(?:-\d\d(?:T\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:\d\d)?)?)?)?(?:\/\d{4}(?:-\d\d-\d\d)?)?$/,
  time: /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-6]\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?$/,
  duration: /^P(?:[\d.]+[YMWD])*(?:T(?:[\d.]+[HMS])+)?$/,
  money: /^[A-Z]{3} -?\d+(?:\.\d+)?$/,
  percent: /^-?\d+(?:\.\d+)?$/,
  number: /^-?\d+(?:\.\d+)?$/,
  ordinal: /^\d+$/,
};

async function analyzeAll(text: string, language: string, offsetUnit: TextAnalysis["offsetUnit"] = "utf16") {
  return analyzeText(text, {
    analysisType: language === "en" ? "all,syntax" : "all",
    language,
    offsetUnit,
    entitySentiment: true,
  });
}

function mentionsIn({ entities = [] }: TextAnalysis): FoundSpan[] {
  return entities.flatMap(({ mentions }) => mentions).toSorted((a, b) => a.start - b.start);
}

/** Checks that spans follow each other, and cut no pair of surrogates. */
function expectSeparate(text: string, spans: readonly FoundSpan[]): void {
  let last = 0;
  for (const { start, end } of spans) {
    expect(start).toBeGreaterThanOrEqual(last);
    for (const edge of [start, end])
      expect(text.slice(edge - 1, edge + 1)).not.toMatch(/^[\ud800-\udbff][\udc00-\udfff]$/);
    last = end;
  }
}

function redacted(text: string, { entities }: NonNullable<TextAnalysis["pii"]>): string {
  let kept = 0;
  const sections = entities.map(({ type, start, end }) => {
    const section = `${text.slice(kept, start)}[${type.toUpperCase()}]`;
    kept = end;
    return section;
  });
  return sections.join("") + text.slice(kept);
}

describe("any text", () => {
  it("has a record that conforms to the schema, with slices of the text, separate mentions and standard forms", async () => {
    await fc.assert(
      fc.asyncProperty(
        texts,
        fc.constantFrom("en", "en", "auto", "de", "es", "fr", "ja"),
        async (text, language) => {
          const analysis = await analyzeAll(text, language);
          const record = toWire(TextAnalysisRecord, analysis);
          expect(TextAnalysisRecord.parse(record)).toEqual(record);
          const spans = spansIn(analysis);
          expect(spans.filter(({ start, end }) => start >= end || end > text.length)).toEqual([]);
          const named = spans.filter((span) => span.text !== undefined);
          expect(named.map(({ start, end }) => text.slice(start, end))).toEqual(
            named.map((span) => span.text),
          );
          expectSeparate(text, mentionsIn(analysis));
          expectSeparate(text, analysis.pii?.entities ?? []);
          expect(analysis.pii?.redactedText).toBe(
            redacted(text, analysis.pii ?? { entities: [], redactedText: "" }),
          );
          const forms = (analysis.entities ?? []).filter(
            ({ type, normalized }) => normalized !== null && type in standard,
          );
          expect(forms.filter(({ type, normalized }) => !standard[type]?.test(normalized ?? ""))).toEqual([]);
          for (const { count, mentions } of analysis.keywords ?? []) expect(count).toBe(mentions.length);
          // Only some analyses need the tokens.
          const { statistics } = await analyzeText(text, { analysisType: "language", language });
          expect(statistics).toEqual(analysis.statistics);
        },
      ),
      { numRuns: 400 },
    );
  });

  it("has the same entities and personal data whatever follows the end of a paragraph", async () => {
    const analyze = (text: string) => analyzeText(text, { analysisType: "entities,pii", language: "en" });
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const alone = `${text}\n\n`;
        const analysis = await analyze(alone);
        const followed = await analyze(`${alone}Nothing else.`);
        expect(mentionsIn(followed)).toEqual(mentionsIn(analysis));
        expect(followed.pii.entities).toEqual(analysis.pii.entities);
      }),
      { numRuns: 200 },
    );
  });

  it("has ranges of the HTML in every analysis if it is HTML", async () => {
    const markup = words("<p> </p> <b > <br> &amp; &#x41; <!-- --> <script> &");
    const pages = fc
      .array(fc.oneof({ arbitrary: markup, weight: 12 }, ...fragments), { minLength: 1, maxLength: 30 })
      .map((parts) => parts.join("") || "a");
    await fc.assert(
      fc.asyncProperty(pages, async (html) => {
        const options = { language: "en", inputFormat: "html", entitySentiment: true } as const;
        const spans = spansIn(await analyzeText(html, options));
        expect(spans.filter(({ start, end }) => start < 0 || start >= end || end > html.length)).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });

  it("has spans and characters in code points or UTF-8 bytes on request", async () => {
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const utf16 = spansIn(await analyzeAll(text, "en"));
        const points = await analyzeAll(text, "en", "code_point");
        const bytes = await analyzeAll(text, "en", "utf8");
        const slices = utf16.map(({ start, end }) => text.slice(start, end));
        const codePoints = Array.from(text);
        const encoded = new TextEncoder().encode(text);
        const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
        expect(spansIn(points).map(({ start, end }) => codePoints.slice(start, end).join(""))).toEqual(
          slices,
        );
        expect(spansIn(bytes).map(({ start, end }) => decoder.decode(encoded.slice(start, end)))).toEqual(
          slices.map((slice) => slice.toWellFormed()),
        );
        expect(points).toMatchObject({
          offsetUnit: "code_point",
          statistics: { characters: codePoints.length },
        });
        expect(bytes).toMatchObject({ offsetUnit: "utf8", statistics: { characters: encoded.length } });
      }),
      { numRuns: 100, examples: [["\ud83d😡"]] },
    );
  });
});
