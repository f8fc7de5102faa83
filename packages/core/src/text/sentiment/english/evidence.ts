import type { Token } from "../../segment/tokenize.ts";
import type { Part } from "../../record.ts";
import { round } from "../../network/round.ts";
import type { Clause } from "./clause.ts";
import { type Network, tapCount } from "./network.ts";
import type { Opinion } from "./opinions.ts";
import type { Word } from "./words.ts";

type Evidence = Part<"sentiment">["evidence"][number];

/** The maximum grade. */
const scale = 4;
/** Weaker opinions are not evidence. */
const minWeight = 0.2;
/** The maximum number of items. A review of a megabyte has thousands. */
const maxEvidence = 50;

/** A text with its tokens and words. */
export interface WordedText {
  text: string;
  tokens: readonly Token[];
  words: readonly Word[];
}

/** Returns the span of words as readers see them: "isn't" is one word although it is two tokens. */
function toSpan({ text, tokens }: WordedText, first: number, last: number): { start: number; end: number } {
  let [from, to] = [first, last];
  const isWord = (index: number) => tokens[index]?.kind === "word";
  const touchesNext = (index: number) =>
    isWord(index) && isWord(index + 1) && tokens[index]?.end === tokens[index + 1]?.start;
  if (from > 0 && touchesNext(from - 1)) from -= 1;
  if (touchesNext(to)) to += 1;
  return { start: tokens[from]?.start ?? 0, end: tokens[to]?.end ?? text.length };
}

function describe(source: WordedText, opinion: Opinion): Evidence {
  const { start, end } = toSpan(source, opinion.first, opinion.last);
  return {
    text: source.text.slice(start, end),
    start,
    end,
    weight: round(Math.tanh(opinion.weight / scale)),
    negated: opinion.negated,
  };
}

/**
 * Returns the three words that contribute most to the label, for a clause without opinions of the lexicon. The
 * contribution of a word is the sum of the filter responses to it, weighted by their effect on positive against
 * negative. Returns `null` if no word supports the label.
 */
function strongestWords(
  { pooled, first, end }: Clause,
  words: readonly Word[],
  { polarity }: Network,
  sign: number,
): Opinion | null {
  const sums = new Float32Array(end - first);
  for (let filter = 0; filter < polarity.length; filter++) {
    const position = pooled.positions[filter] ?? -1;
    if (position >= 0)
      sums[position - first] =
        (sums[position - first] ?? 0) + (polarity[filter] ?? 0) * (pooled.values[filter] ?? 0);
  }
  let best = -1;
  for (let index = 0; index < sums.length; index++)
    if ((sums[index] ?? 0) * sign > (sums[best] ?? 0) * sign) best = index;
  if (best < 0) return null;
  const isWord = (index: number) => words[index]?.kind === "word";
  let from = Math.max(first, first + best - Math.floor(tapCount / 2));
  let to = Math.min(end - 1, first + best + Math.floor(tapCount / 2));
  while (from < to && !isWord(from)) from += 1;
  while (to > from && !isWord(to)) to -= 1;
  if (!isWord(from)) return null;
  let negated = false;
  for (let index = from; index <= to; index++) if ((words[index]?.role.negates ?? 0) > 0) negated = true;
  return { first: from, last: to, weight: sums[best] ?? 0, negated };
}

/**
 * Returns the opinions that decide the judgment of a clause: the opinions of the lexicon in their context, or, if there
 * are none, the words with the strongest effect on the label.
 *
 * @param sign The label of the sentence: 1 for positive, −1 for negative, 0 for neutral.
 */
export function decisiveOpinions(
  clause: Clause,
  words: readonly Word[],
  network: Network,
  sign: number,
): Opinion[] {
  if (clause.opinions.length > 0 || sign === 0) return clause.opinions;
  const strongest = strongestWords(clause, words, network, sign);
  return strongest ? [strongest] : [];
}

/** Returns whether an opinion is strong enough for evidence. */
export function isTelling({ weight }: Opinion): boolean {
  return Math.abs(weight) >= minWeight;
}

/** Returns the strongest opinions with their words, in the order of the text. */
export function findEvidence(source: WordedText, opinions: readonly Opinion[]): Evidence[] {
  const telling = opinions.filter(isTelling);
  const strongest =
    telling.length <= maxEvidence
      ? telling
      : telling.toSorted((a, b) => Math.abs(b.weight) - Math.abs(a.weight)).slice(0, maxEvidence);
  return strongest.toSorted((a, b) => a.first - b.first).map((opinion) => describe(source, opinion));
}
