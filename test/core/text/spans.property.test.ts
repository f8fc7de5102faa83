import { toWire } from "@tools-api/core/internal/schema";
import { analyzeText, type TextAnalysis, TextAnalysisRecord } from "@tools-api/core/text";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isWhole } from "../../whole.ts";
import { type FoundSpan, fragments, hostileTexts, spanFaults, spansIn, words } from "../../hostile-spans.ts";

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
        hostileTexts,
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
          expect(spanFaults(text, analysis)).toEqual([]);
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
      { numRuns: isWhole ? 400 : 130 },
    );
  });

  it("has the same entities and personal data whatever follows the end of a paragraph", async () => {
    const analyze = (text: string) => analyzeText(text, { analysisType: "entities,pii", language: "en" });
    await fc.assert(
      fc.asyncProperty(hostileTexts, async (text) => {
        const alone = `${text}\n\n`;
        const analysis = await analyze(alone);
        const followed = await analyze(`${alone}Nothing else.`);
        expect(mentionsIn(followed)).toEqual(mentionsIn(analysis));
        expect(followed.pii.entities).toEqual(analysis.pii.entities);
      }),
      { numRuns: isWhole ? 200 : 70 },
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
      { numRuns: isWhole ? 150 : 50 },
    );
  });

  it("has spans and characters in code points or UTF-8 bytes on request", async () => {
    await fc.assert(
      fc.asyncProperty(hostileTexts, async (text) => {
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
      { numRuns: isWhole ? 100 : 30, examples: [["\ud83d😡"]] },
    );
  });
});
