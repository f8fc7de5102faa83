// Packs the model that distinguishes languages of shared scripts: pnpm --filter @tools-api/training language
// Needs the Debian packages tesseract-ocr, tesseract-ocr-ind, -msa, -hin, -mar, -nep, -afr and -mkd.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { alphabets } from "../src/text/language/alphabets.ts";
import { byteNgramKey, takeNgrams, wordKey } from "../src/text/language/features.ts";
import { lastPair } from "../src/text/language/model.ts";
import { devanagari, latin, scriptOfUnit } from "../src/text/language/scripts.ts";
import { readTesseractWords } from "./tesseract-words.ts";
import { writeModel } from "./write-model.ts";

const languages = [...alphabets.values()].flatMap((rows) => Object.keys(rows)).toSorted();
const numberOf = new Map(languages.map((language, number) => [language, number]));

/** The constant that is added to each score of eld. */
const eldBase = 53;
/**
 * The evidence of a stopword, in addition to its n-grams. A stopword without its accents ("ktere" for "které") counts
 * half.
 */
const stopwordValue = 100;
/** The evidence against Indonesian of a word that only Malay has, and vice versa. */
const otherNorm = -80;
/** The minimum number of spellings in the lists. A rarer word does not distinguish the two languages. */
const minSpellings = 2;
/** The ratio of eld's scores to natural logarithms. */
const nat = 20;
/** The minimum number of words of all lists that contain a Devanagari n-gram. Rarer n-grams are left out. */
const minWords = 12;
const ngramPrior = 0.5;
const levelCount = 15;
const levelStep = 14.5;

const evidence = new Map<number, Map<number, number>>();

function add(key: number, language: string, value: number): void {
  const number = numberOf.get(language);
  if (number === undefined) return;
  const values = evidence.get(key) ?? new Map<number, number>();
  evidence.set(key, values.set(number, (values.get(number) ?? 0) + value));
}

interface EldData {
  ngramsData: {
    languages: Record<string, string>;
    ngrams: Record<string, Record<string, number>>;
  };
}

/**
 * Returns the key of an n-gram of eld. eld encodes each byte as a character of its own dictionary, and the edge of a
 * word as a space.
 */
function keyOfEldNgram(ngram: string, toByte: ReadonlyMap<string, number>): number {
  const inner = ngram.trim();
  let packed = 0;
  for (const character of inner) packed = (packed << 8) | (toByte.get(character) ?? character.charCodeAt(0));
  const kind = (ngram.startsWith(" ") ? 1 : 0) + (ngram.endsWith(" ") ? 2 : 0);
  return byteNgramKey(packed, inner.length, kind);
}

const { resolve } = createRequire(import.meta.url);

async function addEld(): Promise<void> {
  const source = (path: string) => new URL(`../${path}`, import.meta.resolve("eld/large")).href;
  // The package exports neither file. Their form is that of version 2.1.0.
  const { dictionary } = (await import(source("dictionary.js"))) as { dictionary: string[] };
  const { ngramsData } = (await import(source("ngrams/large.js"))) as EldData;
  const toByte = new Map<string, number>();
  for (let byte = 0x80; byte < 0x100; byte++) {
    const character = dictionary[byte];
    if (character !== undefined && character !== " ") toByte.set(character, byte);
  }
  for (const [ngram, scores] of Object.entries(ngramsData.ngrams)) {
    const key = keyOfEldNgram(ngram, toByte);
    for (const [number, score] of Object.entries(scores)) {
      const language = ngramsData.languages[number] ?? "";
      if (language === "hi" || language === "mr") continue;
      add(key, language, score + eldBase);
      // The Malay of eld covers both Malay and Indonesian.
      if (language === "ms") add(key, "id", score + eldBase);
    }
  }
}

/**
 * Words of English chats that the stopword list lacks. They count half, because chats in other languages use some of
 * them too. "lol" and "thx" are left out because all languages use them.
 */
const chatWords =
  "brb idk imo imho tbh smh ikr thanks ty pls plz pics u ur r ya yeah yep nope yup gonna " +
  "wanna gotta kinda sorta dunno lemme gimme cuz coz bc tho thru tmrw tonite gud luv hey hi hello bye sry sup dude " +
  "dont doesnt didnt isnt wasnt cant couldnt wont wouldnt im ive youre theyre thats whats lets ok okay wow hmm";

const undecomposed: Readonly<Record<string, string>> = { ł: "l", đ: "d", ø: "o", ı: "i", ß: "ss", æ: "ae" };

function withoutAccents(word: string): string {
  return word
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[łđøıßæ]/g, (letter) => undecomposed[letter] ?? letter);
}

