import { createWordSlots } from "../../../english/word-slots.ts";
import { hashRange } from "../../../segment/hash.ts";
import type { Token } from "../../../segment/tokenize.ts";
import type { Tagger as WordTagger } from "../../../tagger/tagger.ts";
import {
  createChainSums,
  createTagSearch,
  nameProbability,
  sumChain,
  transitionFactors,
  transitionScores,
  wordFactors,
} from "../chain.ts";
import { maxSentenceTokens, type Tagger } from "../tagger.ts";
import { isBegin, outside, tagCount } from "../tags.ts";
import { type Position, positionCount, positions } from "../../../segment/word-positions.ts";
import { contextRowCount, type Neighbor, readNameForm, wordRows, writeContextRows } from "./features.ts";
import type { NameLists } from "./name-lists.ts";

/** The parameters of the tagger of names. */
export interface NameModel {
  /** The weights of all rows, a number per tag. */
  weights: Int8Array;
  /** The score of a weight of 1. */
  unit: number;
  transitions: Float32Array;
  lists: NameLists;
}

const capital = /^\P{L}*\p{Lu}/u;
const letter = /\p{L}/u;
const capitalOrDigit = /[\p{Lu}\p{Nd}]/u;

/** Returns the share of words with a capital, in eighths. */
export function capitalShare(words: readonly { text: string }[]): number {
  let [letters, capitals] = [0, 0];
  for (const { text } of words) {
    if (!letter.test(text)) continue;
    letters += 1;
    if (capital.test(text)) capitals += 1;
  }
  return letters === 0 ? 0 : Math.round((8 * capitals) / letters);
}

/** Returns whether a name can begin with a word: it has a capital or a digit. */
export function mayBeginName(word: string): boolean {
  return capitalOrDigit.test(word);
}

/** Words in lower case that can follow a capital within a name: "Institutt for offentlig rett". */
const maxLowerRun = 3;

/** Marks with 1 the words that can be in a name. */
export function markOpen(mayBegin: readonly boolean[]): Uint8Array {
  let since = maxLowerRun + 1;
  return Uint8Array.from(mayBegin, (begins) => {
    since = begins ? 0 : since + 1;
    return since <= maxLowerRun ? 1 : 0;
  });
}

/** Words kept in the cache of a language, at 120 bytes each. */
const rememberedWords = 8_192;
/** Numbers per cached word: for each of {@link positions}, the sum of its feature weights per tag. */
const rowLength = positionCount * tagCount;
const allPositions = Object.values(positions);
/** The cache row of a missing neighbor. */
const absentSlot = rememberedWords;

interface StoredWord extends Neighbor {
  slot: number;
  turn: number;
  mayBegin: boolean;
}

function addRow(scores: Int32Array | Int16Array, to: number, weights: Int8Array, row: number): void {
  const from = row * tagCount;
  for (let tag = 0; tag < tagCount; tag++)
    scores[to + tag] = (scores[to + tag] ?? 0) + (weights[from + tag] ?? 0);
}

/** Returns the scores of the tags of each word that can be in a name. */
type ScoreSentence = (
  tokens: readonly Token[],
  words: readonly StoredWord[],
  open: Uint8Array,
) => Float32Array;

/** Creates the cache of words of a language, and the function that scores sentences with it. */
function createScorer({ weights, unit, lists }: NameModel, language: number, tagWords: WordTagger) {
  const sums = new Int16Array((rememberedWords + 1) * rowLength);
  const store = (text: string, slot: number, turn: number): StoredWord => {
    const form = readNameForm(text, lists);
    const first = slot * rowLength;
    sums.fill(0, first, first + rowLength);
    for (const position of allPositions)
      for (const row of wordRows(form, language, position))
        addRow(sums, first + position * tagCount, weights, row);
    const { shape, hash, kinds } = form;
    return { shape, hash, kinds, mayBegin: mayBeginName(text), slot, turn };
  };
  const storedWord = createWordSlots(rememberedWords, ({ text }, { slot, turn }) => store(text, slot, turn));
  const absent = store("", absentSlot, 0);
  const total = new Int32Array(tagCount);
  const contextRows = new Int32Array(contextRowCount);
  const addWord = ({ slot }: StoredWord, position: Position) => {
    const from = slot * rowLength + position * tagCount;
    for (let tag = 0; tag < tagCount; tag++) total[tag] = (total[tag] ?? 0) + (sums[from + tag] ?? 0);
  };
  const score: ScoreSentence = (tokens, words, open) => {
    const scores = new Float32Array(words.length * tagCount);
    const capitals = capitalShare(tokens);
    const tags = tagWords(tokens, []);
    for (const [at, word] of words.entries()) {
      if (open[at] !== 1) continue;
      const [before, after] = [words[at - 1] ?? absent, words[at + 1] ?? absent];
      const [secondBefore, secondAfter] = [words[at - 2] ?? absent, words[at + 2] ?? absent];
      total.fill(0);
      addWord(word, at === 0 ? positions.initial : positions.own);
      addWord(before, positions.before);
      addWord(after, positions.after);
      addWord(secondBefore, positions.secondBefore);
      addWord(secondAfter, positions.secondAfter);
      const secondAfterShape = secondAfter.shape;
      writeContextRows(
        { secondBefore, before, word, after, secondAfterShape, capitals, tags, at },
        contextRows,
      );
      for (const row of contextRows) addRow(total, 0, weights, row);
      for (let tag = 0; tag < tagCount; tag++)
        scores[at * tagCount + tag] = isBegin(tag) && !word.mayBegin ? -Infinity : (total[tag] ?? 0) * unit;
    }
    return scores;
  };
  return { storedWord, score };
}

/**
 * Creates a tagger of names in one of the languages of a model: a linear chain (Lafferty, McCallum, Pereira 2001) over
 * hashed features of words, their neighbors and their parts of speech.
 *
 * @param tagWords The tagger of parts of speech of the language.
 */
export function createNameTagger(model: NameModel, language: string, tagWords: WordTagger): Tagger {
  const { storedWord, score } = createScorer(model, hashRange(language), tagWords);
  const writeBestTags = createTagSearch(transitionScores(model.transitions), maxSentenceTokens);
  const softTransitions = transitionFactors(model.transitions);
  const sums = createChainSums(maxSentenceTokens);
  const factorsRoom = new Float64Array(maxSentenceTokens * tagCount);
  return {
    tag: (tokens) => {
      const words = tokens.map(({ type }) => storedWord(type));
      if (!words.some(({ mayBegin }) => mayBegin)) return null;
      const open = markOpen(words.map(({ mayBegin }) => mayBegin));
      const scores = score(tokens, words, open);
      const tags = new Uint8Array(tokens.length);
      writeBestTags(scores, open, tags);
      let factors: Float64Array | null = null;
      return {
        tags,
        confidence: (first, last) => {
          if (!factors) {
            factors = wordFactors(scores, open, 1, factorsRoom.subarray(0, tokens.length * tagCount));
            sumChain(factors, softTransitions, sums);
          }
          const chain = { words: factors, transitions: softTransitions, sums };
          return nameProbability(chain, { first, last, begin: tags[first] ?? outside });
        },
      };
    },
  };
}
