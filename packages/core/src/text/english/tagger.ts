import { readModel } from "../model-file.ts";
import type { Span } from "../span.ts";
import { featureRows, hashedRows, placeCount, places, readFeatures } from "./tagger-features.ts";
import type { Token } from "./tokenize.ts";
import { factOf } from "./word-types.ts";
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

/** A word's entry in the lexicon, and the sums of its features' weights: `tags` numbers for each of {@link places}. */
interface TaggedWord {
  entry: number;
  sums: Int16Array;
}

/** Stands beyond the ends of a sentence. */
const absent: TaggedWord = { entry: lexical.absent, sums: new Int16Array(placeCount * tags) };

function sumWeights(word: string, weights: Int8Array): Int16Array {
  const sums = new Int16Array(placeCount * tags);
  const seen = readFeatures(word);
  for (const place of Object.values(places))
    for (const row of featureRows(seen, place))
      for (let tag = 0; tag < tags; tag++) {
        const cell = place * tags + tag;
        sums[cell] = (sums[cell] ?? 0) + (weights[row * tags + tag] ?? 0);
      }
  return sums;
}

function createTagger(weights: Int8Array, lexicon: Uint8Array, rowOf: WordVectors["rowOf"]): Tagger {
  const read = factOf((type): TaggedWord => {
    const word = wordOf(type);
    return { entry: lexicon[rowOf(word)] ?? lexical.unknown, sums: sumWeights(word, weights) };
  });
  return (tokens, starts) => {
    const words = tokens.map(({ type }) => read(type));
    let last = other;
    let secondLast = other;
    return tokens.map(({ kind }, index) => {
      const begins = starts[index] === true;
      if (begins) last = secondLast = other;
      let best = other;
      if (kind === "word" || kind === "number") {
        const ends = starts[index + 1] === true;
        const word = words[index] ?? absent;
        const before = (begins ? undefined : words[index - 1]) ?? absent;
        const after = (ends ? undefined : words[index + 1]) ?? absent;
        const secondBefore = (begins || starts[index - 1] === true ? undefined : words[index - 2]) ?? absent;
        const secondAfter = (ends || starts[index + 2] === true ? undefined : words[index + 2]) ?? absent;
        const own = (begins ? places.initial : places.own) * tags;
        const tagRow = tagRowOf(last) * tags;
        const pairRow = pairRowOf(last, secondLast) * tags;
        const lexicalRow = lexicalRowOf(word.entry, before.entry, after.entry) * tags;
        let highest = -Infinity;
        for (let tag = 0; tag < tags; tag++) {
          const score =
            (word.sums[own + tag] ?? 0) +
            (before.sums[places.before * tags + tag] ?? 0) +
            (after.sums[places.after * tags + tag] ?? 0) +
            (secondBefore.sums[places.secondBefore * tags + tag] ?? 0) +
            (secondAfter.sums[places.secondAfter * tags + tag] ?? 0) +
            (weights[tagRow + tag] ?? 0) +
            (weights[pairRow + tag] ?? 0) +
            (weights[lexicalRow + tag] ?? 0);
          if (score <= highest) continue;
          highest = score;
          best = tag;
        }
      }
      secondLast = last;
      last = best;
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
