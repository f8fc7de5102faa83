import { analyzeText, type FoundName, type TextEngines } from "@tools-api/core/text";
import { describe, expect, it } from "vitest";

const always =
  (label: "positive" | "negative"): TextEngines["sentiment"] =>
  (sentences) =>
    Promise.resolve(sentences.map(() => ({ positive: 0, neutral: 0, negative: 0, [label]: 2 })));

const find =
  (...names: FoundName[]): TextEngines["entities"] =>
  () =>
    Promise.resolve(names);

describe("engines of a host", () => {
  it("replace the sentiment of every sentence, in any language", async () => {
    for (const language of ["en", "pl"]) {
      const { sentiment } = await analyzeText("Wonderful. Great.", {
        analysisType: "sentiment",
        language,
        engines: { sentiment: always("negative") },
      });
      expect(sentiment).toMatchObject({ label: "negative", score: -1, magnitude: 2, evidence: [] });
      expect(sentiment?.sentences).toHaveLength(2);
    }
  });

  it("leave a language that they do not know to the built-in analysis, or refuse it", async () => {
    const engines = { sentiment: () => Promise.resolve(null), entities: () => Promise.resolve(null) };
    const english = await analyzeText("Ada is great.", { language: "en", engines });
    expect(english.sentiment?.label).toBe("positive");
    expect(english.entities?.[0]).toMatchObject({ text: "Ada", type: "person" });
    const slovenian = await analyzeText("Odlično.", { language: "sl", engines });
    expect(slovenian).not.toHaveProperty("sentiment");
    const missing = slovenian.warnings.filter(({ code }) => code === "language_not_supported");
    const [sentiment, ...others] = missing.map(({ message }) => message);
    expect(sentiment).toMatch(/^sentiment is not available in Slovenian, only in: en, ar, bg, .*, tr$/);
    expect(others).toEqual([
      expect.stringMatching(/^entities has no names in Slovenian, only in: en/),
      expect.stringMatching(
        /^pii has no persons without a title, a label, a salutation or a closing in Slovenian, only in: en/,
      ),
    ]);
    await expect(
      analyzeText("Odlično.", { analysisType: "sentiment", language: "sl", engines }),
    ).rejects.toMatchObject({ code: "unsupported_language" });
  });

  it("find names in any language, which entities and pii then contain, with the offsets of the caller", async () => {
    const text = "<p>Jan Kowalski mieszka w Krakowie od 3 maja 2026.</p>";
    const engines = {
      entities: (plain: string) => {
        const start = plain.indexOf("Jan");
        return Promise.resolve([{ start, end: start + 12, type: "person" as const, confidence: 0.9 }]);
      },
    };
    const { entities, pii, warnings } = await analyzeText(text, {
      analysisType: "entities,pii",
      language: "pl",
      inputFormat: "html",
      engines,
    });
    expect(entities?.map(({ text: name, type }) => [name, type])).toEqual([
      ["Jan Kowalski", "person"],
      ["3 maja 2026", "date"],
    ]);
    expect(entities?.[0]?.mentions[0]).toMatchObject({ start: 3, end: 15 });
    expect(pii?.redactedText).toContain("[PERSON] mieszka");
    expect(warnings).toEqual([]);
  });

  it("keep the first of names that overlap", async () => {
    const entities = find(
      { start: 4, end: 12, type: "person", confidence: 1 },
      { start: 0, end: 8, type: "organization", confidence: 1 },
    );
    const found = await analyzeText("Kowalski Sp. z o.o.", {
      analysisType: "entities",
      language: "pl",
      engines: { entities },
    });
    expect(found.entities?.map(({ type, text }) => [type, text])).toEqual([["organization", "Kowalski"]]);
  });

  it.each([
    [
      { sentiment: () => Promise.resolve([]) },
      "engines.sentiment: expected an array of 1 members, one per sentence",
    ],
    [
      { sentiment: () => Promise.resolve([{ positive: NaN, neutral: 0, negative: -1 }]) },
      "engines.sentiment: expected positive numbers",
    ],
    [
      { entities: find({ start: 0, end: 99, type: "person", confidence: 1 }) },
      "engines.entities: expected a range",
    ],
    [
      { entities: find({ start: 2, end: 2, type: "person", confidence: 1 }) },
      "engines.entities: expected a range",
    ],
  ] as [TextEngines, string][])(
    "that return something else fail with their name: %#",
    async (engines, message) => {
      await expect(analyzeText("Ada.", { language: "en", engines })).rejects.toThrow(message);
    },
  );

  it("are refused if they are no functions", async () => {
    const engines = { sentiment: "model.onnx" } as unknown as TextEngines;
    await expect(analyzeText("Ada.", { engines })).rejects.toMatchObject({
      code: "invalid_parameter",
      message: "engines: expected an object with the functions sentiment and entities, received an object",
    });
  });
});
