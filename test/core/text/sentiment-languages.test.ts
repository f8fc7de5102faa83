import { analyzeText } from "@tools-api/core/text";
import { describe, expect, it } from "vitest";

async function sentimentOf(language: string, text: string) {
  const { sentiment } = await analyzeText(text, { analysisType: "sentiment", language });
  if (!sentiment) throw new Error("no sentiment");
  return sentiment;
}

async function scoreOf(language: string, text: string): Promise<number> {
  return (await sentimentOf(language, text)).score;
}

const opinions = {
  en: [
    ["The food was delicious and the staff very friendly.", "positive"],
    ["What a horrible day, I am so disappointed.", "negative"],
    ["The train to Leeds leaves at eight.", "neutral"],
  ],
  de: [
    ["Das Essen war großartig und das Personal sehr freundlich.", "positive"],
    ["Was für ein schrecklicher Tag, ich bin so enttäuscht.", "negative"],
    ["Der Zug nach Kassel fährt um acht Uhr.", "neutral"],
  ],
  es: [
    ["La comida estaba deliciosa y el personal fue muy amable.", "positive"],
    ["Qué día tan horrible, estoy muy decepcionada.", "negative"],
    ["El tren a Sevilla sale a las ocho.", "neutral"],
  ],
  fr: [
    ["Le repas était délicieux et le personnel très gentil.", "positive"],
    ["Quelle journée affreuse, je suis tellement déçu.", "negative"],
    ["Le train de Lyon part à huit heures.", "neutral"],
  ],
  it: [
    ["Il cibo era squisito e il personale molto gentile.", "positive"],
    ["Che giornata orribile, sono davvero deluso.", "negative"],
    ["Il treno per Torino parte alle otto.", "neutral"],
  ],
  nl: [
    ["Het eten was heerlijk en het personeel erg vriendelijk.", "positive"],
    ["Wat een vreselijke dag, ik ben zo teleurgesteld.", "negative"],
    ["De trein naar Zwolle vertrekt om acht uur.", "neutral"],
  ],
  pt: [
    ["A comida estava deliciosa e o pessoal foi muito simpático.", "positive"],
    ["Que dia horrível, estou tão decepcionada.", "negative"],
    ["O comboio para Coimbra parte às oito.", "neutral"],
  ],
} as const;
const labelled = Object.entries(opinions).flatMap(([language, rows]) =>
  rows.map(([text, label]) => [language, text, label] as const),
);

const negations = [
  ["en", "It is good.", "It isn't good.", "isn't good"],
  ["de", "Das ist gut.", "Das ist nicht gut.", "nicht gut"],
  ["de", "Der Film gefällt mir.", "Der Film gefällt mir nicht.", "gefällt mir nicht"],
  ["es", "Es bonito.", "No es bonito.", "No es bonito"],
  ["fr", "C'est beau.", "Ce n'est pas beau.", "pas beau"],
  ["fr", "J'aime ce film.", "J'aime pas ce film.", "aime pas"],
  ["it", "È bello.", "Non è bello.", "Non è bello"],
  ["nl", "Het is leuk.", "Het is niet leuk.", "niet leuk"],
  ["pt", "É bonito.", "Não é bonito.", "Não é bonito"],
] as const;

const contrasts = [
  ["en", "The food was great, but the service was awful."],
  ["de", "Das Zimmer war schön, aber das Essen war furchtbar."],
  ["es", "La habitación era bonita, pero la comida fue horrible."],
  ["fr", "La chambre était belle, mais le repas était horrible."],
  ["it", "La camera era bella, ma il cibo era orribile."],
  ["nl", "De kamer was mooi, maar het eten was vreselijk."],
  ["pt", "O quarto era bonito, mas a comida estava horrível."],
] as const;

const degrees = [
  ["en", "It is slightly bad.", "It is bad.", "It is very bad."],
  ["de", "Das ist etwas langweilig.", "Das ist langweilig.", "Das ist sehr langweilig."],
  ["es", "Es algo aburrido.", "Es aburrido.", "Es muy aburrido."],
  ["fr", "C'est plutôt ennuyeux.", "C'est ennuyeux.", "C'est très ennuyeux."],
  ["it", "È abbastanza noioso.", "È noioso.", "È molto noioso."],
  ["nl", "Het is redelijk saai.", "Het is saai.", "Het is erg saai."],
  ["pt", "É meio chato.", "É chato.", "É muito chato."],
] as const;

