import { createWordSlots } from "../english/word-slots.ts";
import type { Token } from "../segment/tokenize.ts";
import { type Position, positionCount, positions } from "../segment/word-positions.ts";
import {
  contextRowCount,
  entryRowCount,
  noTag,
  readWordForm,
  wordRows,
  writeContextRows,
  writeEntryRows,
} from "./features.ts";
import { posTags } from "./tags.ts";

/** Returns the entry of a word in a lexicon of word classes, a number below {@link noEntry}. */
export type Lexicon = (word: string) => number;

/**
 * Returns the index in `posTags` of the tag of each token. `starts` marks the tokens that begin a sentence. Writes into
 * `verbMargins`, if given, by how much the score of each tag exceeds that of a verb.
 */
export type Tagger = (
  tokens: readonly Pick<Token, "type">[],
  starts: readonly boolean[],
  verbMargins?: Int32Array,
) => Uint8Array;

/** The lexicon entry of a missing word at the ends of a sentence. */
export const noEntry = 9;

const tags = posTags.length;
const verb = posTags.indexOf("VERB");

/** Words kept in the cache of a language, at 220 bytes each. */
const rememberedWords = 8_192;
/** Numbers per cached word: for each of {@link positions}, the sum of its feature weights per tag. */
const rowLength = positionCount * tags;
const allPositions = Object.values(positions);
/** The cache row of a missing neighbor. Its sums are those of an empty word. */
const absent = rememberedWords;

/** The cached facts of words, a row per word. */
interface WordCache {
  sums: Int16Array;
  /** The tag by the form of the word only. */
  guesses: Uint8Array;
  hashes: Int32Array;
  endHashes: Int32Array;
  entries: Uint8Array;
}

/** Returns the index of the highest of the scores from `from` on. Ties go to the first tag. */
function bestFrom(scores: Int16Array | Int32Array, from: number): number {
  let best = 0;
  for (let tag = 1; tag < tags; tag++) if ((scores[from + tag] ?? 0) > (scores[from + best] ?? 0)) best = tag;
  return best;
}

function addRow(scores: Int16Array | Int32Array, to: number, weights: Int8Array, row: number): void {
  const from = row * tags;
  for (let tag = 0; tag < tags; tag++)
    scores[to + tag] = (scores[to + tag] ?? 0) + (weights[from + tag] ?? 0);
}

function createCache(): WordCache {
  const size = rememberedWords + 1;
  return {
    sums: new Int16Array(size * rowLength),
    guesses: new Uint8Array(size),
    hashes: new Int32Array(size),
    endHashes: new Int32Array(size),
    entries: new Uint8Array(size),
  };
}

/** Computes the facts of a word and writes them into its row of the cache. */
function writeWord(cache: WordCache, slot: number, word: string, weights: Int8Array): void {
  const form = readWordForm(word);
  const first = slot * rowLength;
  cache.sums.fill(0, first, first + rowLength);
  for (const position of allPositions)
    for (const row of wordRows(form, position)) addRow(cache.sums, first + position * tags, weights, row);
  cache.guesses[slot] = bestFrom(cache.sums, first + positions.own * tags);
  cache.hashes[slot] = form.hash;
  cache.endHashes[slot] = form.endHash;
}

/**
 * Creates a tagger that reads greedily from left to right (Ratnaparkhi 1996): a linear model of the word, its
 * neighbors, the tags before it, and a guess for the words after it.
 *
 * @param weights The weights of all rows, a number per tag.
 * @param lexicon The lexicon with which the model was trained, if there is one.
 */
export function createTagger(weights: Int8Array, lexicon: Lexicon | null): Tagger {
  const cache = createCache();
  const { sums, guesses, hashes, endHashes, entries } = cache;
  writeWord(cache, absent, "", weights);
  entries[absent] = noEntry;
  const wordSlot = createWordSlots(rememberedWords, ({ text }, taken) => {
    writeWord(cache, taken.slot, text, weights);
    entries[taken.slot] = lexicon?.(text) ?? 0;
    return taken;
  });
  const scores = new Int32Array(tags);
  const contextRows = new Int32Array(contextRowCount);
  const entryRows = new Int32Array(entryRowCount);
  const addWord = (slot: number, position: Position) => {
    const from = slot * rowLength + position * tags;
    for (let tag = 0; tag < tags; tag++) scores[tag] = (scores[tag] ?? 0) + (sums[from + tag] ?? 0);
  };

  return (tokens, starts, verbMargins) => {
    const result = new Uint8Array(tokens.length);
    const slotAt = (index: number) => {
      const token = tokens[index];
      return token ? wordSlot(token.type).slot : absent;
    };
    const guess = (slot: number) => (slot === absent ? noTag : (guesses[slot] ?? 0));
    let [last, secondLast] = [noTag, noTag];
    // A sliding window: a word keeps its cache row while it is in the window.
    let [secondBefore, before, word, after] = [absent, absent, slotAt(0), slotAt(1)];
    for (let index = 0; index < tokens.length; index++) {
      const secondAfter = slotAt(index + 2);
      const begins = index === 0 || starts[index] === true;
      if (begins) {
        last = secondLast = noTag;
        before = secondBefore = absent;
      }
      const next = starts[index + 1] === true ? absent : after;
      const second = next === absent || starts[index + 2] === true ? absent : secondAfter;
      scores.fill(0);
      addWord(word, begins ? positions.initial : positions.own);
      addWord(before, positions.before);
      addWord(next, positions.after);
      addWord(secondBefore, positions.secondBefore);
      addWord(second, positions.secondAfter);
      writeContextRows(
        {
          last,
          secondLast,
          guess: guess(next),
          secondGuess: guess(second),
          hash: hashes[word] ?? 0,
          endHash: endHashes[word] ?? 0,
          nextHash: hashes[next] ?? 0,
        },
        contextRows,
      );
      for (const row of contextRows) addRow(scores, 0, weights, row);
      if (lexicon) {
        writeEntryRows(entries[word] ?? 0, entries[before] ?? 0, entries[next] ?? 0, entryRows);
        for (const row of entryRows) addRow(scores, 0, weights, row);
      }
      const best = bestFrom(scores, 0);
      result[index] = best;
      if (verbMargins) verbMargins[index] = (scores[best] ?? 0) - (scores[verb] ?? 0);
      secondLast = last;
      last = best;
      [secondBefore, before, word, after] = [before, word, after, secondAfter];
    }
    return result;
  };
}
