import { analyzeText } from "@tools-api/core/text";
import { describe, expect, it } from "vitest";

const sentences = {
  en: "The weather was so nice that we had lunch in the garden.",
  de: "Das Wetter war so schön, dass wir im Garten zu Mittag gegessen haben.",
  fr: "Il faisait si beau que nous avons déjeuné dans le jardin.",
  es: "Hacía tan buen tiempo que comimos en el jardín de la casa.",
  it: "Il tempo era così bello che abbiamo pranzato in giardino.",
  pt: "O tempo estava tão bom que não quisemos almoçar dentro de casa.",
  nl: "Het weer was zo mooi dat we in de tuin hebben gegeten.",
  pl: "Pogoda była tak ładna, że zjedliśmy obiad w ogrodzie.",
  ru: "Погода была такой хорошей, что мы пообедали в саду.",
  id: "Dia mengatakan bahwa harga barang akan naik karena biaya produksi.",
  ja: "天気がとても良かったので、庭で昼ご飯を食べました。",
  zh: "天气很好，所以我们在花园里吃了午饭。",
  ko: "날씨가 너무 좋아서 우리는 정원에서 점심을 먹었다.",
  ar: "كان الطقس جميلا جدا لدرجة أننا تناولنا الغداء في الحديقة.",
  he: "מזג האוויר היה כל כך נעים שאכלנו צהריים בגינה.",
  el: "Ο καιρός ήταν τόσο καλός που φάγαμε μεσημεριανό στον κήπο.",
  th: "อากาศดีมากจนเรากินข้าวกลางวันในสวน",
};

async function languageOf(text: string, options = {}) {
  const { language, warnings } = await analyzeText(text, { analysisType: "language", ...options });
  return { ...language, uncertain: warnings.some(({ code }) => code === "language_uncertain") };
}

describe("language", () => {
  it.each(Object.entries(sentences))("tells %s by a sentence", async (code, text) => {
    expect(await languageOf(text)).toMatchObject({ code, detected: true, uncertain: false });
  });

  it("takes the caller's word, and reads the language of a tag", async () => {
    expect(await languageOf(sentences.de, { language: "en-US" })).toEqual({
      code: "en",
      name: "English",
      confidence: 1,
      detected: false,
      alternatives: [],
      uncertain: false,
    });
    expect(await languageOf("x", { language: "zh-Hant-TW" })).toMatchObject({ code: "zh", name: "Chinese" });
  });

  it.each(["Hello", "ok", "Hello world", "Terrible"])(
    "reads %s as English, uncertain, with the detector's candidates",
    async (text) => {
      const language = await languageOf(text);
      expect(language).toMatchObject({ code: "en", uncertain: true });
      expect(language.confidence).toBeLessThan(0.75);
      expect(language.alternatives.length).toBeGreaterThan(0);
    },
  );

  it("runs the analyses in English where the language is uncertain, even those asked for by name", async () => {
    const analysis = await analyzeText("Terrible", { analysisType: "sentiment" });
    expect(analysis.sentiment?.label).toBe("negative");
    expect(analysis.warnings.map(({ code }) => code)).toEqual(["language_uncertain"]);
  });

  it("does not call a text in other letters English, however short", async () => {
    expect((await languageOf("Привет")).code).toBe("ru");
    expect((await languageOf("日本語")).code).toBe("ja");
  });

  it.each(["1234", "😀😀", "?!", " \n "])("answers und for %j, which has no letters", async (text) => {
    expect(await languageOf(text)).toMatchObject({ code: "und", name: "Undetermined", uncertain: true });
  });

  it("looks past addresses and handles, and beyond the start of a long text", async () => {
    expect((await languageOf(`https://www.the-weather-was-so-nice.com/we/had ${sentences.de}`)).code).toBe(
      "de",
    );
    expect((await languageOf(`${"1 ".repeat(50_000)}${sentences.fr}`)).code).toBe("fr");
    expect((await languageOf(`OK! ${`${sentences.it} `.repeat(100)}`)).code).toBe("it");
  });

  it("gives confidences from best to worst that make no more than one", async () => {
    for (const text of Object.values(sentences)) {
      const { confidence, alternatives } = await languageOf(text);
      const all = [confidence, ...alternatives.map((other) => other.confidence)];
      expect(all).toEqual(all.toSorted((a, b) => b - a));
      expect(all.reduce((sum, value) => sum + value, 0)).toBeLessThanOrEqual(1.005);
    }
  });
});
