import { analyzeText } from "@tools-api/core/text";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

describe("statistics", () => {
  it("counts words, sentences and paragraphs", async () => {
    const { statistics } = await analyzeText(
      "Dr. Ada wrote this. It isn't long!\n\nA second paragraph, here.",
      {
        analysisType: "language",
      },
    );
    expect(statistics).toEqual({ characters: 61, words: 11, sentences: 3, paragraphs: 2 });
  });

  it("counts characters in the unit of the offsets", async () => {
    const text = "naïve 😀";
    for (const [offsetUnit, characters] of [
      ["utf16", 8],
      ["code_point", 7],
      ["utf8", 11],
    ] as const) {
      const { statistics } = await analyzeText(text, { analysisType: "language", offsetUnit });
      expect(statistics.characters).toBe(characters);
    }
  });

  it("counts zero words in a text without words", async () => {
    const { statistics } = await analyzeText("… 😀 !!!", { analysisType: "language" });
    expect(statistics.words).toBe(0);
  });

  it("counts the same words with every analysis, although only some need the tokens", async () => {
    const pieces = [
      "can't",
      " ",
      "state-of-the-art",
      "U.S.",
      "5pm",
      "__",
      "'s",
      "😀",
      ":-)",
      "ada@example.com",
      "東京",
      "\n",
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 20 }),
        async (parts) => {
          const text = parts.join("");
          const [language, syntax] = await Promise.all(
            (["language", "syntax"] as const).map((analysisType) =>
              analyzeText(text, { analysisType, language: "en" }),
            ),
          );
          expect(language?.statistics).toEqual(syntax?.statistics);
        },
      ),
      { numRuns: 100 },
    );
  });

  it("never counts more words than characters, or more paragraphs than sentences", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 1, maxLength: 200, unit: "grapheme" }), async (text) => {
        const { statistics } = await analyzeText(text, { analysisType: "language" });
        expect(statistics.characters).toBe(text.length);
        expect(statistics.words).toBeLessThanOrEqual(text.length);
        expect(statistics.paragraphs).toBeLessThanOrEqual(Math.max(1, statistics.sentences));
      }),
      { numRuns: 100 },
    );
  });
});
