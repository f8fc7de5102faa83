import { type Lexicon, matchPhrase } from "./lexicon.ts";
import type { Word, WordRange } from "./words.ts";

/** A word or phrase that praises or blames something, in its context. Indices are word indices. */
export interface Opinion {
  /** The first word, including the negation and the adverbs of degree before the opinion. */
  first: number;
  /** The last word, inclusive. */
  last: number;
  /** From about −6 to 6. */
  weight: number;
  negated: boolean;
}

/** The position of a word relative to a contrast. */
export const contrastSide = { none: 0, before: 1, after: 2 } as const;

/** The effect of the surrounding words on each word. */
export interface WordContexts {
  negated: Uint8Array;
  /** One of `contrastSide`. */
  contrast: Uint8Array;
  /** The weight of the opinion that the word belongs to, otherwise 0. */
  weight: Float32Array;
}

/** Creates empty contexts for `count` words. */
export function createContexts(count: number): WordContexts {
  return {
    negated: new Uint8Array(count),
    contrast: new Uint8Array(count),
    weight: new Float32Array(count),
  };
}

/** "Not good" is nearly bad; "not bad" is less than good. */
const negatedPraise = -0.75;
const negatedBlame = -0.6;
/** The factor of an opinion by its side of a contrast. */
export const sideFactors: readonly number[] = [1, 0.5, 1.4];
const capitals = 1.25;
const drawnOut = 1.2;
const perExclamation = 0.1;
const maxExclamations = 3;
const asked = 0.6;
/** The number of words before an opinion that may be adverbs of degree. */
const degreeReach = 3;
/** The number of words that "anything but" negates. */
const anythingButReach = 4;
/** The maximum length, in words, of a concession without a comma. */
const concessionReach = 12;

/** Returns whether a word is the end of "anything but", which negates what follows. */
function isAnythingBut(words: readonly Word[], index: number): boolean {
  return words[index]?.form === "but" && words[index - 1]?.form === "anything";
}

/** Returns whether a word is a contrastive conjunction. */
function isTurn(words: readonly Word[], index: number): boolean {
  return words[index]?.role.contrast === "turn" && !isAnythingBut(words, index);
}

/** Marks the words before and after a contrastive conjunction, and the words of a concession. */
function markContrasts({ words, first, end }: WordRange, { contrast }: WordContexts): void {
  let turn = -1;
  for (let index = first + 1; index < end; index++)
    // "Not only good but also cheap" is not a contrast.
    if (isTurn(words, index) && words[index + 1]?.form !== "also") turn = index;
  if (turn >= 0) {
    contrast.fill(contrastSide.before, first, turn);
    contrast.fill(contrastSide.after, turn, end);
  }
  for (let index = first; index < end; index++) {
    if (words[index]?.role.contrast !== "concession") continue;
    let stop = index + 1;
    while (stop < end && stop - index < concessionReach && !words[stop]?.endsClause) stop++;
    // "It was good, though": no words follow that it concedes.
    if (stop === index + 1) continue;
    contrast.fill(contrastSide.before, index, stop);
    if (index === first && turn < 0) contrast.fill(contrastSide.after, stop, end);
    index = stop - 1;
  }
}

/** Returns the factor of all opinions of a sentence, from its exclamation and question marks. */
function measureEmphasis({ words, first, end }: WordRange): number {
  let exclamations = 0;
  let isQuestion = false;
  for (let index = Math.max(first, end - 4); index < end; index++) {
    const form = words[index]?.form ?? "";
    if (form.startsWith("!")) exclamations += form.length;
    else if (form.startsWith("?")) isQuestion = true;
  }
  return (1 + perExclamation * Math.min(maxExclamations, exclamations)) * (isQuestion ? asked : 1);
}

/**
 * Returns the opinions of one sentence by the lexicon. Negation, adverbs of degree, contrast and spelling change their
 * weights. Fills `contexts` for the words of the sentence.
 */
export function findOpinions(range: WordRange, { phrases }: Lexicon, contexts: WordContexts): Opinion[] {
  const { words, first, end } = range;
  markContrasts(range, contexts);
  const emphasis = measureEmphasis(range);
  const opinions: Opinion[] = [];
  const formAt = (index: number) => (index < end ? words[index]?.form : undefined);
  let negator = -1;
  let reachEnd = -1;
  for (let index = first; index < end; index++) {
    const word = words[index];
    if (!word) break;
    if (word.endsClause || isTurn(words, index)) reachEnd = -1;
    const isNegated = index < reachEnd;
    const phrase = word.startsPhrase ? matchPhrase(phrases, formAt, index) : null;
    const stop = phrase?.end ?? index + 1;
    const grade = phrase?.grade ?? word.grade;
    if (isNegated) contexts.negated.fill(1, index, stop);
    const qualifiesNext =
      !phrase && word.role.degree !== 1 && (words[index + 1]?.grade ?? 0) !== 0 && stop < end;
    if (grade !== 0 && !qualifiesNext) {
      let weight = grade * emphasis * (sideFactors[contexts.contrast[index] ?? 0] ?? 1);
      let start = index;
      for (let before = index - 1; before >= Math.max(first, index - degreeReach); before--) {
        const role = words[before]?.role;
        if (!role || role.degree === 1) break;
        weight *= role.degree;
        start = before;
      }
      if (word.isUpper) weight *= capitals;
      if (word.isElongated) weight *= drawnOut;
      if (isNegated) {
        weight *= grade > 0 ? negatedPraise : negatedBlame;
        start = Math.min(start, negator);
      }
      opinions.push({
        first: start,
        last: stop - 1,
        weight,
        negated: isNegated || (phrase !== null && word.role.negates > 0),
      });
      contexts.weight.fill(weight, index, stop);
    }
    if (isAnythingBut(words, index)) {
      negator = index - 1;
      reachEnd = index + 1 + anythingButReach;
    } else if (!phrase && word.role.negates > 0) {
      negator = index;
      reachEnd = index + 1 + word.role.negates;
    }
    index = stop - 1;
  }
  return opinions;
}
