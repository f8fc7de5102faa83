import { analyzeText } from "@tools-api/core/text";
import { describe, expect, it } from "vitest";

async function sentimentOf(text: string) {
  const { sentiment } = await analyzeText(text, { analysisType: "sentiment", language: "en" });
  if (!sentiment) throw new Error("no sentiment");
  return sentiment;
}

describe("sentiment", () => {
  it.each([
    ["I love this phone, it is wonderful!", "positive"],
    ["This is a terrible, awful waste of money.", "negative"],
    ["The table is in the kitchen.", "neutral"],
    ["The food was not bad at all.", "positive"],
    ["It was not very good.", "negative"],
    ["I never enjoyed it.", "negative"],
    ["😀", "positive"],
  ])("labels %j as %s", async (text, label) => {
    expect((await sentimentOf(text)).label).toBe(label);
  });

  it("weights the clause after a contrast higher than the one before", async () => {
    const ruined = await sentimentOf("It was good, but the ending was bad.");
    const saved = await sentimentOf("It was bad, but the ending was good.");
    expect(ruined.score).toBeLessThan(0);
    expect(saved.score).toBeGreaterThan(0);
  });

  it("scores a strong adverb above a plain adjective, and a weak one below", async () => {
    const [plain, strong, weak] = await Promise.all(
      ["It is good.", "It is extremely good.", "It is somewhat good."].map(sentimentOf),
    );
    expect(strong?.score).toBeGreaterThan(plain?.score ?? 1);
    expect(weak?.score).toBeLessThan(plain?.score ?? 0);
  });

  it("labels a text as mixed if clearly positive and clearly negative sentences cancel out", async () => {
    const { label, score, sentences } = await sentimentOf(
      "The rooms were wonderful. The service was terrible, awful.",
    );
    expect(label).toBe("mixed");
    expect(Math.abs(score)).toBeLessThan(0.25);
    expect(sentences.map((sentence) => sentence.label)).toEqual(["positive", "negative"]);
  });

  it("returns the words and their negation as evidence, with the sign of their meaning", async () => {
    const text = "The food was not bad at all, and the staff were friendly.";
    const { evidence } = await sentimentOf(text);
    expect(evidence).toMatchObject([
      { text: "not bad", start: 13, end: 20, negated: true },
      { text: "friendly", negated: false },
    ]);
    for (const { weight } of evidence) expect(weight).toBeGreaterThan(0);
  });

  it("keeps scores between −1 and 1, and confidences with a sum of one", async () => {
    for (const text of ["love ".repeat(500), "hate ".repeat(500), "Nothing. At. All."]) {
      const { score, confidence } = await sentimentOf(text);
      expect(Math.abs(score)).toBeLessThanOrEqual(1);
      expect(confidence.positive + confidence.neutral + confidence.negative).toBeCloseTo(1, 9);
    }
  });
});
