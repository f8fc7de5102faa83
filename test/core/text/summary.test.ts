import { analyzeText } from "@tools-api/core/text";
import { describe, expect, it } from "vitest";

async function analyze(text: string, language = "en") {
  const { summary, statistics } = await analyzeText(text, { analysisType: "summary", language });
  if (!summary) throw new Error("no summary");
  return { sentences: summary.sentences, statistics };
}

const filler = Array.from(
  { length: 19 },
  (_, index) => `On day ${index} they went ${"away ".repeat(1 + (index % 3))}again.`,
);

describe("summary", () => {
  it.each([
    [1, 1],
    [10, 1],
    [11, 2],
    [45, 5],
    [90, 5],
  ])("of %i sentences is %i", async (count, expected) => {
    const text = Array.from({ length: count }, (_, index) => `The small house number ${index} is red.`).join(
      " ",
    );
    expect((await analyze(text)).sentences).toHaveLength(expected);
  });

  it("takes the sentence that shares most with the others, and keeps their order", async () => {
    const topic = "The solar panel factory makes solar panels for the solar market.";
    const { sentences } = await analyze(
      [...filler.slice(0, 9), topic, "Solar panels are cheap.", ...filler.slice(9)].join(" "),
    );
    expect(sentences.map(({ text }) => text)).toContain(topic);
    expect(sentences.map(({ start }) => start)).toEqual(
      sentences.map(({ start }) => start).toSorted((a, b) => a - b),
    );
    expect(Math.max(...sentences.map(({ score }) => score))).toBe(1);
  });

  it("never takes a sentence twice that a text repeats", async () => {
    const refrain = "The old engine drives the old pump of the old harbour.";
    const { sentences } = await analyze(filler.flatMap((sentence) => [sentence, refrain]).join(" "));
    const texts = sentences.map(({ text }) => text);
    expect(texts).toContain(refrain);
    expect(new Set(texts).size).toBe(texts.length);
  });

  it.each([
    ["abbreviations", "Dr. Smith met J. K. Rowling, e.g. on Jan. 5. She smiled.", 2],
    ["wrapped lines", "This line was wrapped at a certain width and so\nit goes on here. This does not.", 2],
    ["headings", "A heading\nThe text below it.\n\nAnother paragraph", 3],
    ["quotations", "He said “Go!” and left. She stayed.", 2],
  ])("counts sentences in spite of %s", async (_, text, count) => {
    expect((await analyze(text)).statistics.sentences).toBe(count);
  });

  it("knows sentences of other scripts", async () => {
    expect((await analyze("今日は天気がいい。公園を散歩した。", "ja")).statistics.sentences).toBe(2);
    expect((await analyze("هل أنت هنا؟ نعم أنا هنا.", "ar")).statistics.sentences).toBe(2);
  });
});
