import { readFileSync } from "node:fs";
import { analyzeText } from "@tools-api/core/text";
import { describe, expect, it } from "vitest";

interface Case {
  text: string;
  lang: string;
  kind: string;
  sentences: string[];
}

const file = readFileSync(new URL("../../fixtures/text/sentence-ends.jsonl", import.meta.url), "utf8");
const cases = file
  .trim()
  .split("\n")
  // The lines are those of this repository.
  .map((line) => JSON.parse(line) as Case);

/** Returns the sentences where an analysis lists them, and otherwise their number. */
async function endsOf({ text, lang }: Case) {
  const { sentiment, statistics } = await analyzeText(text, { analysisType: "all", language: lang });
  return sentiment ? sentiment.sentences.map((sentence) => sentence.text) : statistics.sentences;
}

describe("sentence ends", () => {
  it.each([...new Set(cases.map(({ lang }) => lang))])("of %s are where a reader puts them", async (lang) => {
    for (const one of cases.filter((row) => row.lang === lang)) {
      const found = await endsOf(one);
      expect(found, `${lang}, ${one.kind}`).toEqual(
        typeof found === "number" ? one.sentences.length : one.sentences,
      );
    }
  });
});

describe("words", () => {
  it.each([
    ["apostrophes", "en", "Don't stop the O'Neills’ party", 5],
    ["figures with their separators", "en", "1,234.56 is 3.14 times 393", 5],
    ["hyphens, which join words", "en", "a state-of-the-art well-known thing", 4],
    ["accents, composed or not", "fr", "déjà de\u0301ja\u0300 vu", 3],
    ["scripts without blanks", "ja", "東京は首都", 3],
    ["scripts side by side", "zh", "我用iPhone拍照", 4],
    ["zero-width joiners", "fa", "می\u200cشود خوب", 2],
    ["addresses and handles", "en", "Ask @ada or ada@example.com, see https://example.com/a-b?c=1.", 6],
    ["a contraction of two tokens", "en", "Ada’s friends can't, cannot and won't", 6],
    ["emoji, which are none", "en", "nice 👍🏽 👨‍👩‍👧 🇩🇪 work", 2],
    ["lines to fill in, which are none", "en", "Name: ______ Date: ___", 2],
    ["lone surrogates and NULs", "en", "a\ud83d b\0c \udc00d", 4],
  ])("are counted with %s", async (_, language, text, words) => {
    const { statistics } = await analyzeText(text, { analysisType: "language", language });
    expect(statistics.words).toBe(words);
  });
});

describe("lines", () => {
  it("end a sentence, except wrapped ones, and blank lines end a paragraph", async () => {
    const sentences = [
      "Groceries",
      "milk",
      "This line was broken by a mail program because it is\r\ntoo long.",
      "End",
    ];
    const text =
      "Groceries\r\nmilk\r\n\r\nThis line was broken by a mail program because it is\r\ntoo long. End";
    const { sentiment, statistics } = await analyzeText(text, { analysisType: "sentiment", language: "en" });
    expect(sentiment.sentences.map((sentence) => sentence.text)).toEqual(sentences);
    expect(statistics).toEqual({ characters: 86, words: 16, sentences: 4, paragraphs: 2 });
  });
});

it("ends a sentence after a temperature", async () => {
  const { statistics } = await analyzeText("Heat it to 90°C. Stir the sauce.", { analysisType: "language" });
  expect(statistics.sentences).toBe(2);
});
