import { analyzeText, type AnalyzeTextOptions, type TextAnalysis } from "@tools-api/core/text";
import { describe, expect, expectTypeOf, it } from "vitest";

const text = "The camera is good.";

describe("the types of analyzeText", () => {
  it("have each analysis that the options name as a required field", async () => {
    const { sentiment, syntax, keywords } = await analyzeText(text, { analysisType: "sentiment, syntax" });
    expectTypeOf(sentiment).toEqualTypeOf<NonNullable<TextAnalysis["sentiment"]>>();
    expectTypeOf(syntax.tokens).toEqualTypeOf<NonNullable<TextAnalysis["syntax"]>["tokens"]>();
    expectTypeOf(keywords).toEqualTypeOf<TextAnalysis["keywords"]>();
    expect([sentiment.label, syntax.tokens.length, keywords]).toEqual(["positive", 5, undefined]);
  });

  it("have the analyses of all, and of a list that is known at run time, as optional fields", async () => {
    const options: AnalyzeTextOptions = { analysisType: ["all", "syntax"].join(",") };
    const records = [await analyzeText(text), await analyzeText(text, options)] as const;
    expectTypeOf(records[0].sentiment).toEqualTypeOf<TextAnalysis["sentiment"]>();
    expectTypeOf(records[1].sentiment).toEqualTypeOf<TextAnalysis["sentiment"]>();
    expect(records.map(({ syntax }) => syntax?.tokens.length)).toEqual([undefined, 5]);
  });

  it("refuse a literal with a name that is none", async () => {
    // @ts-expect-error There is no analysis "sentimet".
    await expect(analyzeText(text, { analysisType: "sentimet" })).rejects.toThrow("analysisType");
    // @ts-expect-error Nor is there one in a list.
    await expect(analyzeText(text, { analysisType: "pii,sentimet" })).rejects.toThrow("analysisType");
  });
});
