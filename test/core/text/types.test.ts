import { analyzeText, type AnalyzeTextOptions, type TextAnalysis } from "@tools-api/core/text";
import { analyzeText as analyzeLight } from "@tools-api/core/text/light";
import { describe, expect, expectTypeOf, it } from "vitest";

const text = "The camera is good.";

describe("the types of analyzeText", () => {
  it("requires each analysis that the options name as a field", async () => {
    const { sentiment, syntax, keywords } = await analyzeText(text, { analysisType: "sentiment, syntax" });
    expectTypeOf(sentiment).toEqualTypeOf<NonNullable<TextAnalysis["sentiment"]>>();
    expectTypeOf(syntax.tokens).toEqualTypeOf<NonNullable<TextAnalysis["syntax"]>["tokens"]>();
    expectTypeOf(keywords).toEqualTypeOf<TextAnalysis["keywords"]>();
    expect([sentiment.label, syntax.tokens.length, keywords]).toEqual(["positive", 5, undefined]);
  });

  it("takes a list of names, and requires each as a field", async () => {
    const { sentiment, pii } = await analyzeText(text, { analysisType: ["sentiment", "pii"] });
    expectTypeOf(pii.redactedText).toEqualTypeOf<string>();
    expect([sentiment.label, pii.redactedText]).toEqual(["positive", text]);
    const light = await analyzeLight(text, { analysisType: ["sentiment"] });
    expect(light.sentiment).toEqual(sentiment);
  });

  it("makes the analyses of all, and of a list known only at run time, optional fields", async () => {
    const options: AnalyzeTextOptions = { analysisType: ["all", "syntax"].join(",") };
    const records = [await analyzeText(text), await analyzeText(text, options)] as const;
    expectTypeOf(records[0].sentiment).toEqualTypeOf<TextAnalysis["sentiment"]>();
    expectTypeOf(records[1].sentiment).toEqualTypeOf<TextAnalysis["sentiment"]>();
    expect(records.map(({ syntax }) => syntax?.tokens.length)).toEqual([undefined, 5]);
  });

  it("rejects an unknown name in a literal", async () => {
    // @ts-expect-error There is no analysis "sentimet".
    await expect(analyzeText(text, { analysisType: "sentimet" })).rejects.toThrow("analysisType");
    // @ts-expect-error There is no syntax in the light entry point.
    await expect(analyzeLight(text, { analysisType: "syntax" })).rejects.toThrow("@tools-api/core/text");
    // @ts-expect-error A list has no analysis "sentimet" either.
    await expect(analyzeText(text, { analysisType: "pii,sentimet" })).rejects.toThrow("analysisType");
  });
});
