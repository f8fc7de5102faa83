import { analyzeText } from "@tools-api/core/text";
import { describe, expect, it } from "vitest";
import { adversarialTexts, growthFactor, measureGrowth, randomTexts, repeatTo } from "./adversarial-texts.ts";

// `pnpm --filter @tools-api/bench adversarial-texts` measures every text with every analysis. A run of the
// tests takes a few of them. Another TEXT_SEED selects others.
const seed = Number(process.env["TEXT_SEED"] ?? 15);
const sizes = [125_000, 1_000_000] as const;
/** Eight times the length, with a margin for the memory that it takes. */
const maxFactor = 12;

/** Each analysis in the languages for which its code differs. */
const analyses = [
  ["sentiment", "en"],
  ["sentiment", "de"],
  ["entities", "en"],
  ["keywords", "en"],
  ["keywords", "ko"],
  ["language", "auto"],
  ["summary", "en"],
  ["readability", "en"],
  ["syntax", "en"],
  ["pii", "en"],
] as const;

const names = Object.keys(adversarialTexts);

/** Returns a text for an analysis: by turns one of the named texts and a random one. */
function textFor(index: number) {
  if ((seed + index) % 2 === 0)
    return randomTexts(1, seed * analyses.length + index)[0] ?? { name: "prose", text: String };
  const name = names[(seed * 31 + index * 89) % names.length] ?? "prose";
  return { name, text: adversarialTexts[name] ?? String };
}

async function expectLinear(
  job: { analysis: string; language: string },
  name: string,
  text: (bytes: number) => string,
) {
  const growth = await measureGrowth(text, job, { sizes, maxFactor });
  expect(growthFactor(growth), `${name}: ${JSON.stringify(growth)}`).toBeLessThanOrEqual(maxFactor);
}

describe("linear cost: 1 MB costs at most 12 times as much as 125 kB", { timeout: 120_000 }, () => {
  it.each(analyses.map(([analysis, language], index) => ({ analysis, language, index })))(
    "analyzes adversarial texts with $analysis ($language) at linear cost",
    async ({ analysis, language, index }) => {
      const { name, text } = textFor(index);
      await expectLinear({ analysis, language }, name, text);
    },
  );

  it.each([
    "blank lines",
    "word list",
    "blanks before periods",
    "lines without marks before a period",
    "abbreviations and list markers",
  ])("finds sentences at linear cost in %s", async (name) => {
    await expectLinear({ analysis: "language", language: "en" }, name, adversarialTexts[name] ?? String);
  });
});

/** Returns the processor time of an action, in milliseconds. */
async function processorTime(act: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await act();
  return process.cpuUsage(before).user / 1000;
}

describe("blank lines", () => {
  it("analyzes 100 kB of blank lines in less than 1 s", async () => {
    const text = "\n".repeat(100_000);
    await analyzeText(text.slice(0, 20), { analysisType: "language", language: "en" });
    const cost = await processorTime(() => analyzeText(text, { analysisType: "language", language: "en" }));
    expect(cost).toBeLessThan(1000);
  });
});

describe("addresses", () => {
  it.each(["cities with hyphens", "saints in cities", "connectors in cities", "cities before blanks"])(
    "finds personal data in 2,000 characters of %s in less than 200 ms",
    async (name) => {
      const text = adversarialTexts[name]?.(2_000) ?? "";
      await analyzeText(text.slice(0, 20), { analysisType: "pii", language: "fr" });
      const cost = await processorTime(() => analyzeText(text, { analysisType: "pii", language: "fr" }));
      expect(cost).toBeLessThan(200);
    },
  );
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
    ["sentiment", "a\n", 820_000],
  ])("rejects a record of %s with more than 400,000 spans", async (analysisType, unit, bytes) => {
    await expect(analyzeText(repeatTo(unit, bytes), { analysisType, language: "en" })).rejects.toMatchObject(
      problem,
    );
  });

  it("rejects a record with too many sentences and tokens at no more than 6 times the cost of finding the sentences", async () => {
    const text = repeatTo("1. a\n", 700_000);
    const sentences = await processorTime(() =>
      analyzeText(text, { analysisType: "language", language: "en" }),
    );
    const refusal = await processorTime(() =>
      expect(analyzeText(text, { analysisType: "sentiment,syntax", language: "en" })).rejects.toMatchObject(
        problem,
      ),
    );
    expect(refusal).toBeLessThan(6 * sentences);
  });
});
