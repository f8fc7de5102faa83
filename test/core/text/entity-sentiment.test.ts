import { analyzeText } from "@tools-api/core/text";
import { describe, expect, it } from "vitest";

/** Returns the label of each name. */
async function labelsOf(text: string): Promise<Record<string, string | undefined>> {
  const { entities } = await analyzeText(text, { analysisType: "entities", entitySentiment: true });
  return Object.fromEntries((entities ?? []).map((entity) => [entity.text, entity.sentiment?.label]));
}

describe("entitySentiment", () => {
  it.each([
    ["Nobu was great, and the Hilton was terrible.", { Nobu: "positive", Hilton: "negative" }],
    [
      "Ada Lovelace and Charles Babbage are brilliant.",
      { "Ada Lovelace": "positive", "Charles Babbage": "positive" },
    ],
    ["I love the Toyota, but the Honda is a disaster.", { Toyota: "positive", Honda: "negative" }],
    ["Siemens builds turbines in Munich.", { Siemens: "neutral", Munich: "neutral" }],
    ["Paris was wonderful. London was awful.", { Paris: "positive", London: "negative" }],
  ])("is that of the clauses of a name: %s", async (text, expected) => {
    expect(await labelsOf(text)).toEqual(expected);
  });

  it("has the evidence of these clauses only, and is absent for other entities", async () => {
    const text = "On Monday the Toyota was excellent, but the Honda is a disaster.";
    const { entities } = await analyzeText(text, { analysisType: "entities", entitySentiment: true });
    const evidence = Object.fromEntries(
      entities.map((entity) => [entity.text, entity.sentiment?.evidence.map((item) => item.text)]),
    );
    expect(evidence).toEqual({ Monday: undefined, Toyota: ["excellent"], Honda: ["disaster"] });
  });

  it("is absent without the option", async () => {
    const { entities } = await analyzeText("Paris was wonderful.", { analysisType: "entities" });
    expect(entities[0]).not.toHaveProperty("sentiment");
  });
});
