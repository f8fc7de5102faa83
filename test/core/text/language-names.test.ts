import { analyzeText } from "@tools-api/core/text";
import { describe, expect, it } from "vitest";

async function codeOf(language: string): Promise<string> {
  return (await analyzeText("Hallo, wie geht es?", { analysisType: "language", language })).language.code;
}

describe("language names", () => {
  it.each([
    ["english", "en"],
    ["German", "de"],
    ["GERMAN", "de"],
    ["Deutsch", "de"],
    ["français", "fr"],
    ["franc\u0327ais", "fr"],
    ["日本語", "ja"],
    ["Simplified Chinese", "zh"],
    ["Brazilian Portuguese", "pt"],
    ["Bengali", "bn"],
    ["Castilian", "es"],
    ["norsk bokmål", "nb"],
  ])("accepts the name %s, in English or in the language itself, as %s", async (name, code) => {
    expect(await codeOf(name)).toBe(code);
  });

  it.each([
    ["de", "de"],
    ["de-AT", "de"],
    ["EN-us", "en"],
    ["zh-Hant", "zh"],
    ["iw", "he"],
    ["deu", "de"],
    ["gsw", "gsw"],
    ["aaa", "aaa"],
    ["de-DE-u-co-phonebk", "de"],
  ])("accepts the BCP 47 tag %s as %s", async (tag, code) => {
    expect(await codeOf(tag)).toBe(code);
  });

  it("prefers the tag over the name: ga is Irish, not Ga", async () => {
    expect(await codeOf("ga")).toBe("ga");
    expect(await codeOf("Gã")).toBe("gaa");
  });

  it("runs the same analyses for a name as for its tag", async () => {
    const text = "The camera is not bad at all, and it cost only $199.";
    expect(await analyzeText(text, { language: "english" })).toEqual(
      await analyzeText(text, { language: "en" }),
    );
  });

  it.each([
    "xx",
    "zzz",
    "und",
    "mul",
    "zxx",
    "qaa",
    "klingonish",
    "englisch-",
    "constructor",
    "__proto__",
    "",
    " ",
  ])("rejects %j, which names no registered language", async (language) => {
    await expect(analyzeText("Hello", { language })).rejects.toMatchObject({
      code: "invalid_parameter",
      message: expect.stringMatching(
        /^language: expected a BCP 47 tag of a registered language, the name of a language in English or in that language, or "auto", received /,
      ) as string,
    });
  });

  it.each([
    { language: "a".repeat(1_000_000) },
    { language: "de-".repeat(300_000) },
    { analysisType: "all,".repeat(250_000) + "all" },
  ])("rejects a language or a list of analyses of a megabyte: %.40j", async (options) => {
    await expect(analyzeText("Hello", options)).rejects.toMatchObject({ code: "invalid_parameter" });
  });
});
