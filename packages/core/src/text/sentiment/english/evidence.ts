import type { Token } from "../../english/tokenize.ts";
import type { Part } from "../../record.ts";
import { round } from "../../round.ts";
import type { Clause } from "./clause.ts";
import { type Network, tapCount } from "./network.ts";
import type { Opinion } from "./opinions.ts";
import type { Word } from "./words.ts";

type Evidence = Part<"sentiment">["evidence"][number];

/** Grades go to 4. */
const scale = 4;
/** Weaker ones say nothing. */
const leastWeight = 0.2;
/** A review of a megabyte has thousands. */
const mostEvidence = 50;

/** A text in its words. */
export interface WordedText {
  text: string;
  tokens: readonly Token[];
  words: readonly Word[];
}

/** The span of words as a reader sees them: "isn't" is one, though it is two tokens. */
function spanOf({ text, tokens }: WordedText, first: number, last: number): { start: number; end: number } {
  let [from, to] = [first, last];
  const isWord = (index: number) => tokens[index]?.kind === "word";
  const touchesNext = (index: number) =>
    isWord(index) && isWord(index + 1) && tokens[index]?.end === tokens[index + 1]?.start;
  if (from > 0 && touchesNext(from - 1)) from -= 1;
  if (touchesNext(to)) to += 1;
  return { start: tokens[from]?.start ?? 0, end: tokens[to]?.end ?? text.length };
}

function describe(source: WordedText, opinion: Opinion): Evidence {
  const { start, end } = spanOf(source, opinion.first, opinion.last);
  return {
    text: source.text.slice(start, end),
    start,
    end,
    weight: round(Math.tanh(opinion.weight / scale)),
    negated: opinion.negated,
  };
}

/**
 * The three words that spoke most for the label where the lexicon knows none of a clause: what the filters answered to
 * them, by what that adds to positive against negative.
 */
function strongestWords(
  { pooled, first, end }: Clause,
  words: readonly Word[],
  { polarity }: Network,
  sign: number,
): Opinion | null {
  const sums = new Float32Array(end - first);
  for (let filter = 0; filter < polarity.length; filter++) {
    const place = pooled.places[filter] ?? -1;
    if (place >= 0)
      sums[place - first] =
        (sums[place - first] ?? 0) + (polarity[filter] ?? 0) * (pooled.values[filter] ?? 0);
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
 * What carries the judgement of a clause: the opinions of the lexicon as their context turns them, and where it has none
 * the words that the label rests on.
 *
 * @param sign 1 for a sentence that is judged positive, −1 for negative, 0 for neutral.
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

/** The strongest of the opinions with the words that they stand in, in the order of the text. */
export function findEvidence(source: WordedText, opinions: readonly Opinion[]): Evidence[] {
  const telling = opinions.filter(({ weight }) => Math.abs(weight) >= leastWeight);
  const strongest =
    telling.length <= mostEvidence
      ? telling
      : telling.toSorted((a, b) => Math.abs(b.weight) - Math.abs(a.weight)).slice(0, mostEvidence);
  return strongest.toSorted((a, b) => a.first - b.first).map((opinion) => describe(source, opinion));
}
