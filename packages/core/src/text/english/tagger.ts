import { once } from "../network/once.ts";
import { readModel } from "../network/model-file.ts";
import type { Span } from "../span.ts";
import { positionCount, positions } from "../segment/word-positions.ts";
import { featureRows, hashedRows, readFeatures } from "./tagger-features.ts";
import type { Token } from "../segment/tokenize.ts";
import { createWordSlots } from "./word-slots.ts";
import { loadWordVectors, type WordVectors } from "./word-vectors.ts";

/** The parts of speech that delimit phrases. Pronouns, prepositions and signs are `other`. */
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

/** Returns the part of speech of each token. `starts` marks the tokens that begin a sentence. */
export type Tagger = (tokens: readonly Token[], starts: readonly boolean[]) => PartOfSpeech[];

const tags = partsOfSpeech.length;
const other = partsOfSpeech.indexOf("other");

/** Lexicon entries that are not a part of speech: `unknown` for an unlisted word, `absent` if there is no word. */
export const lexical = { unknown: tags, absent: tags + 1, count: tags + 2 } as const;

const tagRows = hashedRows;
const pairRows = tagRows + tags;
const lexicalRows = pairRows + tags * tags;

/**
 * The number of weight rows: feature hashes, the last tag, the last two tags, and the lexicon entries of three words.
 */
export const weightRows = lexicalRows + lexical.count ** 3;

/** Returns the weight row of the previous tag. */
export function tagRow(last: number): number {
  return tagRows + last;
}

/** Returns the weight row of the previous two tags. */
export function pairRow(last: number, secondLast: number): number {
  return pairRows + last * tags + secondLast;
}

/** Returns the weight row of the lexicon entries of a word, the word before it and the word after it. */
export function lexicalRow(word: number, previous: number, next: number): number {
  return lexicalRows + (word * lexical.count + previous) * lexical.count + next;
}

/** Returns the form of a token that the tagger sees. All addresses look alike, and so do all numbers of one length. */
export function taggedWord({ text, kind }: Pick<Token, "text" | "kind">): string {
  if (kind === "word" || kind === "sign") return text;
  return kind === "number" ? text.replace(/\d/g, "0") : kind;
}

/** Returns for each token whether a sentence begins with it. */
export function sentenceStarts(tokens: readonly Token[], sentences: readonly Span[]): boolean[] {
  let next = 0;
  return tokens.map(({ start }) => {
    const begins = start >= (sentences[next]?.start ?? Infinity);
    while (start >= (sentences[next]?.start ?? Infinity)) next += 1;
    return begins;
  });
}

/** Words kept in the cache, at about 100 bytes each: the vocabulary of one megabyte of news. */
const rememberedWords = 40_000;

/** Numbers per cached word: for each of {@link positions}, the sum of its feature weights per tag. */
const rowLength = positionCount * tags;

const allPositions = Object.values(positions);

/** The cache row of a missing neighbor at the ends of a sentence. Its sums are zero. */
const absent = rememberedWords;

function addWeights(word: string, weights: Int8Array, sums: Int16Array, row: number): void {
  sums.fill(0, row, row + rowLength);
  const seen = readFeatures(word);
  for (const position of allPositions) {
    const features = featureRows(seen, position);
    const target = row + position * tags;
    for (let index = 0; index < features.length; index++) {
      const from = (features[index] ?? 0) * tags;
      for (let tag = 0; tag < tags; tag++)
        sums[target + tag] = (sums[target + tag] ?? 0) + (weights[from + tag] ?? 0);
    }
  }
}

/** The indices at which the scores of the tags begin: of a word and its neighbors in the sums, the others in the weights. */
interface ScoreRows {
  own: number;
  before: number;
  after: number;
  secondBefore: number;
  secondAfter: number;
  tag: number;
  pair: number;
  lexical: number;
}

/**
 * Returns the tag with the highest score over the rows of a word, its neighbors and their combinations. Ties go to the
 * first tag.
 */
function bestTag(sums: Int16Array, weights: Int8Array, rows: ScoreRows): number {
  const { own, before, after, secondBefore, secondAfter, tag: tagRow, pair: pairRow, lexical } = rows;
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
      (weights[lexical + tag] ?? 0);
    if (score <= highest) continue;
    highest = score;
    best = tag;
  }
  return best;
}

function createTagger(weights: Int8Array, lexicon: Uint8Array, findRow: WordVectors["findRow"]): Tagger {
  // One array for all words: most of the tagging time is spent on memory access to them.
  const sums = new Int16Array((rememberedWords + 1) * rowLength);
  const entries = new Uint8Array(rememberedWords + 1);
  entries[absent] = lexical.absent;
  const wordSlot = createWordSlots(rememberedWords, (type, taken) => {
    const word = taggedWord(type);
    entries[taken.slot] = lexicon[findRow(word)] ?? lexical.unknown;
    addWeights(word, weights, sums, taken.slot * rowLength);
    return taken;
  });

  return (tokens, starts) => {
    const slotAt = (index: number) => {
      const token = tokens[index];
      return token ? wordSlot(token.type).slot : absent;
    };
    let last = other;
    let secondLast = other;
    // A sliding window: a word keeps its cache row while it is in the window.
    let [secondBefore, before, word, after] = [absent, absent, slotAt(0), slotAt(1)];
    return tokens.map(({ kind }, index) => {
      const secondAfter = slotAt(index + 2);
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
        best = bestTag(sums, weights, {
          own: word * rowLength + (begins ? positions.initial : positions.own) * tags,
          before: before * rowLength + positions.before * tags,
          after: next * rowLength + positions.after * tags,
          secondBefore: secondBefore * rowLength + positions.secondBefore * tags,
          secondAfter: second * rowLength + positions.secondAfter * tags,
          tag: tagRow(last) * tags,
          pair: pairRow(last, secondLast) * tags,
          lexical: lexicalRow(entries[word] ?? 0, entries[before] ?? 0, entries[next] ?? 0) * tags,
        });
      }
      secondLast = last;
      last = best;
      [secondBefore, before, word, after] = [before, word, after, secondAfter];
      return partsOfSpeech[best] ?? "other";
    });
  };
}

async function load(): Promise<Tagger> {
  const [{ model }, { findRow }] = await Promise.all([import("../models/tagger.ts"), loadWordVectors()]);
  const file = await readModel(model);
  return createTagger(file.int8("weights"), file.bytes("lexicon"), findRow);
}

/**
 * Loads the part-of-speech tagger, a linear model that tags greedily from left to right (Ratnaparkhi 1996). It uses the
 * word, its neighbors, their lexicon entries and the previous tags. It was trained on wink-nlp's tags and agrees with
 * 98 % of them.
 */
export const loadTagger = once(load);
