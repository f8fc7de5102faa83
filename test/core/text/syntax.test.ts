import { analyzeText } from "@tools-api/core/text";
import { describe, expect, it } from "vitest";

async function tokensOf(text: string) {
  const { syntax } = await analyzeText(text, { analysisType: "syntax", language: "en" });
  if (!syntax) throw new Error("no syntax");
  return syntax.tokens;
}

describe("syntax", () => {
  it("returns the part of speech and lemma of each token", async () => {
    expect(await tokensOf("Ada wrote two letters.")).toEqual([
      { text: "Ada", start: 0, end: 3, pos: "PROPN", lemma: "ada" },
      { text: "wrote", start: 4, end: 9, pos: "VERB", lemma: "write" },
      { text: "two", start: 10, end: 13, pos: "NUM", lemma: "two" },
      { text: "letters", start: 14, end: 21, pos: "NOUN", lemma: "letter" },
      { text: ".", start: 21, end: 22, pos: "PUNCT", lemma: "." },
    ]);
  });

  it("tags a word by its role in the sentence", async () => {
    const tokens = await tokensOf("They book a table. The book is red.");
    expect(tokens.filter(({ text }) => text === "book").map(({ pos }) => pos)).toEqual(["VERB", "NOUN"]);
  });

  it.each([
    [
      "He was hiding two species of mice at 9 am.",
      ["he", "be", "hide", "two", "species", "of", "mouse", "at", "9", "am", "."],
    ],
    ["The colour of physics", ["the", "colour", "of", "physics"]],
  ])("keeps the spelling of a lemma, and its silent e: %s", async (text, lemmas) => {
    expect((await tokensOf(text)).map(({ lemma }) => lemma)).toEqual(lemmas);
  });

  it("covers everything except white space, in order, for any kind of white space", async () => {
    const text =
      "\tI can't,\u00a0\u00a0you\u3000CAN’T\r\n\r\nwe\u2028cannot \u000b gonna… U.S. e-mail\ufeff x\u200by 5pm. ";
    const tokens = await tokensOf(text);
    expect(tokens.map((token) => token.text).join("")).toBe(text.replace(/\s/g, ""));
    for (const { text: surface, start, end } of tokens) expect(text.slice(start, end)).toBe(surface);
  });

  it("returns a lemma for names of JavaScript's own properties", async () => {
    const tokens = await tokensOf(
      "The constructor and its prototype, toString and __proto__, hasOwnProperty.",
    );
    expect(tokens.find(({ text }) => text === "constructor")?.lemma).toBe("constructor");
    for (const { lemma } of tokens) expect(lemma).toBeTypeOf("string");
  });
});
