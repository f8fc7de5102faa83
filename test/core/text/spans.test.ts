import { analyzeText, type TextAnalysis } from "@tools-api/core/text";
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

const fragments = fc.constantFrom(
  "can't",
  "not bad",
  "CAN’T",
  "cannot",
  "http://a.example/b?c=1",
  "ada@example.com",
  "5pm.",
  "$1,200.00",
  "12%",

  "May 5, 2020",
  "U.S.",
  "'s",
  "--",
  "…",
  "👩‍👩‍👧‍👦",
  "🇩🇪",
  "👍🏽",
  "😡",
  "#tag",
  "@me",
  "+44 20 7946 0000",
  "3rd",
  "1990s",

  "\t",
  "\u00a0",
  "\r\n",
  "\n\n",
  "\u2028",
  "\u0085",
  "\u200d",
  "\u200b",
  "\ufeff",
  "\u202e",
  "\0",
  "\ud83d",
  "\udc00",

  "東京は日本の首都です。",
  "مرحبا بالعالم",
  "a\u0301\u0302",
  "ﬃ",
  "İ",
  "ß",
  "constructor",
  " ",
  ". ",
  "! ",
);
const texts = fc
  .array(
    fc.oneof(
      fragments,
      fc.string({ unit: "grapheme", maxLength: 6 }),
      fc.string({ unit: "binary", maxLength: 4 }),
    ),
    {
      minLength: 1,
      maxLength: 30,
    },
  )
  .map((parts) => parts.join(""))
  .filter((text) => text !== "");
const languages = fc.constantFrom("en", "auto", "de", "ja");

async function analyzeAll(text: string, language: string, offsetUnit: TextAnalysis["offsetUnit"] = "utf16") {
  return analyzeText(text, {
    analysisType: language === "en" ? "all,syntax" : "all",
    language,
    offsetUnit,
    entitySentiment: true,
  });
}

describe("spans", () => {
  it("returns slices of the text in every analysis of any text", async () => {
    await fc.assert(
      fc.asyncProperty(texts, languages, async (text, language) => {
        const spans = spansIn(await analyzeAll(text, language));
        expect(spans.filter(({ start, end }) => start >= end || end > text.length)).toEqual([]);
        const named = spans.filter((span) => span.text !== undefined);
        expect(named.map(({ start, end }) => text.slice(start, end))).toEqual(named.map((span) => span.text));
      }),
      { numRuns: 300 },
    );
  });

  it("returns ranges of the HTML in every analysis of any HTML", async () => {
    const markup = fc.constantFrom(
      "<p>",
      "</p>",
      "<b",
      ">",
      "<br>",
      "&amp;",
      "&#x41;",
      "<!--",
      "-->",
      "<script>",
      "&",
    );
    const pages = fc
      .array(fc.oneof(markup, fragments), { minLength: 1, maxLength: 30 })
      .map((parts) => parts.join(""));
    await fc.assert(
      fc.asyncProperty(pages, async (html) => {
        const analysis = await analyzeText(html, {
          language: "en",
          inputFormat: "html",
          entitySentiment: true,
        });
        const spans = spansIn(analysis);
        expect(spans.filter(({ start, end }) => start < 0 || start >= end || end > html.length)).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });

  it("counts spans and characters in code points or UTF-8 bytes on request", async () => {
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
        expect(points.statistics.characters).toBe(codePoints.length);
        expect(bytes.statistics.characters).toBe(encoded.length);
      }),
      { numRuns: 200, examples: [["\ud83d😡"]] },
    );
  });

  it("changes only the offsets with the unit", async () => {
    const text = "😀 Ada paid $5. 😀 She was happy.";
    const [utf16, points] = await Promise.all([analyzeAll(text, "en"), analyzeAll(text, "en", "code_point")]);
    expect(spansIn(utf16).map((span) => span.text)).toEqual(spansIn(points).map((span) => span.text));
    expect(points.sentiment?.sentences[1]?.start).toBe((utf16.sentiment?.sentences[1]?.start ?? 0) - 1);
    expect([utf16.offsetUnit, points.offsetUnit]).toEqual(["utf16", "code_point"]);
  });
});
