import { analyzeText } from "@tools-api/core/text";
import { describe, expect, it } from "vitest";

async function measure(text: string) {
  const { readability } = await analyzeText(text, { analysisType: "readability", language: "en" });
  if (!readability) throw new Error("The analysis that was asked for is absent.");
  // An English record has all scores of English.
  return readability as Required<typeof readability>;
}

/** Solves Flesch's formula for the syllables of a text of one word and one sentence. */
async function syllables(word: string): Promise<number> {
  return Math.round((206.835 - 1.015 - (await measure(word)).fleschReadingEase) / 84.6);
}

/** Counts from Merriam-Webster's division of the words. */
const known: Record<number, string> = {
  1: "the cat makes walked rule whole through queue great friend times called used closed year eyes heard don't bridge cheese clothed dreamed fruit glimpse health judged knives leagues months noise ought piece quaint raised scratched squeezed straight strength tongue twelfth wedged weird yachts blue freeze choir shaped planned asked",
  2: "table tables wanted language people science create creature social special million action video going playing beyond trying rhythm movement boxes places handled patient ancient client question safely careful engine cement didn't able advice agent angel author balance being bias bottle brilliant bruises building castle centre chaos cookies country cruel diet doing dual erase escaped fairly fewer fluid forest freeing fuel giant guitar hopeless houses judges loyal mature neuron noises painted poem quiet ruin settled statement sudden towel useful violet wisely written",
  3: "beautiful area idea media various radio opinion quality actual influence museum tourism element agreement completely computer medium theory everything society studio period previous government family important example poetry abandon accident animal article assembly average banana bicycle broccoli cathedral celebrate cinema committee companies consider continue curious delicious department different document editor employer evidence exercise financial graduate heroic hospital hyena idiot library linear magazine november obvious overcome physician piano podium presented prisoner quietly ratios remember residence reunion serious stadium telephone theatre triangle umbrella violin wonderful",
  4: "experience reality material associate situation January continuous geography interesting analysis necessary temperature development responsible usually television information accelerate agriculture alternative america application biology category community complicated conversation democratic diabetes emergency february generally geometry historical identity independent librarian original photography population relationship scientific security supervision technology territory",
  5: "university readability analytical communication opportunity international auditorium creativity characteristic denomination electricity examination hospitality imagination immediately individual investigation organization personality possibility refrigerator sophisticated vegetarian",
};

describe("syllables", () => {
  it("counts the syllables of at least 97 in 100 common words like a dictionary", async () => {
    const wrong: string[] = [];
    let total = 0;
    for (const [count, words] of Object.entries(known)) {
      for (const word of words.split(" ")) {
        total += 1;
        const counted = await syllables(word);
        if (counted !== Number(count)) wrong.push(`${word}: ${counted}`);
      }
    }
    expect(total).toBeGreaterThanOrEqual(200);
    expect(wrong.length / total, wrong.join(", ")).toBeLessThanOrEqual(0.03);
  });

  it.each([
    [2, "lifetime horseback wholesale nineteen forehead salesman café cliché"],
    [3, "fiancée homeowner firefighters lineage rosemary"],
  ])("counts %i in compounds and before a final é", async (count, words) => {
    for (const word of words.split(" ")) expect([word, await syllables(word)]).toEqual([word, count]);
  });

  it("counts one syllable for other scripts", async () => {
    expect(await syllables("Лев")).toBe(1);
  });
});

