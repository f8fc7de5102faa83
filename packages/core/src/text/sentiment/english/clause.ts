import type { Span } from "../../span.ts";
import type { SentimentModel } from "./model.ts";
import { maxClauseLength, type Pooled } from "./network.ts";
import { ngramHashes } from "./ngrams.ts";
import { findOpinions, type Opinion, type WordContexts } from "./opinions.ts";
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
}

function readClause(
  { lexicon, network, ngrams }: SentimentModel,
  range: WordRange,
  contexts: WordContexts,
): Clause {
  const opinions = findOpinions(range, lexicon, contexts);
  let [polarity, neutral, count] = [0, 0, 0];
  ngramHashes(range, contexts.negated, ngrams.buckets, (bucket) => {
    const polar = ngrams.weights[2 * bucket] ?? 0;
    const plain = ngrams.weights[2 * bucket + 1] ?? 0;
    polarity += polar * Math.abs(polar);
    neutral += plain * Math.abs(plain);
    count += 1;
  });
  const pooled = network.pool(range, contexts);
  return { first: range.first, end: range.end, opinions, pooled, polarity, neutral, ngrams: count };
}

/** Returns the clauses of the sentence with a range of words, or no clauses if it contains only signs. */
export function readSentence(
  model: SentimentModel,
  words: readonly Word[],
  { start, end }: Span,
  contexts: WordContexts,
): Clause[] {
  const clauses: Clause[] = [];
  let saysSomething = false;
  for (let index = start; index < end && !saysSomething; index++)
    saysSomething = words[index]?.kind !== "sign";
  if (!saysSomething) return clauses;
  for (let from = start; from < end; from += maxClauseLength)
    clauses.push(
      readClause(model, { words, first: from, end: Math.min(end, from + maxClauseLength) }, contexts),
    );
  return clauses;
}
