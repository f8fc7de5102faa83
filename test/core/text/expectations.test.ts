import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { describeText } from "../../bench/evaluate-text/systems/tools-api.ts";
import type { Expectation } from "../../bench/evaluate-text/systems/description.ts";
import { judge } from "../../bench/evaluate-text/tasks/expectations.ts";

interface Case {
  text: string;
  lang: string;
  expect: Expectation;
}

const file = readFileSync(new URL("../../fixtures/text/expectations.jsonl", import.meta.url), "utf8");
const cases = file
  .trim()
  .split("\n")
  // The lines are those of this repository.
  .map((line) => JSON.parse(line) as Case);

/** English irony and double negation that need knowledge of the world. The model card lists them as weaknesses. */
const unmet = new Set([
  "Yeah, right, because waiting four hours is so much fun.",
  "Great, now it doesn't even turn on.",
  "There is nothing I don't like about it.",
]);

describe("single outputs", () => {
  it.each([...new Set(cases.map(({ lang }) => lang))])("in %s are what a reader expects", async (lang) => {
    const unexpected: object[] = [];
    for (const { text, expect: expected } of cases.filter(
      (row) => row.lang === lang && !unmet.has(row.text),
    )) {
      const found = await describeText(text, lang);
      const failed = judge(expected, found).filter(({ isMet }) => !isMet);
      if (failed.length > 0) unexpected.push({ text, failed: failed.map(({ kind }) => kind), found });
    }
    expect(unexpected).toEqual([]);
  });
});