/** Words by syllables, divided as they are spoken slowly. */
const spoken: Record<string, Record<number, string>> = {
  de: {
    1: "haus baum tisch hund brief stadt",
    2: "auto blume wasser kaffee quelle eier schule träume leute bäume tage",
    3: "kartoffel computer lesbarkeit museum gemeinde nation theater regierung",
    4: "familie universum telefonie republiken entwicklungen erinnerung",
    5: "bundesregierung universität verantwortlichkeit elektrizität",
    6: "zuverlässigkeiten",
  },
  es: {
    1: "sol pan rey bien dios pues",
    2: "casa ciudad agua guerra cielo queso leer país día bueno",
    3: "camino palabra escuela pregunta uruguay familia teatro caída",
    4: "aéreos alegría mariposa chocolate televisor responsable",
    5: "aeropuerto economista biblioteca universidad electricidad economía",
  },
  fr: {
    1: "chat rue monde vie eau rouge quatre",
    2: "maison ami bonjour musique nation oiseau client noël journée famille théâtre",
    3: "animal chocolat président hôpital ouvrier nécessaire",
    4: "réalité télévision économie aéroport",
    5: "université électricité possibilité",
  },
  nl: {
    1: "huis boom kat stoel vrouw ijs bruin zee",
    2: "water tafel meisje vogel nieuwe bomen fietsen leraar",
    3: "theater computer familie appelboom regering gebouwen ideeën",
    4: "universum televisie financieel politici bibliotheken ontwikkeling",
    5: "universiteit verantwoordelijk elektriciteit",
  },
  pt: {
    1: "sol mar pão mãe rei bem",
    2: "casa água dia rua leite quatro muito livro língua",
    3: "palavra história avião ainda saída cidade escola família rainha",
    4: "energia viajamos nacional chocolate",
    5: "economia biblioteca",
    6: "universidade eletricidade",
  },
};

describe("syllables of other languages", () => {
  const formulas = {
    de: { field: "amstad", base: 180 - 1, factor: 58.5 },
    es: { field: "fernandezHuerta", base: 206.84 - 1.02, factor: 60 },
    fr: { field: "kandelMoles", base: 207 - 1.015, factor: 73.6 },
    nl: { field: "fleschDouma", base: 206.84 - 0.93, factor: 77 },
    pt: { field: "fleschMartins", base: 248.835 - 1.015, factor: 84.6 },
  } as const;

  it.each(["de", "es", "fr", "nl", "pt"] as const)(
    "counts at least 94 in 100 words of %s as spoken",
    async (language) => {
      const { field, base, factor } = formulas[language];
      const wrong: string[] = [];
      let total = 0;
      for (const [count, words] of Object.entries(spoken[language] ?? {})) {
        for (const word of words.split(" ")) {
          total += 1;
          const { readability } = await analyzeText(word, { analysisType: "readability", language });
          const counted = Math.round((base - (readability?.[field] ?? 0)) / factor);
          if (counted !== Number(count)) wrong.push(`${word}: ${counted}`);
        }
      }
      expect(total).toBeGreaterThanOrEqual(30);
      expect(wrong.length / total, wrong.join(", ")).toBeLessThanOrEqual(0.06);
    },
  );
});

describe("scores of other languages", () => {
  it.each([
    [
      "de",
      "Die Katze saß auf der Matte.",
      { amstad: 180 - 6 - (58.5 * 8) / 6, lix: 6, readingTimeSeconds: 2.01 },
    ],
    [
      "es",
      "El gato se sentó.",
      { fernandezHuerta: 206.84 - 1.02 * 4 - (60 * 6) / 4, lix: 4, readingTimeSeconds: 1.1 },
    ],
    ["fr", "Le chat dort.", { kandelMoles: 207 - 1.015 * 3 - 73.6, lix: 3, readingTimeSeconds: 0.92 }],
    ["it", "Il gatto dorme.", { gulpease: 89 + 300 / 3 - (10 * 12) / 3, lix: 3, readingTimeSeconds: 0.96 }],
    ["nl", "De kat slaapt.", { fleschDouma: 206.84 - 0.93 * 3 - 77, lix: 3, readingTimeSeconds: 0.89 }],
    [
      "pt",
      "O gato dorme.",
      { fleschMartins: 248.835 - 1.015 * 3 - (84.6 * 5) / 3, lix: 3, readingTimeSeconds: 0.99 },
    ],
    ["sv", "Katten sitter ordentligt.", { lix: 3 + 100 / 3, readingTimeSeconds: 0.9 }],
  ])("follow the formulas of %s", async (language, text, expected) => {
    const { readability, warnings } = await analyzeText(text, { analysisType: "readability", language });
    expect(Object.keys(readability ?? {}).toSorted()).toEqual(Object.keys(expected).toSorted());
    for (const [name, value] of Object.entries(expected))
      expect(readability?.[name as keyof typeof readability], name).toBeCloseTo(value, 1);
    expect(warnings).toMatchObject([{ code: "text_too_short", analysis: "readability" }]);
  });

  it("contain only the reading time if the script has no spaces", async () => {
    const { readability } = await analyzeText("今日は天気がいい。", {
      analysisType: "readability",
      language: "ja",
    });
    expect(readability).toEqual({ readingTimeSeconds: expect.any(Number) });
  });

  it("have LIX in every language that separates words, with a foreign name in another script", async () => {
    for (const language of ["en", "hu", "bg", "tr", "el", "ar", "he", "id"]) {
      const text = "Alma néhány almát vett a piacon 東京 mellett.";
      const { readability } = await analyzeText(text, { analysisType: "readability", language });
      expect(readability?.lix, language).toBeGreaterThan(0);
    }
  });
});

