import { ToolsError } from "@tools-api/core";
import { analysisTypes, analyzeText } from "@tools-api/core/text";
import { describe, expect, it } from "vitest";

const review = "The camera is not bad at all, and it cost only $199. Ada bought it on May 5, 2024.";
const germanReview = "Das ist ein sehr gutes Produkt. Der Akku hält lange und die Kamera ist hervorragend.";

async function errorOf(promise: Promise<unknown>): Promise<ToolsError> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof ToolsError) return error;
  throw new Error("expected a ToolsError", { cause: error });
}

describe("analyzeText", () => {
  it("returns all analyses except syntax by default", async () => {
    const analysis = await analyzeText(review);
    const expected = analysisTypes.filter((name) => name !== "syntax");
    expect(analysis.analysisType).toEqual(expected);
    for (const name of expected) expect(analysis[name], name).toBeDefined();
    expect(analysis.syntax).toBeUndefined();
  });

  it("returns exactly the analyses of a list, with language, statistics and warnings", async () => {
    const analysis = await analyzeText(review, { analysisType: "syntax, sentiment,syntax" });
    expect(analysis.analysisType).toEqual(["sentiment", "syntax"]);
    expect(Object.keys(analysis).toSorted()).toEqual(
      [
        "analysisType",
        "language",
        "modelVersion",
        "offsetUnit",
        "sentiment",
        "statistics",
        "syntax",
        "warnings",
      ].toSorted(),
    );
  });

  it("names each invalid parameter with the expected and the received value", async () => {
    // @ts-expect-error There is no analysis "tone".
    const error = await errorOf(analyzeText("Hello", { analysisType: "tone", language: "12" }));
    expect(error.code).toBe("invalid_parameter");
    expect(error.errors?.map(({ pointer }) => pointer)).toEqual(["#/analysisType", "#/language"]);
    expect(error.message).toContain('received "tone"');
  });

  it.each([
    ["an empty text", ""],
    ["no text", undefined],
    ["a number", 7],
    ["a list", ["Hello"]],
  ])("rejects %s", async (_, text) => {
    // JavaScript callers can pass this despite the types.
    const error = await errorOf(analyzeText(text as string));
    expect(error.code).toBe("invalid_parameter");
    expect(error.errors?.[0]?.pointer).toBe("#/text");
  });

  it("rejects options that are not an object, and unknown options", async () => {
    // JavaScript callers can pass this despite the types.
    expect((await errorOf(analyzeText("Hello", null as never))).code).toBe("invalid_parameter");
    expect((await errorOf(analyzeText("Hello", { tone: true } as never))).errors?.[0]?.pointer).toBe(
      "#/tone",
    );
  });

  it("rejects more than 1,000,000 UTF-8 bytes, and reports their number", async () => {
    const error = await errorOf(analyzeText("é".repeat(500_001), { analysisType: "pii" }));
    expect(error.code).toBe("payload_too_large");
    expect(error.message).toContain("1,000,002 bytes");
    const largest = await analyzeText("é".repeat(500_000), { analysisType: "pii", language: "fr" });
    expect(largest.statistics.characters).toBe(500_000);
  });

  it("rejects an explicitly requested analysis in an unsupported language, and lists the supported ones", async () => {
    const text = "Ez a szálloda nagyon szép volt, és a reggeli is finom.";
    for (const options of [
      { analysisType: "syntax" },
      { analysisType: "syntax", language: "hu-HU" },
      { analysisType: "all,syntax" },
    ]) {
      const error = await errorOf(analyzeText(text, options));
      expect(error.code).toBe("unsupported_language");
      expect(error.message).toContain("Hungarian (hu)");
      expect(error.message).toContain("syntax is available in: cs, da, de");
    }
  });

  it("warns of a part of `all` that the language does not have", async () => {
    const estonian = await analyzeText("See hotell oli väga ilus ja hommikusöök oli maitsev.");
    expect(estonian.warnings.map(({ code, analysis }) => [code, analysis])).toEqual([
      ["language_not_supported", "sentiment"],
      ["language_not_supported", "entities"],
      ["language_not_supported", "pii"],
      ["text_too_short", "readability"],
    ]);
    expect(estonian.entities).toEqual([]);
    const analysis = await analyzeText(germanReview);
    expect(analysis.warnings.map(({ code }) => code)).toEqual(["text_too_short"]);
    expect(analysis.sentiment?.label).toBe("positive");
    expect(analysis.keywords?.map(({ text }) => text)).toContain("Kamera");
    expect(analysis.summary?.sentences).toHaveLength(1);
    expect(analysis.pii?.entities).toEqual([]);
  });

  it("omits unsupported analyses from `all`, with a warning for each", async () => {
    const analysis = await analyzeText("Fotoaparat je dober.", { language: "sl" });
    const missing = analysis.warnings.filter(({ code }) => code === "language_not_supported");
    expect(missing.map(({ analysis }) => analysis)).toEqual(["sentiment", "entities", "pii"]);
    expect(analysis.sentiment).toBeUndefined();
  });

  it("returns the same record for the same text, whatever was analyzed before or in parallel", async () => {
    const text = "The qwerz's plan is the zlogqwer's and the x-qwer.zlog's.";
    const options = { analysisType: "all,syntax", language: "en" };
    const first = await analyzeText(text, options);
    await analyzeText(text.toUpperCase(), options);
    const [second, , third] = await Promise.all([
      analyzeText(text, options),
      analyzeText("QWERZ'S ZLOGQWER'S. " + text.toUpperCase(), options),
      analyzeText(text, options),
    ]);
    expect(second).toEqual(first);
    expect(third).toEqual(first);
  });
});
