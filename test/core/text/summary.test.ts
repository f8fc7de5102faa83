import { analyzeText } from "@tools-api/core/text";
import { describe, expect, it } from "vitest";

async function analyze(text: string, language = "en", options: { summarySentences?: number } = {}) {
  const { summary, statistics } = await analyzeText(text, {
    analysisType: "summary",
    language,
    ...options,
  });
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
  ])("summarizes %i sentences in %i", async (count, expected) => {
    const text = Array.from({ length: count }, (_, index) => `The small house number ${index} is red.`).join(
      " ",
    );
    expect((await analyze(text)).sentences).toHaveLength(expected);
  });

  it("selects the sentence that shares most with the others, and keeps their order", async () => {
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

  it("never selects a repeated sentence twice", async () => {
    const refrain = "The old engine drives the old pump of the old harbour.";
    const { sentences } = await analyze(filler.flatMap((sentence) => [sentence, refrain]).join(" "));
    const texts = sentences.map(({ text }) => text);
    expect(texts).toContain(refrain);
    expect(new Set(texts).size).toBe(texts.length);
  });

  it("selects only sentences that add new content", async () => {
    const storm = "The storm flooded the harbour and the storm closed the airport.";
    const again = "The storm flooded the harbour, and the airport was closed by the storm.";
    const vote = "Voters elected a new mayor, and the mayor thanked the voters.";
    const { sentences } = await analyze([storm, again, vote, ...filler].slice(0, 20).join(" "));
    const texts = sentences.map(({ text }) => text);
    expect(texts).toHaveLength(2);
    expect(texts).toContain(vote);
    expect(texts.filter((text) => text === storm || text === again)).toHaveLength(1);
  });

  it("prefers a sentence to a heading, a signature and a question", async () => {
    const answer = "The bakery sells fresh bread every morning.";
    const { sentences } = await analyze(
      `Fresh bread of the bakery\n\nWhat bread does the bakery sell?\n\n${answer}\n\nYours, the bakery of fresh bread`,
    );
    expect(sentences.map(({ text }) => text)).toEqual([answer]);
  });

  it("selects a line of data if there is nothing else", async () => {
    expect((await analyze("IBAN: DE89 3704 0044 0532 0130 00")).sentences).toHaveLength(1);
  });

  it("returns as many sentences as requested, in the order of the text", async () => {
    const text = filler.join(" ");
    for (const summarySentences of [1, 3, 10]) {
      const { sentences } = await analyze(text, "en", { summarySentences });
      expect(sentences).toHaveLength(summarySentences);
      const starts = sentences.map(({ start }) => start);
      expect(starts).toEqual(starts.toSorted((a, b) => a - b));
    }
    expect(
      (await analyze("Only one sentence is here.", "en", { summarySentences: 10 })).sentences,
    ).toHaveLength(1);
  });

  it.each([0, 11, 1.5, Number.NaN])(
    "rejects %d sentences by the name of the option",
    async (summarySentences) => {
      await expect(analyze("A text.", "en", { summarySentences })).rejects.toThrow(
        "summarySentences: expected an integer from 1 to 10",
      );
    },
  );

  it("selects a heading if there is no sentence", async () => {
    const { sentences } = await analyze("Fresh bread\n\nOpen daily");
    expect(sentences).toEqual([{ text: "Fresh bread", start: 0, end: 11, score: 1 }]);
  });

  it("counts words of different case as one", async () => {
    const { sentences } = await analyze(
      "SOLAR panels heat water well. Dogs bark at night here. Solar Panels are cheap now.",
    );
    expect(sentences[0]?.text).toMatch(/solar panels/i);
  });

  it("returns an empty summary for a text without words", async () => {
    expect((await analyze(" \n ")).sentences).toEqual([]);
  });

  it.each([
    [
      "de",
      "Der Akku ist neu. Der Akku der Kamera hält lange, und die Kamera macht gute Bilder. Gestern schneite es dort.",
    ],
    ["ja", "天気がいい。新しい図書館では図書館の本を自由に読める。犬がいる。"],
    ["ar", "السماء زرقاء. الكاميرا الجديدة جيدة والكاميرا القديمة سيئة. نعم."],
  ])("selects the sentence with the most weight in %s", async (language, text) => {
    const { sentences } = await analyze(text, language);
    const longest = text.split(/(?<=[.。]) ?/u).toSorted((a, b) => b.length - a.length)[0];
    expect(sentences.map((sentence) => sentence.text)).toEqual([longest]);
  });
});
