import { factOf, type WordType } from "./english/word-types.ts";
import type { Part } from "./record.ts";
import type { Reading } from "./reading.ts";
import { round } from "./round.ts";
import type { Span } from "./span.ts";

/** Earlier sentences say more of what a text is about: the first counts this much more than the last. */
const leadBonus = 0.3;
/** A sentence of fewer words is a heading or an exclamation; it cannot stand for the text unless all are such. */
const fewestWords = 4;
const brevityWeight = 0.1;
/** So little counts what ends without a mark, as headings, captions and signatures do. */
const openEndWeight = 0.5;
/** A question says what the text answers, not the answer. */
const questionWeight = 0.7;
/** What a sentence of the summary has said, the next need not say again: its words count this much from then on. */
const repetition = 0.3;

const mostSentences = 5;
const endMark = /[\p{Po}\p{Pf}\p{Pe}"]/u;
const questionMark = /[?？؟]/;

interface Candidate extends Span {
  /** Its words, as indices in the text's vocabulary. */
  words: number[];
  /** How far its form and place make it fit to stand for the text. */
  fitness: number;
  /** How much it says that the sentences chosen before it have not said. */
  score: number;
}

/** The words of a text, regardless of case. */
interface Vocabulary {
  words: { count: number; isStopword: boolean }[];
  indexOf: (type: WordType) => number;
}

const lowerCaseOf = factOf(({ text }) => text.toLowerCase());

function createVocabulary(stopwords: ReadonlySet<string>): Vocabulary {
  const words: Vocabulary["words"] = [];
  const indices = new Map<string, number>();
  const indexOf = (type: WordType): number => {
    const word = lowerCaseOf(type);
    const known = indices.get(word);
    if (known !== undefined) return known;
    const index = words.push({ count: 0, isStopword: stopwords.has(word) }) - 1;
    indices.set(word, index);
    return index;
  };
  return { words, indexOf };
}

function fitnessOf(text: string, { start, end }: Span, wordCount: number, place: number): number {
  // The mark may stand within the quotation that it ends.
  const isQuestion = questionMark.test(text.slice(Math.max(start, end - 2), end));
  return (
    (1 + leadBonus * (1 - place)) *
    (wordCount < fewestWords ? brevityWeight : 1) *
    (endMark.test(text.charAt(end - 1)) ? 1 : openEndWeight) *
    (isQuestion ? questionWeight : 1)
  );
}

function candidatesOf({ text, segmented, wordTypes }: Reading, vocabulary: Vocabulary): Candidate[] {
  const { sentences, words } = segmented();
  const types = wordTypes();
  let next = 0;
  return sentences.map(({ start, end }, index) => {
    const indices: number[] = [];
    for (; (words[next]?.start ?? Infinity) < end; next++) {
      const type = types[next];
      if (!type) break;
      const position = vocabulary.indexOf(type);
      const entry = vocabulary.words[position];
      if (entry) entry.count += 1;
      indices.push(position);
    }
    const fitness = fitnessOf(text, { start, end }, indices.length, index / sentences.length);
    return { start, end, words: indices, fitness, score: 0 };
  });
}

function isSame(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((word, index) => word === other[index]);
}

/** The candidate with the highest score, the first of equal ones. */
function bestOf(candidates: readonly Candidate[]): Candidate | undefined {
  let [best] = candidates;
  for (const candidate of candidates) if (best && candidate.score > best.score) best = candidate;
  return best;
}

/**
 * The sentences that share most words with the rest of the text: the mean frequency of their words other than
 * stopwords, less for words that the summary holds already (SumBasic; Nenkova, Vanderwende 2005), with a bonus for
 * standing early. One sentence in ten, at least one and at most five, none twice, in the order of the text; scores are
 * relative to the best.
 */
export async function summarize(reading: Reading): Promise<Part<"summary">> {
  const vocabulary = createVocabulary(await reading.stopwords());
  const candidates = candidatesOf(reading, vocabulary);
  const values = vocabulary.words.map(({ count, isStopword }) => (isStopword ? 0 : Math.log1p(count)));
  const scoreOf = ({ words, fitness }: Candidate) => {
    const sum = words.reduce((total, word) => total + (values[word] ?? 0), 0);
    // The root keeps very short sentences from winning by one frequent word.
    return (fitness * sum) / Math.sqrt(Math.max(1, words.length));
  };

  const length = Math.max(1, Math.min(mostSentences, Math.ceil(candidates.length / 10)));
  const chosen: Candidate[] = [];
  let remaining = candidates;
  for (;;) {
    for (const candidate of remaining) candidate.score = scoreOf(candidate);
    const best = bestOf(remaining);
    if (!best) break;
    chosen.push(best);
    if (chosen.length === length) break;
    for (const word of new Set(best.words)) values[word] = repetition * (values[word] ?? 0);
    remaining = remaining.filter(({ words }) => !isSame(words, best.words));
  }
  const top = chosen[0]?.score || 1;
  return {
    sentences: chosen
      .toSorted((a, b) => a.start - b.start)
      .map(({ start, end, score }) => ({
        text: reading.text.slice(start, end),
        start,
        end,
        score: round(score / top),
      })),
  };
}
