import type { Token } from "../../english/tokenize.ts";
import type { Part } from "../../record.ts";
import { round } from "../../round.ts";
import type { Clause } from "./judge.ts";
import { type Network, tapCount } from "./network.ts";
import type { Opinion } from "./opinions.ts";
import type { Word } from "./words.ts";

type Evidence = Part<"sentiment">["evidence"][number];

/** Grades go to 4. */
const scale = 4;
/** Weaker ones say nothing. */
const leastWeight = 0.05;
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
  for (const [filter, place] of pooled.places.entries())
    if (place >= 0)
      sums[place - first] =
        (sums[place - first] ?? 0) + (polarity[filter] ?? 0) * (pooled.values[filter] ?? 0);
  let best = -1;
  for (const [index, sum] of sums.entries()) if (sum * sign > (sums[best] ?? 0) * sign) best = index;
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
 * The words and phrases that carry a judgement, in the order of the text: the opinions of the lexicon as their context
 * turns them, and for a clause without any the words that its label rests on.
 *
 * @param signOf 1 for a clause that is judged positive, −1 for negative, 0 for neutral.
 */
export function findEvidence(
  source: WordedText,
  clauses: readonly Clause[],
  network: Network,
  signOf: (clause: Clause) => number,
): Evidence[] {
  const opinions = clauses.flatMap((clause) => {
    if (clause.opinions.length > 0) return clause.opinions;
    const sign = signOf(clause);
    const strongest = sign === 0 ? null : strongestWords(clause, source.words, network, sign);
    return strongest ? [strongest] : [];
  });
  const evidence = opinions
    .map((opinion) => describe(source, opinion))
    .filter(({ weight }) => Math.abs(weight) >= leastWeight);
  if (evidence.length <= mostEvidence) return evidence;
  return evidence
    .toSorted((a, b) => Math.abs(b.weight) - Math.abs(a.weight))
    .slice(0, mostEvidence)
    .toSorted((a, b) => a.start - b.start);
}
