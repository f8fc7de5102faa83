import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { analyzeText } from "@tools-api/core/text";
import { describe, expect, it } from "vitest";
import { sharedData } from "../../shared-data.ts";

const english = [
  "A state-of-the-art Node.js server starts at 5pm. The state-of-the-art Node.js server costs $5.",
  "Dr. Ada O'Neill can't fly to the U.S. on May 5, 1843; she's in St. Louis, and they cannot wait.",
  "Write to ada@example.com or https://example.com/a-b?c=1, @ada or #WorldCup 😀 👨‍👩‍👧 🇩🇪 1️⃣ :-)",
  "A 5-year-old paid $1.2m-$3m for 5kg in mid-1990s Berlin, 9am-5pm, 10-15%, 20 min., on 2020-05-05.",
  "A two-level, three-dimensional Hawaii Five-O; five-year-old COVID-19; one-third; mid-April; F-16.",
  "東京は日本の首都です and Tokyo is its name. АБВ \u200b\u0000 x\ud83d y ______ e\u0301te\u0301.",
  "Call +1 (415) 555-0132 or 020 7946 0000-Fax. £17 million.ref, $115-bn, 3:3, 34.9km/L, 14 Apr.",
  "I’m AT&T’s R&D boss; rock'n'roll's here... ain't it? He'd've gone!!! (Yes)/no -- e.g. so.",
];
const others = {
  de: "Der Rhein-Main-Bus kostet 3,50 € z.B. am 5. Mai, und Müllers E-Mail ist a@b.de.",
  fr: "L'école d'aujourd'hui, est-ce qu'elle est à Rhône-Alpes ? Peut-être, dit-il.",
  es: "¿Dónde está el Sr. Pérez? En la fábrica de baterías de #Madrid.",
  ja: "東京は日本の首都です。東京には人が多い。",
  th: "กล้องดีมาก กล้องถ่ายรูปสวย",
  ar: "الكاميرا جيدة جدا. اشتريت الكاميرا أمس بـ ١٬٢٠٠٫٥٠.",
};

/** Returns up to 20 texts of each development set, or none if there is no copy of the shared data. */
function developmentTexts(): string[] {
  const folder = sharedData("text", "dev");
  if (folder === null) return [];
  return readdirSync(folder)
    .filter((name) => /^(?:entities|keyphrases-inspec|pii|sentiment-(?:sst|tweeteval)|throughput)/.test(name))
    .flatMap((name) => readFileSync(join(folder, name), "utf8").split("\n").slice(0, 20))
    .filter(Boolean)
    .map((line) => String(JSON.parse(line).text));
}

const clitic = /^(?:['’](?:s|re|ve|ll|d|m)|n['’]t|not)$/i;
const emoticon = /^[:;=<(].{1,3}$/u;
const wordCharacter = /[\p{L}\p{N}]/u;

interface Span {
  start: number;
  end: number;
}

async function analyze(text: string, language = "en") {
  const analysisType: string = language === "en" ? "entities,keywords,syntax" : "keywords";
  const { entities = [], keywords = [], ...analysis } = await analyzeText(text, { analysisType, language });
  return { ...analysis, mentions: [...entities, ...keywords].flatMap(({ mentions }): Span[] => mentions) };
}

/** Checks that mentions consist of whole tokens, and that the words are the tokens that are words. */
async function expectSharedTokens(text: string): Promise<void> {
  const { mentions, syntax, statistics } = await analyze(text);
  const tokens = syntax?.tokens ?? [];
  const starts = new Set(tokens.map(({ start }) => start));
  const ends = new Set(tokens.map(({ end }) => end));
  const split = mentions.filter(({ start, end }) => !starts.has(start) || !ends.has(end));
  expect(split.map(({ start, end }) => text.slice(start, end))).toEqual([]);
  const words = tokens.filter(({ text: token, start }) => {
    const isSecondHalf = clitic.test(token) && /[\p{L}\p{N}]$/u.test(text.slice(0, start));
    return wordCharacter.test(token) && !isSecondHalf && !emoticon.test(token);
  });
  expect({ text, words: words.length }).toEqual({ text, words: statistics.words });
}

describe("the analyses of one text", () => {
  it.each(english)("share the tokens of %s", async (text) => {
    await expectSharedTokens(text);
  });

  it("share the tokens of the development sets", async () => {
    for (const text of developmentTexts()) await expectSharedTokens(text);
  });

  it.each(Object.entries(others))("return keywords of whole words in %s", async (language, text) => {
    const { mentions, statistics } = await analyze(text, language);
    expect(statistics.words).toBeGreaterThan(3);
    expect(mentions).not.toEqual([]);
    const isLetter = (index: number) => /[\p{L}\p{N}]/u.test(text.charAt(index));
    if (language === "ja" || language === "th") return;
    for (const { start, end } of mentions) {
      expect(isLetter(start - 1)).toBe(false);
      expect(isLetter(end)).toBe(false);
    }
  });

  it("keep names, times, abbreviations and compounds whole", async () => {
    const { syntax } = await analyze(
      "The state-of-the-art Node.js of the U.S. is due at 5pm. It can't fail: I'm sure.",
    );
    const shown = syntax?.tokens.map(({ text, pos }) => `${text}/${pos}`);
    for (const token of [
      "state-of-the-art/NOUN",
      "Node.js/PROPN",
      "U.S./PROPN",
      "5pm/NUM",
      "./PUNCT",
      "ca/AUX",
      "n't/PART",
      "I/PRON",
      "'m/AUX",
    ])
      expect(shown).toContain(token);
  });
});
