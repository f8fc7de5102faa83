import type { Span } from "../../span.ts";
import { findConstructions, type FoundConstruction } from "../constructions.ts";
import { muteCircumstances } from "./circumstances.ts";
import { toPolarity } from "./constructions.ts";
import type { SentimentModel } from "./model.ts";
import { maxClauseLength, type Pooled } from "./network.ts";
import { ngramHashes } from "./ngrams.ts";
import { findOpinions, type Opinion, sideFactors, type WordContexts } from "./opinions.ts";
import type { Word, WordRange } from "./words.ts";

/** A sentence, or a segment of a long one, as the model reads it. */
export interface Clause {
  first: number;
  /** Exclusive. */
  end: number;
  opinions: Opinion[];
  pooled: Pooled;
  /** The sums of the weights of its n-grams, and their number. */
  polarity: number;
  neutral: number;
  ngrams: number;
  decided: Decision;
}

/** The sum of the weights of the constructions of a clause, and its number of words if one of them states no opinion. */
interface Decision {
  polarity: number;
  neutral: number;
}

/** Replaces the words of constructions, so that neither the lexicon nor the model reads them one by one. */
function replaceConstructions(
  { plainWord }: SentimentModel,
  words: Word[],
  found: readonly FoundConstruction[],
): void {
  for (const { first, last } of found) words.fill(plainWord, first, last + 1);
}

/** Returns the constructions with an opinion, in the context of the clause, as opinions. */
function toOpinions(
  found: readonly FoundConstruction[],
  { first, end }: WordRange,
  contexts: WordContexts,
): Opinion[] {
  return found.flatMap((construction): Opinion[] => {
    const { first: from, last } = construction;
    if (!construction.weight || from < first || from >= end) return [];
    const weight = construction.weight * (sideFactors[contexts.contrast[from] ?? 0] ?? 1);
    contexts.weight.fill(weight, from, last + 1);
    return [{ first: from, last, weight, negated: construction.isNegated }];
  });
}

function readClause(
  { lexicon, network, ngrams }: SentimentModel,
  range: WordRange,
  contexts: WordContexts,
  found: readonly FoundConstruction[],
): Clause {
  const plain = findOpinions(range, lexicon, contexts);
  const asserted = toOpinions(found, range, contexts);
  const opinions =
    asserted.length === 0 ? plain : [...plain, ...asserted].toSorted((a, b) => a.first - b.first);
  const decided = {
    polarity: asserted.reduce((sum, { weight }) => sum + weight, 0),
    neutral: found.some(({ first, weight }) => weight === 0 && first >= range.first && first < range.end)
      ? range.end - range.first
      : 0,
  };
  let [polarity, neutral, count] = [0, 0, 0];
  ngramHashes(range, contexts.negated, ngrams.buckets, (bucket) => {
    const polar = ngrams.weights[2 * bucket] ?? 0;
    const plain = ngrams.weights[2 * bucket + 1] ?? 0;
    polarity += polar * Math.abs(polar);
    neutral += plain * Math.abs(plain);
    count += 1;
  });
  const pooled = network.pool(range, contexts);
  return { first: range.first, end: range.end, opinions, pooled, polarity, neutral, ngrams: count, decided };
}

/** Returns the constructions of a sentence. */
function readConstructions({ words, first, end }: WordRange): FoundConstruction[] {
  return findConstructions({
    start: first,
    end,
    form: (index) => words[index]?.form ?? "",
    candidates: (index) => words[index]?.constructions ?? [],
    polarity: (index) => {
      const word = words[index];
      return word ? toPolarity(word.grade, word.role) : 0;
    },
    negates: (index) => (words[index]?.role.negates ?? 0) > 0,
    endsClause: (index) => words[index]?.endsClause === true || words[index]?.role.contrast === "turn",
  });
}

/**
 * Returns the clauses of the sentence with a range of words, or no clauses if it contains only signs. Replaces the words
 * of its constructions.
 *
 * @param asserted Ratings of the sentence, which are opinions of their own.
 */
export function readSentence(
  model: SentimentModel,
  words: Word[],
  { start, end }: Span,
  contexts: WordContexts,
  asserted: readonly FoundConstruction[] = [],
): Clause[] {
  const clauses: Clause[] = [];
  let saysSomething = false;
  for (let index = start; index < end && !saysSomething; index++)
    saysSomething = words[index]?.kind !== "sign";
  if (!saysSomething && asserted.length === 0) return clauses;
  const unasserted = muteCircumstances({ words, first: start, end }, model.plainWord);
  const constructions = readConstructions({ words, first: start, end });
  replaceConstructions(model, words, [...asserted, ...constructions]);
  const found = [...unasserted, ...asserted, ...constructions];
  for (let from = start; from < end; from += maxClauseLength)
    clauses.push(
      readClause(model, { words, first: from, end: Math.min(end, from + maxClauseLength) }, contexts, found),
    );
  return clauses;
}
