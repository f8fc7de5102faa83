import { toWire } from "@tools-api/core/internal/schema";
import { analyzeText, TextAnalysisRecord } from "@tools-api/core/text";
import { describe, expect, it } from "vitest";
import { adversarialTexts, repeatTo } from "../../bench/adversarial-texts/texts.ts";

// `pnpm --filter @tools-api/bench adversarial-texts` measures how the cost of each text grows with its length. These
// tests only wait for the ends: without our guards, the libraries and the expressions took minutes, hours or forever.

async function expectRecord(text: string, options: { analysisType: string; language: string }) {
  const analysis = await analyzeText(text, options);
  expect(TextAnalysisRecord.safeParse(toWire(TextAnalysisRecord, analysis)).error).toBeUndefined();
  expect(analysis.statistics.characters).toBe(text.length);
}

function adversarial(name: string, bytes: number): string {
  const text = adversarialTexts[name]?.(bytes);
  if (text === undefined) throw new RangeError(`No text ${name}`);
  return text;
}

describe("adversarial texts", () => {
  it.each(Object.keys(adversarialTexts))("have a record in every language and analysis: %s", async (name) => {
    for (const [analysisType, language] of [
      ["all,syntax", "en"],
      ["sentiment", "de"],
      ["keywords", "ko"],
      ["language", "auto"],
    ] as const)
      await expectRecord(adversarial(name, 1_000), { analysisType, language });
  });

  it.each([
    "one letter",
    "hyphenated word",
    "blank lines",
    "word list",
    "blanks before periods",
    "lines without marks before a period",
    "abbreviations and list markers",
  ])("of the maximum size have their sentences found: %s", async (name) => {
    await expectRecord(adversarial(name, 1_000_000), { analysisType: "language", language: "en" });
  });

  it.each(["cities with hyphens", "saints in cities", "connectors in cities", "cities before blanks"])(
    "of 100 kB have their personal data found: %s",
    async (name) => {
      await expectRecord(adversarial(name, 100_000), { analysisType: "pii", language: "fr" });
    },
  );

  it.each([
    ["a hundred thousand unknown words", (index: number) => `q${(index * 7919).toString(36)}`],
    [
      "a hundred thousand shapes of words",
      (index: number) => index.toString(2).padStart(17, "0").replaceAll("0", "a").replaceAll("1", "A"),
    ],
  ])("do not change the analysis of the next text: %s", async (_, wordOf) => {
    const next = "The odd zlogqwer's plan works in Munich: an XyZ-aBc, lovely and quiet!";
    const options = { analysisType: "all,syntax", language: "en" };
    const before = await analyzeText(next, options);
    const words = Array.from({ length: 110_000 }, (_, index) => wordOf(index)).join(" ");
    await analyzeText(words.slice(0, 600_000), { analysisType: "syntax", language: "en" });
    expect(await analyzeText(next, options)).toEqual(before);
  });
});

describe("oversized records", () => {
  const problem = {
    code: "processing_limit",
    message:
      "text: the response would have more than 400,000 sentences, tokens and mentions; " +
      "analyze the text in sections, or request fewer analyses in one call",
  };

  it.each([
    ["syntax", "!?", 420_000],
    ["sentiment,entities", "1\n", 420_000],
  ])("rejects a record of %s with more than 400,000 spans", async (analysisType, unit, bytes) => {
    await expect(analyzeText(repeatTo(unit, bytes), { analysisType, language: "en" })).rejects.toMatchObject(
      problem,
    );
  });

  it("rejects a record with too many sentences and tokens before it analyzes one of them", async () => {
    const engines = { sentiment: () => expect.fail("The text was analyzed.") };
    const options = { analysisType: "sentiment,syntax", language: "en", engines };
    await expect(analyzeText(repeatTo("1. a\n", 700_000), options)).rejects.toMatchObject(problem);
  });
});