function addStopwords(): void {
  const lists = JSON.parse(readFileSync(resolve("stopwords-iso"), "utf8")) as Record<string, string[]>;
  for (const language of languages) {
    const words = new Set((lists[language] ?? []).map((word) => word.normalize("NFC").toLowerCase()));
    const plain = new Set(
      [...words].filter((word) => scriptOfUnit[word.charCodeAt(0)] === latin).map(withoutAccents),
    );
    for (const word of words) if (/^[\p{L}\p{M}']+$/u.test(word)) add(wordKey(word), language, stopwordValue);
    for (const word of plain)
      if (!words.has(word) && /^[\p{L}']+$/u.test(word)) add(wordKey(word), language, stopwordValue / 2);
  }
}

function addChatWords(): void {
  for (const word of chatWords.split(" ")) add(wordKey(word), "en", stopwordValue / 2);
}

function addNorms(): void {
  const indonesian = readTesseractWords("ind");
  const malay = readTesseractWords("msa");
  const only = (words: Map<string, number>, others: Map<string, number>) =>
    [...words].filter(
      ([word, spellings]) => spellings >= minSpellings && word.length > 3 && !others.has(word),
    );
  for (const [word] of only(malay, indonesian)) add(wordKey(word), "id", otherNorm);
  for (const [word] of only(indonesian, malay)) add(wordKey(word), "ms", otherNorm);
}

function addDevanagari(): void {
  const counts = new Map<number, number[]>();
  const codes = [
    ["hi", "hin"],
    ["mr", "mar"],
    ["ne", "nep"],
  ] as const;
  const totals = codes.map(() => 0);
  for (const [column, [, code]] of codes.entries())
    for (const word of readTesseractWords(code).keys()) {
      if (scriptOfUnit[word.charCodeAt(0)] !== devanagari) continue;
      takeNgrams(word, devanagari, (key) => {
        const row = counts.get(key) ?? codes.map(() => 0);
        row[column] = (row[column] ?? 0) + 1;
        counts.set(key, row);
        totals[column] = (totals[column] ?? 0) + 1;
      });
    }
  const share = (count: number, column: number) =>
    (count + ngramPrior) / ((totals[column] ?? 0) + ngramPrior * counts.size);
  const least = Math.min(...codes.map((_, column) => share(0, column)));
  for (const [key, row] of counts) {
    if (row.reduce((sum, count) => sum + count) < minWords) continue;
    for (const [column, [language]] of codes.entries())
      add(key, language, nat * Math.log(share(row[column] ?? 0, column) / least));
  }
}

/**
 * Languages for which there are word lists but no counts of n-grams. Their n-grams, ranked by the number of words, get
 * the scores of a similar language's n-grams in the same order. The lists of frequent words were written for this
 * project.
 */
const ranked = [
  {
    language: "af",
    code: "afr",
    like: "nl",
    frequent:
      "ek jy hy sy ons julle hulle dit die en of maar want omdat dat wat wie waar hoe hoekom is was het had nie geen te om vir " +
      "van met op in uit aan by na oor onder tussen as dan toe nou nog ook baie meer mens mense kan kon sal sou moet mag wil " +
      "word gaan kom maak sê gesê hierdie daardie so self al net weer elke ander my jou haar hom sien af deur tot",
  },
  {
    language: "mk",
    code: "mkd",
    like: "bg",
    frequent:
      "на во и е да се за од со не ќе кои како што го ги му ја по или но а беше биде има нема овој оваа ова тоа тие таа тој јас " +
      "ти ние вие сум си сме сте кога каде зошто дека ако само уште веќе многу може треба меѓу пред преку кај нив нас мене свој",
  },
] as const;
/** The number of words that an occurrence in a frequent word counts as. */
const frequentWeight = 150;

function addRanked(): void {
  for (const { language, code, like, frequent } of ranked) {
    const counts = new Map<number, number>();
    const count = (word: string, weight: number) => {
      const script = scriptOfUnit[word.charCodeAt(0)] ?? latin;
      takeNgrams(word, script, (key) => counts.set(key, (counts.get(key) ?? 0) + weight));
    };
    for (const [word, spellings] of readTesseractWords(code)) count(word, spellings ** 2);
    for (const word of frequent.split(" ")) {
      count(word, frequentWeight);
      add(wordKey(word), language, stopwordValue / 2);
    }
    const model = numberOf.get(like) ?? 0;
    const scores = [...evidence.values()]
      .flatMap((values) => values.get(model) ?? [])
      .toSorted((a, b) => b - a);
    const keys = [...counts].toSorted((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, scores.length);
    for (const [rank, [key]] of keys.entries()) add(key, language, scores[rank] ?? 0);
  }
}

function writeVariable(values: readonly number[]): Uint8Array {
  const bytes: number[] = [];
  for (const value of values) {
    let rest = value;
    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80);
    bytes.push(rest);
  }
  return Uint8Array.from(bytes);
}

await addEld();
addRanked();
addStopwords();
addChatWords();
addNorms();
addDevanagari();

const levels = Float32Array.from({ length: levelCount + 1 }, (_, level) =>
  level === 0 ? otherNorm : eldBase + (level - 1) * levelStep,
);
const levelOf = (value: number) =>
  value < 0 ? 0 : Math.min(levelCount, Math.max(1, 1 + Math.round((value - eldBase) / levelStep)));

const keys = [...evidence.keys()].toSorted((a, b) => a - b);
const pairLanguages: number[] = [];
const pairLevels: number[] = [];
for (const key of keys) {
  for (const [language, value] of [...(evidence.get(key) ?? [])].toSorted((a, b) => a[0] - b[0])) {
    pairLanguages.push(language);
    pairLevels.push(levelOf(value));
  }
  const last = pairLanguages.length - 1;
  pairLanguages[last] = (pairLanguages[last] ?? 0) | lastPair;
}
const size = writeModel("language", {
  languages: languages.join(" "),
  levels,
  keyGaps: writeVariable(keys.map((key, index) => key - (keys[index - 1] ?? 0))),
  pairLanguages: Uint8Array.from(pairLanguages),
  pairLevels: Uint8Array.from(pairLevels),
});
process.stdout.write(
  `${languages.length} languages, ${keys.length} features, ${pairLevels.length} values, ${size} bytes\n`,
);
