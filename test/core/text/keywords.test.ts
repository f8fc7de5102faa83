import { analyzeText } from "@tools-api/core/text";
import { describe, expect, it } from "vitest";

async function keywordsOf(text: string, language = "en") {
  const { keywords } = await analyzeText(text, { analysisType: "keywords", language });
  if (!keywords) throw new Error("no keywords");
  return keywords;
}

const article =
  "The analytical engine was a mechanical computer. Ada described how an Analytical Engine computes. " +
  "Both analytical engines used punched cards. The cards came from looms.";

describe("keywords", () => {
  it("puts first the phrase that a text is about, and counts its forms as one", async () => {
    const [first] = await keywordsOf(article);
    expect(first).toMatchObject({ text: "analytical engine", score: 1, count: 3 });
    expect(first?.mentions.map(({ start, end }) => article.slice(start, end))).toEqual([
      "analytical engine",
      "Analytical Engine",
      "analytical engines",
    ]);
  });

  it("orders by score, relative to the best", async () => {
    const scores = (await keywordsOf(article)).map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(scores[0]).toBe(1);
  });

  it("keeps the best 50", async () => {
    const text = Array.from(
      { length: 80 },
      (_, index) => `The red house${"abcdefghij"[index % 10]}${"qrstuvwx"[Math.floor(index / 10)]} is here.`,
    );
    expect(await keywordsOf(text.join(" "))).toHaveLength(50);
  });

  it.each([
    [
      "de",
      "Der Akku hält lange, und die Kamera der neuen Generation ist besser als die alte Kamera.",
      "Kamera",
    ],
    ["ja", "東京は日本の首都です。東京には人が多い。", "東京"],
    ["ar", "الكاميرا جيدة جدا. اشتريت الكاميرا أمس.", "الكاميرا"],
    ["is", "Veðrið var gott. Veðrið er oft gott á Íslandi.", "Íslandi"],
  ])("finds topics in %s without its stopwords", async (language, text, topic) => {
    const texts = (await keywordsOf(text, language)).map((keyword) => keyword.text);
    expect(texts.some((found) => found.includes(topic))).toBe(true);
    expect(texts).not.toContain("die");
  });

  it("answers an empty list for a text of stopwords or none", async () => {
    expect(await keywordsOf("It was he who had been there.")).toEqual([]);
    expect(await keywordsOf("12 34 !!", "de")).toEqual([]);
  });
});
