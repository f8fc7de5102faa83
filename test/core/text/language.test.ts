import { readFileSync } from "node:fs";
import { analyzeText } from "@tools-api/core/text";
import { describe, expect, it } from "vitest";

const file = readFileSync(new URL("../../fixtures/text/languages.jsonl", import.meta.url), "utf8");
/** Texts, each with its language, or without if a detector must not be certain. */
const texts = file
  .trim()
  .split("\n")
  // The lines are those of this repository.
  .map((line) => JSON.parse(line) as { lang: string | null; topic: string; text: string });
/** A sentence in each language of the detector. */
const sentences: Readonly<Record<string, string>> = Object.fromEntries(
  texts.flatMap(({ topic, lang, text }) => (topic === "a sentence" && lang !== null ? [[lang, text]] : [])),
);

async function languageOf(text: string, options = {}) {
  const { language, warnings } = await analyzeText(text, { analysisType: "language", ...options });
  return { ...language, uncertain: warnings.some(({ code }) => code === "language_uncertain") };
}

function sentence(code: string): string {
  const text = sentences[code];
  if (text === undefined) throw new RangeError(`No sentence in ${code}`);
  return text;
}

describe("the languages of the detector", () => {
  it.each(texts.filter(({ lang }) => lang !== null))(
    "detects $lang with certainty in $topic: $text",
    async ({ text, lang }) => {
      expect(await languageOf(text)).toMatchObject({ code: lang, detected: true, uncertain: false });
    },
  );

  it.each(texts.filter(({ lang }) => lang === null))(
    "reports as uncertain $topic: $text",
    async ({ text }) => {
      const language = await languageOf(text);
      expect(language.uncertain).toBe(true);
      expect(language.confidence).toBeLessThan(0.8);
    },
  );
  it.each(["de", "fr", "ru", "tr", "el"])("detects %s in capital letters", async (code) => {
    const text = sentence(code).toLocaleUpperCase(code);
    expect(await languageOf(text)).toMatchObject({ code, uncertain: false });
  });

  it.each(["fr", "cs", "vi", "hu"])("detects %s if accents are separate from their letters", async (code) => {
    expect(await languageOf(sentence(code).normalize("NFD"))).toMatchObject({ code, uncertain: false });
  });

  it("detects Persian with joiners and Arabic with vowels", async () => {
    expect(
      (
        await languageOf(
          "می\u200cخواهم بدانم که کتاب\u200cها کجا هستند و چه کسی آن\u200cها را می\u200cخواند.",
        )
      ).code,
    ).toBe("fa");
    expect((await languageOf("ذَهَبَ الوَلَدُ إِلَى المَدْرَسَةِ مَعَ أَصْدِقَائِهِ")).code).toBe("ar");
  });

  it("detects Japanese without kana by its own forms, and Chinese that quotes a kana", async () => {
    expect((await languageOf("東京駅発")).code).toBe("ja");
    expect((await languageOf("我们今天在学校里学习日语的平假名の，老师说这个字很常用。")).code).toBe("zh");
    expect((await languageOf("這本書的內容非常有趣，我們應該一起閱讀。")).code).toBe("zh");
  });
});

