import { analyzeText } from "@tools-api/core/text";
import { describe, expect, it } from "vitest";
import { icuFigures, judgeFigure } from "../../icu-figures.ts";
import { type Mark, markedSentences } from "./marked-sentences.ts";

const named = new Set(["person", "organization", "location", "misc"]);

async function entitiesOf(text: string, language = "en") {
  return (await analyzeText(text, { analysisType: "entities", language })).entities;
}

async function formsOf(text: string, language: string): Promise<Mark[]> {
  return (await entitiesOf(text, language))
    .filter(({ type }) => !named.has(type))
    .flatMap(({ type, normalized, mentions }) =>
      mentions.map(({ text: found, start, end }) => ({ type, text: found, normalized, start, end })),
    )
    .toSorted((a, b) => a.start - b.start);
}

it.each(markedSentences("entity-forms"))(
  "finds exactly the marked $topic of $lang in $text",
  async ({ lang, text, expected }) => {
    expect(await formsOf(text, lang)).toEqual(expected);
  },
);

describe("figures as ICU writes them", () => {
  const all = icuFigures();
  const step = all.length / 600;
  const sample = Array.from({ length: 600 }, (_, index) => all[Math.floor(index * step)]).filter(
    (row) => row !== undefined,
  );

  it("have their value in 98 of 100 cases, and never another one", async () => {
    const verdicts = await Promise.all(
      sample.map(async ({ text, lang, figure }) => ({
        text,
        verdict: judgeFigure(figure, await entitiesOf(text, lang)),
      })),
    );
    expect(verdicts.filter(({ verdict }) => verdict === "wrong")).toEqual([]);
    expect(verdicts.filter(({ verdict }) => verdict === "right").length).toBeGreaterThan(588);
  });
});

describe("entities", () => {
  it("groups mentions of the same thing, whatever their form, with saliences that add up to one", async () => {
    const entities = await entitiesOf("It cost $20. Yes, 20 dollars. And $30 later.");
    expect(entities.map(({ normalized, mentions }) => [normalized, mentions.length])).toEqual([
      ["USD 20.00", 2],
      ["USD 30.00", 1],
    ]);
    const [twenty = 0, thirty = 0] = entities.map(({ salience }) => salience);
    expect(twenty).toBeGreaterThan(thirty);
    expect(twenty + thirty).toBeCloseTo(1, 1);
  });
});
