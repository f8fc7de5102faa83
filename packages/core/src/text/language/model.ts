import { once } from "../network/once.ts";
import { wordFact, type WordType } from "../segment/word-types.ts";
import { readModel } from "../network/model-file.ts";
import { alphabets } from "./alphabets.ts";
import { keyBits, takeNgrams, wordKey } from "./features.ts";
import { type SampleWord, readSampleWord } from "./words.ts";

/** The model of the languages that share scripts. */
export interface LanguageModel {
  /** Language codes. The number of a language is its index. */
  languages: readonly string[];
  /** Returns the numbers of the languages of a script. */
  languagesIn: (script: number) => readonly number[];
  /** The initial evidence of each language. */
  prior: Float64Array;
  /** Adds a word's evidence to the sums by language. Returns its number of n-grams. */
  addEvidence: (word: SampleWord, sums: Float64Array) => number;
}

/** A bit that is set on the last pair of an entry. */
export const lastPair = 0x80;

/** The penalty of a language for a word with a letter that the language does not use, tuned on development data. */
const foreignLetter = 50;
/** The same penalty for a letter that no language of the model uses, such as the letters of Kazakh. */
const unknownLetter = 800;

/** The initial penalty of a rare language that shares most of its words with a far more frequent one. */
const rarity: Readonly<Record<string, number>> = { af: 120, mk: 120, mr: 40, ms: 40, ne: 80, ur: 60 };

/** Returns the index of the first pair of a key, or −1 if the key is unknown. */
type FindPairs = (key: number) => number;

/** The number of low bits of a key that distinguish the entries of a bucket, three on average. */
const restBits = 9;

/**
 * Creates an index of the sorted keys, in buckets by their high bits. Typed arrays take a tenth of the memory of a
 * `Map`.
 *
 * @param keyGaps Differences between consecutive keys, as variable-length integers: seven bits per byte, lowest first.
 * The highest bit is set if more bytes follow.
 * @param pairLanguages The language of each pair, in the order of the keys.
 */
function createIndex(keyGaps: Uint8Array, pairLanguages: Uint8Array): FindPairs {
  const pairCount = pairLanguages.length;
  let entries = 0;
  for (let pair = 0; pair < pairCount; pair++) entries += (pairLanguages[pair] ?? 0) >> 7;
  const bucketCount = 2 ** (keyBits - restBits);
  const bucketEnds = new Uint32Array(bucketCount);
  const rests = new Uint16Array(entries);
  const firstPairs = new Uint32Array(entries);
  let key = 0;
  let pair = 0;
  let offset = 0;
  for (let entry = 0; entry < entries; entry++) {
    let byte = keyGaps[offset++] ?? 0;
    key += byte & 0x7f;
    for (let shift = 7; byte >= 0x80; shift += 7) {
      byte = keyGaps[offset++] ?? 0;
      key += (byte & 0x7f) << shift;
    }
    rests[entry] = key & (2 ** restBits - 1);
    firstPairs[entry] = pair;
    while (pair < pairCount && (pairLanguages[pair++] ?? 0) < lastPair);
    bucketEnds[key >>> restBits] = entry + 1;
  }
  for (let bucket = 1; bucket < bucketCount; bucket++)
    bucketEnds[bucket] = Math.max(bucketEnds[bucket] ?? 0, bucketEnds[bucket - 1] ?? 0);
  return (wanted) => {
    const bucket = wanted >>> restBits;
    const rest = wanted & (2 ** restBits - 1);
    const end = bucketEnds[bucket] ?? 0;
    for (let candidate = bucket === 0 ? 0 : (bucketEnds[bucket - 1] ?? 0); candidate < end; candidate++)
      if (rests[candidate] === rest) return firstPairs[candidate] ?? -1;
    return -1;
  };
}

/** The features of a word that the model knows. */
interface Evidence {
  ngrams: number;
  /** The index of the first pair of each known feature. */
  firstPairs: readonly number[];
}

/** Returns, for each script, the numbers of the languages that do not use a letter, by its code unit. */
function tabulateForeign(numbers: ReadonlyMap<string, number>): ReadonlyMap<number, readonly number[]>[] {
  const tables: ReadonlyMap<number, readonly number[]>[] = [];
  for (const [script, rows] of alphabets) {
    const table = new Map<number, readonly number[]>();
    const languages = Object.entries(rows).map(([code, letters]) => ({ code, letters: new Set(letters) }));
    for (const letter of new Set(Object.values(rows).join(""))) {
      const foreign = languages.filter(({ letters }) => !letters.has(letter));
      table.set(
        letter.charCodeAt(0),
        foreign.map(({ code }) => numbers.get(code) ?? 0),
      );
    }
    tables[script] = table;
  }
  return tables;
}

async function load(): Promise<LanguageModel> {
  const { model } = await import("../models/language.ts");
  const file = await readModel(model);
  const languages = file.text("languages").split(" ");
  const levels = file.float32("levels");
  const pairLanguages = file.bytes("pairLanguages");
  const pairLevels = file.bytes("pairLevels");
  const findPairs = createIndex(file.bytes("keyGaps"), pairLanguages);
  const numbers = new Map(languages.map((language, number) => [language, number]));
  const byScript = new Map(
    Array.from(alphabets, ([script, rows]) => [
      script,
      Object.keys(rows).map((code) => numbers.get(code) ?? 0),
    ]),
  );
  const foreignLetters = tabulateForeign(numbers);
  const readEvidence = wordFact((type: WordType): Evidence => {
    const { text, script } = readSampleWord(type);
    const firstPairs: number[] = [];
    let ngrams = 0;
    const addKey = (key: number) => {
      const pair = findPairs(key);
      if (pair >= 0) firstPairs.push(pair);
    };
    takeNgrams(text, script, (key) => {
      ngrams++;
      addKey(key);
    });
    addKey(wordKey(text));
    return { ngrams, firstPairs };
  });

  /** Adds the pairs of a key, given the index of the first one. */
  function addPairs(first: number, sums: Float64Array): void {
    for (let pair = first; ; pair++) {
      const language = pairLanguages[pair] ?? lastPair;
      const number = language & (lastPair - 1);
      sums[number] = (sums[number] ?? 0) + (levels[pairLevels[pair] ?? 0] ?? 0);
      if (language >= lastPair) return;
    }
  }

  function subtractForeign(word: string, script: number, sums: Float64Array): void {
    const table = foreignLetters[script];
    if (!table || table.size === 0) return;
    for (let index = 0; index < word.length; index++) {
      const unit = word.charCodeAt(index);
      if (unit < 0x80) continue;
      const foreign = table.get(unit);
      if (!foreign) {
        for (const number of byScript.get(script) ?? []) sums[number] = (sums[number] ?? 0) - unknownLetter;
        return;
      }
      for (const number of foreign) sums[number] = (sums[number] ?? 0) - foreignLetter;
      if (foreign.length > 0) return;
    }
  }

  return {
    languages,
    prior: Float64Array.from(languages, (language) => -(rarity[language] ?? 0)),
    languagesIn: (script) => byScript.get(script) ?? [],
    addEvidence: ({ type, text, script }, sums) => {
      const { ngrams, firstPairs } = readEvidence(type);
      for (let index = 0; index < firstPairs.length; index++) addPairs(firstPairs[index] ?? 0, sums);
      subtractForeign(text, script, sums);
      return ngrams;
    },
  };
}

/** Loads the model once: the n-grams of eld and other evidence, see `models/language.md`. */
export const loadLanguageModel = once(load);
