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
  it("ranks the topic of a text first, and counts its forms as one", async () => {
    const [first] = await keywordsOf(article);
    expect(first).toMatchObject({ text: "analytical engine", score: 1, count: 3 });
    expect(first?.mentions.map(({ start, end }) => article.slice(start, end))).toEqual([
      "analytical engine",
      "Analytical Engine",
      "analytical engines",
    ]);
  });

  it("sorts by score, relative to the best", async () => {
    const scores = (await keywordsOf(article)).map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(scores[0]).toBe(1);
  });

  it("returns at most the best 50 keywords", async () => {
    const text = Array.from(
      { length: 80 },
      (_, index) => `The red house${"abcdefghij"[index % 10]}${"qrstuvwx"[Math.floor(index / 10)]} is here.`,
    );
    expect(await keywordsOf(text.join(" "))).toHaveLength(50);
  });

  it("prefers phrases that are early, frequent, and rare in other texts", async () => {
    const order = async (text: string) =>
      (await keywordsOf(text)).map((keyword) => keyword.text.toLowerCase());
    expect(
      await order("The castle burned. They did not see it, for it was late. The bridge burned."),
    ).toEqual(["castle", "bridge"]);
    expect(
      await order("The castle burned. The bridge burned. The bridge fell. They love the bridge."),
    ).toEqual(["bridge", "castle"]);
    expect(await order("The money and the photosynthesis were there.")).toEqual(["photosynthesis", "money"]);
  });

  it("ranks what a long text returns to above phrases that occur once", async () => {
    const story = Array.from(
      { length: 40 },
      (_, index) =>
        `The ferry left at dawn with ${["crates of late apples", "several tired fishermen", "a wooden piano"][index % 3]}, while they waved.`,
    );
    const [first] = await keywordsOf(
      `A remarkable photosynthesis laboratory stood there. ${story.join(" ")}`,
    );
    expect(first).toMatchObject({ text: "ferry", count: 40 });
  });

  it("counts the cases of a word as one keyword, and shows its most frequent form", async () => {
    const text = "Сервер не отвечает. Без сервера нет почты. Сервер купили давно. Сервер стоит.";
    const [first] = await keywordsOf(text, "ru");
    expect(first).toMatchObject({ text: "Сервер", count: 4 });
  });
});
