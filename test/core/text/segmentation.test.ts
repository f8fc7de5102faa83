import { analyzeText } from "@tools-api/core/text";
import { describe, expect, it } from "vitest";

async function sentencesOf(text: string): Promise<string[] | undefined> {
  const { sentiment } = await analyzeText(text, { analysisType: "sentiment", language: "en" });
  return sentiment?.sentences.map((sentence) => sentence.text);
}

async function countsOf(text: string, language: string) {
  const { statistics } = await analyzeText(text, { analysisType: "language", language });
  return { words: statistics.words, sentences: statistics.sentences };
}

describe("sentences", () => {
  it.each([
    ["a title", ["Dr. Smith met Mrs. Jones.", "They left."]],
    ["an initial", ["J. R. R. Tolkien wrote it.", "So did I.", "Really."]],
    ["a number", ["It rose by 3.5 points to 1.200.", "Then it fell."]],
    ["an address", ["Read www.example.com/a.html first.", "Then answer."]],
    ["a file name", ["Open config.json and edit it.", "Save."]],
    ["an acronym", ["He moved to the U.S. in May.", "He stayed."]],
    ["a clock time", ["We meet at 5 p.m. on Monday.", "Bring tea."]],
    ["a list's number", ["1. Wash the rice.", "2. Boil it."]],
    ["a pause", ["Well... maybe not.", "Fine."]],
  ])("continues a sentence at the period of %s", async (_, sentences) => {
    expect(await sentencesOf(sentences.join(" "))).toEqual(sentences);
  });

  it("ends a sentence at a mark before a closing quote or bracket", async () => {
    const sentences = ['She said "Go."', "He went.", "(It rained.)", "They met."];
    expect(await sentencesOf(sentences.join(" "))).toEqual(sentences);
  });

  it("continues a sentence after a quoted exclamation", async () => {
    const text = "“Stop!” he cried, and “Why?” she asked.";
    expect(await sentencesOf(text)).toEqual([text]);
  });

  it("ends sentences in chats without capitals", async () => {
    const sentences = ["i love it.", "really?", "the rest was meh."];
    expect(await sentencesOf(sentences.join(" "))).toEqual(sentences);
  });

  it("ends a sentence at line breaks of any kind, except within a wrapped line", async () => {
    const text =
      "Groceries\r\nmilk\r\n\r\nThis line was broken by a mail program because it is\r\ntoo long. The end";
    expect(await sentencesOf(text)).toEqual([
      "Groceries",
      "milk",
      "This line was broken by a mail program because it is\r\ntoo long.",
      "The end",
    ]);
  });

  it.each([
    ["Japanese", "ja", "東京は首都です。人口は多い！本当？", 3],
    ["Chinese", "zh", "他走了。“你好！”她说。", 3],
    ["Arabic", "ar", "هل أنت بخير؟ نعم. شكرا!", 3],
    ["Hindi", "hi", "यह अच्छा है। वह गया।", 2],
  ])("ends sentences at the marks of %s", async (_, language, text, sentences) => {
    expect(await countsOf(text, language)).toMatchObject({ sentences });
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
  ])("counts words with %s", async (_, language, text, words) => {
    expect(await countsOf(text, language)).toMatchObject({ words });
  });
});
