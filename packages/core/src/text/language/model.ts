import { factOf, type WordType } from "../english/word-types.ts";
import { readModel } from "../model-file.ts";
import { alphabets } from "./alphabets.ts";
import { keyBits, takeNgrams, wordKey } from "./features.ts";
import { type SampleWord, sampleWordOf } from "./words.ts";

/** The languages that share scripts, and what a word tells of them. */
export interface LanguageModel {
  /** Codes; a language's place is its number. */
  languages: readonly string[];
  /** The numbers of the languages of a script. */
  ofScript: (script: number) => readonly number[];
  /** What each language begins with. */
  prior: Float64Array;
  /** Adds a word's evidence to the sums by language, and returns of how many n-grams it is. */
  addEvidence: (word: SampleWord, sums: Float64Array) => number;
}

/** Set on the last of the pairs of an entry. */
export const lastPair = 0x80;

/** What a word with a letter that a language does not write takes from the language's sum, set on dev data. */
const foreignLetter = 50;
/** The same of a letter that no language of the model writes, such as those of Kazakh. */
const unknownLetter = 800;

/** What a rare language owes to a far more frequent one that shares most of its words. */
const rarity: Readonly<Record<string, number>> = { af: 120, mk: 120, mr: 40, ms: 40, ne: 80, ur: 60 };

/** Where the pairs of a key begin, or −1. */
type FindPairs = (key: number) => number;

/** The low bits of a key that the entries of a bucket, three on average, differ in. */
const restBits = 9;

/**
 * The sorted keys in buckets by their high bits, in typed arrays: a tenth of the memory of a `Map`.
 *
 * @param keyGaps Differences of the keys, seven bits a byte, the lowest first, the highest bit set where more follow.
 * @param pairLanguages Of each pair, in the order of the keys.
 */
function createIndex(keyGaps: Uint8Array, pairLanguages: Uint8Array): FindPairs {
  const pairCount = pairLanguages.length;
  let entries = 0;
  for (let pair = 0; pair < pairCount; pair++) entries += (pairLanguages[pair] ?? 0) >> 7;
  const bucketCount = 2 ** (keyBits - restBits);
  const bucketEnds = new Uint32Array(bucketCount);
  const rests = new Uint16Array(entries);
  const places = new Uint32Array(entries);
  let key = 0;
  let place = 0;
  let offset = 0;
  for (let entry = 0; entry < entries; entry++) {
    let byte = keyGaps[offset++] ?? 0;
    key += byte & 0x7f;
    for (let shift = 7; byte >= 0x80; shift += 7) {
      byte = keyGaps[offset++] ?? 0;
      key += (byte & 0x7f) << shift;
    }
    rests[entry] = key & (2 ** restBits - 1);
    places[entry] = place;
    while (place < pairCount && (pairLanguages[place++] ?? 0) < lastPair);
    bucketEnds[key >>> restBits] = entry + 1;
  }
  for (let bucket = 1; bucket < bucketCount; bucket++)
    bucketEnds[bucket] = Math.max(bucketEnds[bucket] ?? 0, bucketEnds[bucket - 1] ?? 0);
  return (wanted) => {
    const bucket = wanted >>> restBits;
    const rest = wanted & (2 ** restBits - 1);
    const end = bucketEnds[bucket] ?? 0;
    for (let candidate = bucket === 0 ? 0 : (bucketEnds[bucket - 1] ?? 0); candidate < end; candidate++)
      if (rests[candidate] === rest) return places[candidate] ?? -1;
    return -1;
  };
}

/** What the model has of a word. */
interface Evidence {
  ngrams: number;
  /** Where the pairs of those that it knows begin. */
  places: readonly number[];
}

/** What a letter takes from the sums of the languages of its script that do not write it. */
interface ForeignLetter {
  languages: readonly number[];
  amount: number;
}

function tabulateForeign(numberOf: ReadonlyMap<string, number>): ReadonlyMap<number, ForeignLetter>[] {
  const tables: ReadonlyMap<number, ForeignLetter>[] = [];
  for (const [script, rows] of alphabets) {
    const table = new Map<number, ForeignLetter>();
    const languages = Object.entries(rows).map(([code, letters]) => ({ code, letters: new Set(letters) }));
    for (const letter of new Set(Object.values(rows).join(""))) {
      const foreign = languages.filter(({ letters }) => !letters.has(letter));
      const numbers = foreign.map(({ code }) => numberOf.get(code) ?? 0);
      table.set(letter.charCodeAt(0), { languages: numbers, amount: foreignLetter });
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
  const numberOf = new Map(languages.map((language, number) => [language, number]));
  const byScript = new Map(
    Array.from(alphabets, ([script, rows]) => [
      script,
      Object.keys(rows).map((code) => numberOf.get(code) ?? 0),
    ]),
  );
  const foreignLetters = tabulateForeign(numberOf);
  const evidenceOf = factOf((type: WordType): Evidence => {
    const { text, script } = sampleWordOf(type);
    const places: number[] = [];
    let ngrams = 0;
    const addKey = (key: number) => {
      const place = findPairs(key);
      if (place >= 0) places.push(place);
    };
    takeNgrams(text, script, (key) => {
      ngrams++;
      addKey(key);
    });
    addKey(wordKey(text));
    return { ngrams, places };
  });

  /** Adds the pairs of a key from their first on. */
  function addPairs(first: number, sums: Float64Array): void {
    for (let place = first; ; place++) {
      const language = pairLanguages[place] ?? lastPair;
      const number = language & (lastPair - 1);
      sums[number] = (sums[number] ?? 0) + (levels[pairLevels[place] ?? 0] ?? 0);
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
      for (const number of foreign.languages) sums[number] = (sums[number] ?? 0) - foreign.amount;
      if (foreign.languages.length > 0) return;
    }
  }

  return {
    languages,
    prior: Float64Array.from(languages, (language) => -(rarity[language] ?? 0)),
    ofScript: (script) => byScript.get(script) ?? [],
    addEvidence: ({ type, text, script }, sums) => {
      const { ngrams, places } = evidenceOf(type);
      for (let index = 0; index < places.length; index++) addPairs(places[index] ?? 0, sums);
      subtractForeign(text, script, sums);
      return ngrams;
    },
  };
}

let loading: Promise<LanguageModel> | undefined;

/** Loads the model: the n-grams of eld and other evidence, see `models/language.md`. */
export function loadLanguageModel(): Promise<LanguageModel> {
  loading ??= load();
  return loading;
}