const languages = Object.keys(opinions);

describe("sentiment in seven languages", () => {
  it.each(negations)(
    "turns praise negative in %s: %j against %j",
    async (language, plain, negated, words) => {
      expect(await scoreOf(language, plain)).toBeGreaterThan(0);
      const { score, evidence } = await sentimentOf(language, negated);
      expect(score).toBeLessThan(0);
      expect(evidence).toMatchObject([{ text: words, negated: true }]);
    },
  );

  it.each(labelled)("labels capitals in %s like small letters: %j is %s", async (language, text, label) => {
    expect((await sentimentOf(language, text.toUpperCase())).label).toBe(label);
  });

  it.each(contrasts)("weights in %s the clause after a contrast higher: %j", async (language, text) => {
    expect(await scoreOf(language, text)).toBeLessThan(0);
  });

  it.each(degrees)("ranks scores by adverbs of degree in %s", async (language, weak, plain, strong) => {
    const scores = await Promise.all([strong, plain, weak].map((text) => scoreOf(language, text)));
    expect(scores).toEqual(scores.toSorted((a, b) => a - b));
    expect(new Set(scores).size).toBe(3);
    expect(scores[2]).toBeLessThan(0);
  });

  it.each([
    ["de", "Das ist geiiiil", "Das ist geil"],
    ["es", "Es geniaaaal", "Es genial"],
    ["it", "Bellissimooooo", "Bellissimo"],
    ["nl", "Wat gaaaaaf", "Wat gaaf"],
    ["de", "Das ist SUPER", "Das ist super"],
    ["fr", "C'est génial !!!", "C'est génial"],
  ])("scores in %s %j above %j", async (language, loud, plain) => {
    expect(await scoreOf(language, loud)).toBeGreaterThan(await scoreOf(language, plain));
  });

  it.each([
    ["fr", "genial", "génial"],
    ["es", "pesimo", "pésimo"],
    ["de", "schoen", "schön"],
    ["pt", "otimo", "ótimo"],
    ["de", "GROSSARTIG", "großartig"],
  ])("recognizes in %s %j as %j", async (language, without, withAccents) => {
    const [plain, accented] = [
      await sentimentOf(language, without),
      await sentimentOf(language, withAccents),
    ];
    expect(plain.evidence.length).toBe(1);
    expect(plain.label).toBe(accented.label);
  });

  it("distinguishes words that differ only in an umlaut", async () => {
    expect(await sentimentOf("de", "Das ist schon da.")).toMatchObject({ label: "neutral", evidence: [] });
  });

  it.each(languages)("scores emoji, emoticons and laughter in %s", async (language) => {
    for (const text of ["😍", "👍🏽", ":-)", "<3", "hahahaha", ":))))"])
      expect(await scoreOf(language, text), text).toBeGreaterThan(0);
    for (const text of ["😡", "💔", ":(", ":'("]) expect(await scoreOf(language, text), text).toBeLessThan(0);
    const { evidence } = await sentimentOf(language, "12:30 (1:0) a:b http://x.example/:( @lol_love");
    expect(evidence).toEqual([]);
  });

  it.each(languages)("scores a text in %s the same with the line ends of any platform", async (language) => {
    const [text] = opinions[language as keyof typeof opinions].map(([line]) => line);
    const [unix, windows] = await Promise.all(
      ["\n", "\r\n"].map((end) => sentimentOf(language, [text, text].join(end))),
    );
    expect(windows?.score).toBe(unix?.score);
    expect(windows?.sentences).toHaveLength(2);
  });

  it("returns evidence of whole words, each a slice of the text", async () => {
    for (const [language, text] of labelled) {
      const { evidence, sentences } = await sentimentOf(language, `😀 ${text} ${text} 😡`);
      for (const { text: words, start, end } of [...evidence, ...sentences])
        expect(`😀 ${text} ${text} 😡`.slice(start, end)).toBe(words);
      for (const { start, end } of evidence)
        expect(`😀 ${text} ${text} 😡`.slice(start - 1, end + 1)).not.toMatch(/^\p{L}\p{L}|\p{L}\p{L}$/u);
    }
  });
});

