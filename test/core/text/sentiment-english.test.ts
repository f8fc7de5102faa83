import { readFileSync } from "node:fs";
import { analyzeText } from "@tools-api/core/text";
import { describe, expect, it } from "vitest";

const file = readFileSync(new URL("../../fixtures/text/sentiment-reviews.jsonl", import.meta.url), "utf8");
// The lines are those of this repository.
const reviews = file
  .trim()
  .split("\n")
  .map((line) => (JSON.parse(line) as { text: string }).text);

async function sentimentOf(text: string) {
  const { sentiment } = await analyzeText(text, { analysisType: "sentiment", language: "en" });
  if (!sentiment) throw new Error("no sentiment");
  return sentiment;
}

async function scoresOf(texts: readonly string[]): Promise<number[]> {
  const opinions = await Promise.all(texts.map(sentimentOf));
  return opinions.map(({ score }) => score);
}

describe("negation", () => {
  it("limits a negation to its clause", async () => {
    expect((await sentimentOf("It's not cheap, it's wonderful.")).score).toBeGreaterThan(0);
    expect((await sentimentOf("No, I love it.")).score).toBeGreaterThan(0);
  });
});

describe("degree", () => {
  it.each([
    ["It is very good.", "It is good.", "It is slightly good."],
    ["The food was really tasty.", "The food was tasty.", "The food was somewhat tasty."],
  ])("ranks %j before %j before %j", async (...texts) => {
    const [strong = 0, plain = 0, weak = 0] = await scoresOf(texts);
    expect(strong).toBeGreaterThan(plain);
    expect(plain).toBeGreaterThan(weak);
  });
});

describe("contrast", () => {
  it.each([
    ["It was good, but the ending ruined it.", -1],
    ["The start was slow, but I loved it.", 1],
    ["It's a bit expensive, but it is worth every penny.", 1],
    ["Although the plot is thin, I really enjoyed it.", 1],
    ["Despite the good reviews, it was terrible.", -1],
  ])("scores %j by the clause that the contrast emphasizes", async (text, sign) => {
    expect(Math.sign((await sentimentOf(text)).score)).toBe(sign);
  });
});

describe("writing style", () => {
  it("lets an emoji decide the sentiment of neutral words", async () => {
    const [glad = 0, plain = 0, sad = 0] = await scoresOf([
      "My exam is over 😍",
      "My exam is over",
      "My exam is over 😭",
    ]);
    expect(glad).toBeGreaterThan(plain);
    expect(plain).toBeGreaterThan(sad);
  });
});

describe("constructions", () => {
  it.each([
    ["I love how it never leaks.", 1],
    ["Thanks for fixing the leak.", 1],
    ["Great, now it works again!", 1],
    ["It stopped leaking, but the color is awful.", -1],
  ])("does not mistake %j for its opposite", async (text, sign) => {
    expect(Math.sign((await sentimentOf(text)).score)).toBe(sign);
  });

  it.each([
    "It isn't a terrible plan.",
    "The printer hasn't jammed once.",
    "There is nothing to criticize.",
    "I don't mind it.",
    "Can't fault it.",
  ])("returns no label that all evidence contradicts: %j", async (text) => {
    const { label, evidence } = await sentimentOf(text);
    expect(evidence.every(({ weight }) => weight > 0)).toBe(true);
    expect(label).not.toBe("negative");
  });
});

describe("texts without an opinion", () => {
  it.each([" ", "...", "12 34", "\u0000", "\ud800"])(
    "labels a text without words as neutral: %j",
    async (text) => {
      expect((await sentimentOf(text)).label).toBe("neutral");
    },
  );
});

describe("texts of several sentences", () => {
  it("labels a text as mixed if a clearly good and a clearly bad sentence cancel out", async () => {
    const { label, score, sentences } = await sentimentOf(
      "The rooms were wonderful. The service was terrible, awful.",
    );
    expect(label).toBe("mixed");
    expect(Math.abs(score)).toBeLessThan(0.25);
    expect(sentences.map((sentence) => sentence.label)).toEqual(["positive", "negative"]);
  });

  it("returns the sum of the sentences' strengths as magnitude", async () => {
    const { magnitude, sentences } = await sentimentOf("I love it. It rains. I hate it.");
    expect(magnitude).toBeCloseTo(
      sentences.reduce((sum, { score }) => sum + Math.abs(score), 0),
      2,
    );
  });

  it("scores a long text as a whole", async () => {
    const { label, score } = await sentimentOf("I love this wonderful place. ".repeat(500));
    expect(label).toBe("positive");
    expect(score).toBeGreaterThan(0.8);
  });
});

describe("sentiment records", () => {
  it("includes negations and adverbs of degree in the evidence", async () => {
    const { evidence } = await sentimentOf("The room isn't bad, the view is very good.");
    expect(evidence).toMatchObject([
      { text: "isn't bad", negated: true },
      { text: "very good", negated: false },
    ]);
    for (const { weight } of evidence) expect(weight).toBeGreaterThan(0);
  });

  it("returns the label with the highest confidence, and a score of the same sign", async () => {
    for (const text of reviews) {
      const { label, confidence, score } = await sentimentOf(text);
      if (label === "mixed") continue;
      // Confidences are rounded to three decimals after the label is chosen.
      const most = Math.max(confidence.positive, confidence.neutral, confidence.negative);
      expect(confidence[label]).toBeGreaterThanOrEqual(most - 0.0015);
      expect(label === "neutral" || Math.sign(score) === (label === "positive" ? 1 : -1)).toBe(true);
      expect(confidence.positive + confidence.neutral + confidence.negative).toBeCloseTo(1, 6);
    }
  });

  it("returns at most 50 pieces of evidence, in the order of the text", async () => {
    const { evidence } = await sentimentOf("good bad ".repeat(1000));
    expect(evidence.length).toBeLessThanOrEqual(50);
    expect(evidence).toEqual(evidence.toSorted((a, b) => a.start - b.start));
  });

  it("scores antonyms with opposite signs", async () => {
    for (const [good, bad] of [
      ["good", "bad"],
      ["great", "terrible"],
      ["delicious", "disgusting"],
      ["friendly", "rude"],
      ["fast", "slow"],
      ["beautiful", "ugly"],
    ] as const) {
      const [up = 0, down = 0] = await scoresOf([`The place is ${good}.`, `The place is ${bad}.`]);
      expect(up).toBeGreaterThan(0);
      expect(down).toBeLessThan(0);
      expect(Math.abs(up + down)).toBeLessThan(0.5);
    }
  });
});