describe("scores", () => {
  it("matches the scores of two sentences computed by hand", async () => {
    // The words with three or more syllables are international, organization, interesting and information,
    // all of them hard.
    const scores = await measure(
      "We all went to the old house in June. International organization published interesting information today.",
    );
    const words = 15;
    const letters = 28 + 61;
    const syllables = 9 + 22;
    expect(scores.fleschReadingEase).toBeCloseTo(
      206.835 - (1.015 * words) / 2 - (84.6 * syllables) / words,
      1,
    );
    expect(scores.fleschKincaidGrade).toBeCloseTo((0.39 * words) / 2 + (11.8 * syllables) / words - 15.59, 1);
    expect(scores.gunningFog).toBeCloseTo(0.4 * (words / 2 + (100 * 4) / words), 1);
    expect(scores.smog).toBeCloseTo(1.043 * Math.sqrt((4 * 30) / 2) + 3.1291, 1);
    expect(scores.colemanLiau).toBeCloseTo((5.88 * letters) / words - (29.6 * 2) / words - 15.8, 1);
    expect(scores.automatedReadability).toBeCloseTo((4.71 * letters) / words + (0.5 * words) / 2 - 21.43, 1);
  });

  it("excludes -es, -ed, -ing and hyphens from Gunning's hard words", async () => {
    // Only "university" and "development" of the thirteen words are hard: 0.4 × (13 + 200 / 13).
    const { gunningFog } = await measure(
      "She focuses on well-known things, invited university people and their exciting development work.",
    );
    expect(gunningFog).toBeCloseTo(0.4 * (13 + 200 / 13), 1);
  });

  it("measure the sentences of a letter or a page, not its salutation, closing, table or code", async () => {
    const prose = "The committee approved the budget. Payment follows on Monday.";
    for (const frame of [
      (text: string) => `Dear Ms. Rivera,\n\n${text}\n\nKind regards,\nTom Okafor\nHead of Procurement`,
      (text: string) => `${text}\n\n| Item | Quantity |\n| --- | --- |\n| Cartridge | 12 |`,
      (text: string) => `${text}\n\n\`\`\`\nconst identification = readRecord(index);\n\`\`\``,
    ])
      expect(await measure(frame(prose))).toEqual(await measure(prose));
  });

  it("computes the reading time at 238 words per minute", async () => {
    expect((await measure("word ".repeat(238))).readingTimeSeconds).toBe(60);
  });

  it.each([
    "… !!! 😀 …",
    "2026",
    "Item  Qty  Price\nBolts  12  3\nNuts  40  5",
    "```\nlet a = read(b);\n```",
    "https://a.example/b",
  ])("are null without a sentence of words, with a warning: %j", async (text) => {
    const { readability, warnings } = await analyzeText(text, { analysisType: "all", language: "en" });
    expect(readability).toBeNull();
    expect(warnings).toMatchObject([{ code: "text_too_short", analysis: "readability" }]);
  });

  it("have no warning from 30 words on", async () => {
    const { warnings } = await analyzeText("The cat sat on a mat. ".repeat(5), { language: "en" });
    expect(warnings).toEqual([]);
  });
});