describe("language detection", () => {
  it("uses the caller's language, and reads the language of a tag", async () => {
    expect(await languageOf(sentence("de"), { language: "en-US" })).toEqual({
      code: "en",
      name: "English",
      confidence: 1,
      detected: false,
      alternatives: [],
      uncertain: false,
    });
    expect(await languageOf("x", { language: "zh-Hant-TW" })).toMatchObject({ code: "zh", name: "Chinese" });
  });

  it.each(["Hello", "ok", "Terrible", "ok lol thx", "lol", "i luv u", "omg"])(
    "treats %s as English, uncertain, with the detector's candidates",
    async (text) => {
      const language = await languageOf(text);
      expect(language).toMatchObject({ code: "en", uncertain: true });
      expect(language.confidence).toBeLessThan(0.75);
      expect(language.alternatives.length).toBeGreaterThan(0);
    },
  );

  it.each(["da ".repeat(1000), "a-".repeat(1000), "Haha haha HAHA"])(
    "reports a repeated word as uncertain",
    async (text) => {
      expect((await languageOf(text)).uncertain).toBe(true);
    },
  );

  it("runs the analyses in English if the language is uncertain, even explicitly requested ones", async () => {
    const analysis = await analyzeText("Terrible", { analysisType: "sentiment" });
    expect(analysis.sentiment?.label).toBe("negative");
    expect(analysis.warnings.map(({ code }) => code)).toEqual(["language_uncertain"]);
  });

  it("never treats a text in other letters as English, however short", async () => {
    expect((await languageOf("Привет")).code).toBe("ru");
    expect((await languageOf("日本語")).code).not.toBe("en");
    expect((await languageOf("ありがとう")).code).toBe("ja");
    expect((await languageOf("नमस्ते")).code).not.toBe("en");
  });

  it.each(["1234", "😀😀", "?!", " \n ", "\ud83d", "ᏣᎳᎩ"])(
    "returns und for %j, which has no known letters",
    async (text) => {
      expect(await languageOf(text)).toMatchObject({ code: "und", name: "Undetermined", uncertain: true });
    },
  );

  it("ignores addresses and handles, and reads beyond the start of a long text", async () => {
    const url = "https://www.the-weather-was-so-nice.com/we/had";
    expect((await languageOf(`${url} ${sentence("de")}`)).code).toBe("de");
    expect((await languageOf(`${"1 ".repeat(50_000)}${sentence("fr")}`)).code).toBe("fr");
    expect((await languageOf(`OK! ${`${sentence("it")} `.repeat(100)}`)).code).toBe("it");
    expect((await languageOf(`Привет! ${sentence("nl")}`)).code).toBe("nl");
    expect((await languageOf(`请访问https://example.com/weather，${sentence("zh")}`)).code).toBe("zh");
  });

  it("detects the language of most of a long text, whatever the language of its first paragraph", async () => {
    const paragraphs = Array.from({ length: 20 }, () => `${sentence("pl")} ${sentence("pl")}`);
    const text = [`${sentence("en")} ${sentence("en")}`, ...paragraphs].join("\n\n");
    expect(await languageOf(text)).toMatchObject({ code: "pl", uncertain: false });
  });

  it("returns the same result for any line ends, and on every call", async () => {
    const lines = [sentence("sv"), sentence("sv"), sentence("da")];
    const first = await languageOf(lines.join("\n"));
    for (const end of ["\n", "\r\n", "\r", "\u2028"])
      expect(await languageOf(lines.join(end))).toEqual(first);
    await languageOf(sentence("ja"));
    expect(await languageOf(lines.join("\n"))).toEqual(first);
  });

  it("sorts confidences from best to worst, with a sum of at most one", async () => {
    for (const text of [...Object.values(sentences), "kunne eller", "lugar capital", "znalosti"]) {
      const { code, confidence, alternatives } = await languageOf(text);
      const others = alternatives.map((other) => other.confidence);
      expect(others).toEqual(others.toSorted((a, b) => b - a));
      expect([confidence, ...others].reduce((sum, value) => sum + value, 0)).toBeLessThanOrEqual(1.005);
      expect(alternatives.map((other) => other.code)).not.toContain(code);
    }
  });

  it.each([
    ["a million letters", "a".repeat(1_000_000), "en", true],
    ["a million hyphenated letters", "a-".repeat(500_000), "en", true],
    ["emoji", "👩‍👩‍👧‍👦".repeat(20_000), "und", true],
    ["combining marks", `e${"\u0301".repeat(400_000)}`, "en", true],
    ["lone surrogates", "\udc00\ud83d".repeat(150_000), "und", true],
    ["ideographs beyond the basic plane", "\u{20000}".repeat(200_000), "zh", false],
    ["NULs", "\0".repeat(100_000), "und", true],
  ])("returns the language and the certainty of %s", async (_, text, code, uncertain) => {
    expect(await languageOf(text)).toMatchObject({ code, uncertain });
  });
});
