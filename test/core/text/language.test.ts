import { analyzeText } from "@tools-api/core/text";
import { describe, expect, it } from "vitest";
import { sentences } from "./language-sentences.ts";

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
  it.each(Object.entries(sentences))("detects %s with certainty in a sentence", async (code, text) => {
    expect(await languageOf(text)).toMatchObject({ code, detected: true, uncertain: false });
  });

  it.each(["de", "fr", "ru", "tr", "el"])("detects %s in capital letters", async (code) => {
    const text = sentence(code).toLocaleUpperCase(code);
    expect(await languageOf(text)).toMatchObject({ code, uncertain: false });
  });

  it.each(["fr", "cs", "vi", "hu"])("detects %s if accents are separate from their letters", async (code) => {
    expect(await languageOf(sentence(code).normalize("NFD"))).toMatchObject({ code, uncertain: false });
  });

  it.each([
    ["de", "Ich habe „The Shawshank Redemption“ gesehen."],
    ["nl", 'Hij las "Les Trois Mousquetaires" in twee dagen.'],
    ["en", "She sang “Für dich soll es rote Rosen regnen” at home."],
    ["en", "We met at the Universidad Nacional Autónoma de México yesterday."],
    [
      "de",
      "Hier der Code:\n\n```js\nconst total = items.map((item) => item.price);\n```\n\nEr läuft jetzt schneller.",
    ],
  ])("detects %s whatever titles, names and code are in the text: %s", async (code, text) => {
    expect(await languageOf(text)).toMatchObject({ code, uncertain: false });
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

  it("distinguishes languages by spellings that their neighbors do not use", async () => {
    const neighbours = {
      no: "Jeg har ikke sett henne siden hun flyttet til den nye leiligheten etter sommeren.",
      da: "Jeg har ikke set hende, siden hun flyttede til den nye lejlighed efter sommeren.",
      sk: "Neviem, či dnes príde, ale včera povedal, že bude mať čas.",
      cs: "Nevím, jestli dnes přijde, ale včera řekl, že bude mít čas.",
      sl: "Ne vem, ali bo danes prišel, ampak včeraj je rekel, da bo imel čas.",
      hr: "Ne znam hoće li danas doći, ali jučer je rekao da će imati vremena.",
      es: "No sé si vendrá hoy, pero ayer dijo que tendría tiempo para hablar.",
      pt: "Não sei se ele vem hoje, mas ontem disse que teria tempo para falar.",
      ca: "No sé si vindrà avui, però ahir va dir que tindria temps per parlar.",
      it: "Non so se verrà oggi, ma ieri ha detto che avrebbe avuto tempo per parlare.",
      uk: "Я не знаю, чи він прийде сьогодні, але вчора він сказав, що матиме час.",
      ru: "Я не знаю, придёт ли он сегодня, но вчера он сказал, что у него будет время.",
      bg: "Не знам дали ще дойде днес, но вчера каза, че ще има време.",
      sr: "Не знам да ли ће данас доћи, али јуче је рекао да ће имати времена.",
    };
    for (const [code, text] of Object.entries(neighbours))
      expect([text, (await languageOf(text)).code]).toEqual([text, code]);
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

  it.each([
    "The service was slow and the food was cold.",
    "not bad at all",
    "hey whats up bro, u coming tonight?",
    "i dont think thats how it works tbh",
    "THIS IS A TEST OF THE EMERGENCY SYSTEM",
    "Thanks for your reply! ;)",
    "That was soooooo goooood, loved it",
    "Are we talking about [NAME] or about [NAME]?",
    "I paid $49 (plus tax) and now it's $125!",
    "RT @user: this is the best day ever #blessed https://t.co/abc123",
  ])("detects English in %j with certainty", async (text) => {
    expect(await languageOf(text)).toMatchObject({ code: "en", uncertain: false });
  });

  it.each([
    ["names", "Barack Obama Angela Merkel"],
    ["names", "Maria Garcia, Hans Schmidt, Jean Dupont"],
    ["brands", "Apple Google Microsoft Samsung"],
    ["brands", "Nestlé Toyota"],
    ["program code", "const x = foo(bar); return x;"],
    ["program code", "for (let i = 0; i < n; i++) { a[i] = b[i]; }"],
    ["program code", "SELECT id, name FROM users WHERE id = $1;"],
    ["program code", "import os; print(os.getcwd())"],
    ["program code", '<div class="main"><p>Hello</p></div>'],
    ["program code", "def main(args): return run(args)"],
    ["codes and units", "1 kg 2 pcs SKU-99 XL"],
    ["addresses", "https://example.com/the/weather/was/so/nice"],
    ["addresses", "www.beispiel.de info@das-wetter.de @wetterbericht #wetter"],
    ["Russian in Latin letters", "privet kak dela segodnya"],
    ["Hindi in Latin letters", "Namaste aap kaise hain"],
    ["Russian in Latin letters", "spasibo, ya ochen horosho"],
    ["Chinese in Latin letters", "wo hen xihuan zhongguo"],
    ["handles", "@anna #sunset @tom_b"],
    ["two languages", `${sentences["en"]} ${sentences["es"]}`],
    ["two languages", `${sentences["fr"]} ${sentences["de"]}`],
    ["two scripts", "Good morning everybody, Доброе утро всем"],
    ["random letters", "xqzv wkjh pqrt zzgh vbnm"],
  ])("reports as uncertain %s: %s", async (_, text) => {
    const language = await languageOf(text);
    expect(language.uncertain).toBe(true);
    expect(language.confidence).toBeLessThan(0.8);
  });

  it.each([
    ["Welsh", "Mae'r tywydd mor braf nes ein bod wedi cael cinio yn yr ardd gyda'n gilydd."],
    ["Zulu", "Isimo sezulu besisihle kangangokuthi sidle isidlo sasemini engadini."],
    ["Kazakh", "Ауа райының жақсы болғаны сонша, біз бақта түскі ас іштік."],
    ["Somali", "Cimiladu aad bay u fiicnayd oo waxaan qadada ku cunnay beerta dhexdeeda."],
  ])("reports an unsupported language as uncertain: %s", async (_, text) => {
    expect((await languageOf(text)).uncertain).toBe(true);
  });

  it.each(["da ".repeat(1000), "a-".repeat(1000), "Haha haha HAHA"])(
    "reports a repeated word as uncertain",
    async (text) => {
      expect((await languageOf(text)).uncertain).toBe(true);
    },
  );

  it.each([
    ["Hola", "es"],
    ["buenos días", "es"],
    ["ciao!", "it"],
    ["Grazie", "it"],
    ["Merci", "fr"],
    ["Danke", "de"],
    ["Guten Tag", "de"],
    ["Olá", "pt"],
    ["Obrigado.", "pt"],
    ["dankjewel", "nl"],
    ["Dziękuję", "pl"],
    ["Ahoj", "cs"],
    ["Köszönöm", "hu"],
    ["Kiitos", "fi"],
    ["Merhaba", "tr"],
  ])("detects the language of the greeting %s", async (text, code) => {
    const { language, warnings } = await analyzeText(text, { analysisType: "language" });
    expect(language.code).toBe(code);
    expect(language.confidence).toBeGreaterThan(0.8);
    expect(warnings).toEqual([]);
  });

  it.each(["tag", "tack", "moi", "mille", "dia", "Danke, lol"])(
    "does not take %s for a greeting",
    async (text) => {
      const { warnings } = await analyzeText(text, { analysisType: "language" });
      expect(warnings).toMatchObject([{ code: "language_uncertain" }]);
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
