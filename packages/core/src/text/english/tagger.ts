import { readModel } from "../model-file.ts";
import type { Span } from "../span.ts";
import { featureRows, hashedRows, placeCount, places, readFeatures } from "./tagger-features.ts";
import type { Token } from "./tokenize.ts";
import { createWordPlaces } from "./word-places.ts";
import { loadWordVectors, type WordVectors } from "./word-vectors.ts";

/** The parts of speech that tell where a phrase begins and ends; pronouns, prepositions and signs are `other`. */
export const partsOfSpeech = [
  "noun",
  "proper",
  "adjective",
  "verb",
  "adverb",
  "number",
  "determiner",
  "other",
] as const;

/** One of {@link partsOfSpeech}. */
export type PartOfSpeech = (typeof partsOfSpeech)[number];

/** Finds the part of speech of each token; `starts` tells with which tokens a sentence begins. */
export type Tagger = (tokens: readonly Token[], starts: readonly boolean[]) => PartOfSpeech[];

const tags = partsOfSpeech.length;
const other = partsOfSpeech.indexOf("other");

/** What a word is in the lexicon: a part of speech, `unknown`, or `absent` where there is no word. */
export const lexical = { unknown: tags, absent: tags + 1, count: tags + 2 } as const;

const tagRows = hashedRows;
const pairRows = tagRows + tags;
const lexicalRows = pairRows + tags * tags;

/** Rows of weights: those of the features' hashes, the tag before, the two tags before, and three words in the lexicon. */
export const weightRows = lexicalRows + lexical.count ** 3;

/** The row of the tag before a word. */
export function tagRowOf(last: number): number {
  return tagRows + last;
}

/** The row of the two tags before a word. */
export function pairRowOf(last: number, secondLast: number): number {
  return pairRows + last * tags + secondLast;
}

/** The row of what a word, the one before it and the one behind it are in the lexicon. */
export function lexicalRowOf(word: number, previous: number, next: number): number {
  return lexicalRows + (word * lexical.count + previous) * lexical.count + next;
}

/** The token as the tagger sees it: all addresses alike, and all figures of one length. */
export function wordOf({ text, kind }: Pick<Token, "text" | "kind">): string {
  if (kind === "word" || kind === "sign") return text;
  return kind === "number" ? text.replace(/\d/g, "0") : kind;
}

/** For each token whether a sentence begins with it. */
export function sentenceStarts(tokens: readonly Token[], sentences: readonly Span[]): boolean[] {
  let next = 0;
  return tokens.map(({ start }) => {
    const begins = start >= (sentences[next]?.start ?? Infinity);
    while (start >= (sentences[next]?.start ?? Infinity)) next += 1;
    return begins;
  });
}

/** Words that are kept, some 100 bytes each: those of a megabyte of news. */
const rememberedWords = 40_000;

/** Numbers of a word: for each of {@link places} the sums of its features' weights by tag. */
const rowLength = placeCount * tags;

const allPlaces = Object.values(places);

/** What stands beyond the ends of a sentence, and adds nothing. */
const absent = rememberedWords;

function addWeights(word: string, weights: Int8Array, sums: Int16Array, row: number): void {
  sums.fill(0, row, row + rowLength);
  const seen = readFeatures(word);
  for (const place of allPlaces) {
    const features = featureRows(seen, place);
    const target = row + place * tags;
    for (let index = 0; index < features.length; index++) {
      const from = (features[index] ?? 0) * tags;
      for (let tag = 0; tag < tags; tag++)
        sums[target + tag] = (sums[target + tag] ?? 0) + (weights[from + tag] ?? 0);
    }
  }
}

function createTagger(weights: Int8Array, lexicon: Uint8Array, rowOf: WordVectors["rowOf"]): Tagger {
  // All words in one piece of memory: most of the time that tagging takes is that of finding them.
  const sums = new Int16Array((rememberedWords + 1) * rowLength);
  const entries = new Uint8Array(rememberedWords + 1);
  entries[absent] = lexical.absent;
  const placeOf = createWordPlaces(rememberedWords, (type, placed) => {
    const word = wordOf(type);
    entries[placed.place] = lexicon[rowOf(word)] ?? lexical.unknown;
    addWeights(word, weights, sums, placed.place * rowLength);
    return placed;
  });

  /** The best tag by rows of a word, of its neighbours, and of what they are together; the first of equal ones. */
  function bestTag(
    own: number,
    before: number,
    after: number,
    secondBefore: number,
    secondAfter: number,
    tagRow: number,
    pairRow: number,
    lexicalRow: number,
  ): number {
    let best = other;
    let highest = -Infinity;
    for (let tag = 0; tag < tags; tag++) {
      const score =
        (sums[own + tag] ?? 0) +
        (sums[before + tag] ?? 0) +
        (sums[after + tag] ?? 0) +
        (sums[secondBefore + tag] ?? 0) +
        (sums[secondAfter + tag] ?? 0) +
        (weights[tagRow + tag] ?? 0) +
        (weights[pairRow + tag] ?? 0) +
        (weights[lexicalRow + tag] ?? 0);
      if (score <= highest) continue;
      highest = score;
      best = tag;
    }
    return best;
  }

  return (tokens, starts) => {
    const placeAt = (index: number) => {
      const token = tokens[index];
      return token ? placeOf(token.type).place : absent;
    };
    let last = other;
    let secondLast = other;
    // The window moves along: a word keeps its place for as long as it is in it.
    let [secondBefore, before, word, after] = [absent, absent, placeAt(0), placeAt(1)];
    return tokens.map(({ kind }, index) => {
      const secondAfter = placeAt(index + 2);
      const begins = starts[index] === true;
      const ends = starts[index + 1] === true;
      if (begins) {
        last = secondLast = other;
        before = secondBefore = absent;
      }
      let best = other;
      if (kind === "word" || kind === "number") {
        const next = ends ? absent : after;
        const second = ends || starts[index + 2] === true ? absent : secondAfter;
        best = bestTag(
          word * rowLength + (begins ? places.initial : places.own) * tags,
          before * rowLength + places.before * tags,
          next * rowLength + places.after * tags,
          secondBefore * rowLength + places.secondBefore * tags,
          second * rowLength + places.secondAfter * tags,
          tagRowOf(last) * tags,
          pairRowOf(last, secondLast) * tags,
          lexicalRowOf(entries[word] ?? 0, entries[before] ?? 0, entries[next] ?? 0) * tags,
        );
      }
      secondLast = last;
      last = best;
      [secondBefore, before, word, after] = [before, word, after, secondAfter];
      return partsOfSpeech[best] ?? "other";
    });
  };
}

async function load(): Promise<Tagger> {
  const [{ model }, { rowOf }] = await Promise.all([import("../models/tagger.ts"), loadWordVectors()]);
  const file = await readModel(model);
  return createTagger(file.int8("weights"), file.bytes("lexicon"), rowOf);
}

let loading: Promise<Tagger> | undefined;

/**
 * Loads the part-of-speech tagger: a linear model of a word, its neighbours, what a lexicon says of them and the tags
 * before it, greedy from left to right (Ratnaparkhi 1996). It learned from wink-nlp's tags, and agrees with 98 of 100.
 */
export function loadTagger(): Promise<Tagger> {
  loading ??= load();
  return loading;
}
