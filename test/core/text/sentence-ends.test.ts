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
