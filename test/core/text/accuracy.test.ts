import { readFileSync } from "node:fs";
import { join } from "node:path";
import { analyzeText } from "@tools-api/core/text";
import { describe, expect, it } from "vitest";
import { sharedData } from "../../shared-data.ts";

/** Every `step`th line of a development set. */
function rows<Row>(file: string, step: number): Row[] {
  const lines = readFileSync(file, "utf8").trim().split("\n");
  // The formats stand in the README of the data.
  return lines.filter((_, index) => index % step === 0).map((line) => JSON.parse(line) as Row);
}

const development = sharedData("text", "dev");
const file = (name: string) => join(development ?? "", name);

async function languageAccuracy(name: string): Promise<number> {
  const sample = rows<{ text: string; lang: string }>(file(name), 4);
  let right = 0;
  for (const { text, lang } of sample) {
    const { language } = await analyzeText(text, { analysisType: "language" });
    if (language.code === lang) right += 1;
  }
  return right / sample.length;
}

const classes = ["positive", "neutral", "negative"];

async function judge(name: string, step: number) {
  const sample = rows<{ text: string; label: string }>(file(name), step).filter(({ label }) =>
    classes.includes(label),
  );
  const judged: { gold: string; label: string; score: number }[] = [];
  for (const { text, label: gold } of sample) {
    const { sentiment } = await analyzeText(text, { analysisType: "sentiment", language: "en" });
    if (sentiment) judged.push({ gold, label: sentiment.label, score: sentiment.score });
  }
  return judged;
}

describe.skipIf(!development)("accuracy on development data (skipped where TOOLS_API_DATA is absent)", () => {
  it.each([
    ["language-sentences-38.jsonl", 0.94],
    ["language-word-pairs-38.jsonl", 0.83],
  ])("tells the language in %s in more than %d of cases", async (name, floor) => {
    expect(await languageAccuracy(name)).toBeGreaterThan(floor);
  });

  it("tells positive from negative film reviews by the sign of the score", async () => {
    const judged = await judge("sentiment-sst2-dev.jsonl", 1);
    const right = judged.filter(({ gold, score }) => (score >= 0 ? "positive" : "negative") === gold);
    expect(right.length / judged.length).toBeGreaterThan(0.6);
  });

  it("tells positive, neutral and negative tweets apart", async () => {
    const judged = await judge("sentiment-tweeteval-val.jsonl", 1);
    const scores = classes.map((name) => {
      const found = judged.filter(({ label }) => label === name);
      const right = found.filter(({ gold }) => gold === name).length;
      return (2 * right) / (found.length + judged.filter(({ gold }) => gold === name).length);
    });
    expect(scores.reduce((sum, score) => sum + score, 0) / classes.length).toBeGreaterThan(0.5);
  });
});