/** An opinion of each kind in each further language: praise, its negation, blame, and a plain fact. */
const reviews = [
  ["ar", "الطعام لذيذ.", "الطعام ليس لذيذ.", "الخدمة سيئة جدا.", "القطار يغادر في الساعة الثامنة."],
  ["bg", "Храната е вкусна.", "Храната не е вкусна.", "Обслужването беше ужасно.", "Влакът тръгва в осем."],
  ["bs", "Hrana je ukusna.", "Hrana nije ukusna.", "Usluga je bila užasna.", "Voz polazi u osam."],
  ["cs", "Jídlo je chutné.", "Jídlo není chutné.", "Obsluha byla hrozná.", "Vlak jede v osm."],
  ["da", "Maden er lækker.", "Maden er ikke lækker.", "Betjeningen var elendig.", "Toget kører klokken otte."],
  ["el", "Το φαγητό είναι νόστιμο.", "Το φαγητό δεν είναι νόστιμο.", "Η εξυπηρέτηση ήταν απαίσια.", "Το τρένο φεύγει στις οκτώ."],
  ["fi", "Ruoka on hyvää.", "Ruoka ei ole hyvää.", "Palvelu oli surkeaa.", "Juna lähtee kahdeksalta."],
  ["he", "האוכל טעים.", "האוכל לא טעים.", "השירות היה גרוע.", "הרכבת יוצאת בשמונה."],
  ["hr", "Hrana je ukusna.", "Hrana nije ukusna.", "Usluga je bila grozna.", "Vlak polazi u osam."],
  ["hu", "Az étel finom.", "Az étel nem finom.", "A kiszolgálás borzalmas volt.", "A vonat nyolckor indul."],
  ["no", "Maten er god.", "Maten er ikke god.", "Betjeningen var elendig.", "Toget går klokka åtte."],
  ["pl", "Jedzenie jest smaczne.", "Jedzenie nie jest smaczne.", "Obsługa była okropna.", "Pociąg odjeżdża o ósmej."],
  ["ro", "Mâncarea este gustoasă.", "Mâncarea nu este gustoasă.", "Serviciul a fost oribil.", "Trenul pleacă la ora opt."],
  ["ru", "Еда вкусная.", "Еда не вкусная.", "Обслуживание было ужасным.", "Поезд отходит в восемь."],
  ["sr", "Храна је укусна.", "Храна није укусна.", "Услуга је била ужасна.", "Воз полази у осам."],
  ["sv", "Maten är god.", "Maten är inte god.", "Servicen var usel.", "Tåget går klockan åtta."],
  ["tr", "Yemek lezzetli.", "Yemek lezzetli değil.", "Hizmet berbattı.", "Tren sekizde kalkıyor."],
] as const; // prettier-ignore

describe("sentiment in seventeen more languages", () => {
  it.each(reviews)("labels praise, its negation, blame and a fact in %s", async (language, ...texts) => {
    const found = await Promise.all(texts.map((text) => sentimentOf(language, text)));
    expect(found.map(({ label }) => label)).toEqual(["positive", "negative", "negative", "neutral"]);
    expect(found.map(({ evidence }) => evidence.length)).toEqual([1, 1, 1, 0]);
    expect(found[1]?.evidence[0]?.weight).toBeLessThan(0);
    expect(found.slice(0, 2).map(({ evidence }) => evidence[0]?.negated)).toEqual([false, true]);
    expect(found[1]?.evidence[0]?.text.length).toBeGreaterThan(found[0]?.evidence[0]?.text.length ?? 0);
  });

  it("reads Serbian alike in both alphabets", async () => {
    const [cyrillic, latin] = await Promise.all(
      ["Предивна соба, топла препорука!", "Predivna soba, topla preporuka!"].map((text) =>
        sentimentOf("sr", text),
      ),
    );
    expect(cyrillic?.score).toBe(latin?.score);
  });

  it("gives a text without a known word the sign of its n-grams, and no label without evidence", async () => {
    for (const [language, , , , fact] of reviews) {
      const { score, label, evidence } = await sentimentOf(language, fact);
      expect(Math.abs(score), fact).toBeGreaterThan(0);
      expect(label === "neutral" || evidence.length > 0, fact).toBe(true);
    }
  });

  it.each(["ar", "fi", "tr"])("reads a long hostile text in %s in linear time", async (language) => {
    for (const part of ["ا", "ab", "nen hyvä ", "؟؟", "не "]) {
      const { sentiment } = await analyzeText(part.repeat(200_000 / part.length), {
        analysisType: "sentiment",
        language,
      });
      expect(sentiment?.magnitude).toBeGreaterThanOrEqual(0);
    }
  });
});
