import type { Part } from "./record.ts";
import type { Reading } from "./reading.ts";
import { round } from "./round.ts";
import type { Span } from "./span.ts";

/** Earlier sentences say more of what a text is about: the first counts this much more than the last. */
const leadBonus = 0.3;
/** A sentence of fewer words is a heading or an exclamation; it cannot stand for the text unless all are such. */
const fewestWords = 4;

interface Candidate extends Span {
  words: string[];
  score: number;
}

function candidatesOf({ text, segmented }: Reading): Candidate[] {
  const { sentences, words } = segmented();
  let next = 0;
  return sentences.map((sentence) => {
    const candidate: Candidate = { ...sentence, words: [], score: 0 };
    for (let word = words[next]; word && word.start < sentence.end; word = words[++next])
      candidate.words.push(text.slice(word.start, word.end).toLowerCase());
    return candidate;
  });
}

/** The first of each set of candidates that say the same, word for word. */
function distinct(candidates: readonly Candidate[]): Candidate[] {
  const firsts = new Map<string, Candidate>();
  for (const candidate of candidates) {
    const wording = candidate.words.join(" ");
    if (!firsts.has(wording)) firsts.set(wording, candidate);
  }
  return [...firsts.values()];
}

/**
 * The sentences that share most words with the rest of the text: the mean frequency of their words other than
 * stopwords (SumBasic; Nenkova, Vanderwende 2005), with a bonus for standing early. One sentence in ten, at least one
 * and at most five, none twice, in the order of the text; scores are relative to the best.
 */
export async function summarize(reading: Reading): Promise<Part<"summary">> {
  const stopwords = await reading.stopwords();
  const candidates = candidatesOf(reading);
  const counts = new Map<string, number>();
  for (const { words } of candidates)
    for (const word of words) if (!stopwords.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1);

  for (const [index, candidate] of candidates.entries()) {
    const content = candidate.words.filter((word) => counts.has(word));
    const sum = content.reduce((total, word) => total + Math.log1p(counts.get(word) ?? 0), 0);
    // The root keeps very short sentences from winning by one frequent word.
    const density = sum / Math.sqrt(Math.max(1, candidate.words.length));
    const brevity = candidate.words.length < fewestWords ? 0.1 : 1;
    candidate.score = density * brevity * (1 + leadBonus * (1 - index / candidates.length));
  }
  const length = Math.max(1, Math.min(5, Math.ceil(candidates.length / 10)));
  const best = distinct(candidates.toSorted((a, b) => b.score - a.score || a.start - b.start)).slice(
    0,
    length,
  );
  const top = best[0]?.score || 1;
  return {
    sentences: best
      .toSorted((a, b) => a.start - b.start)
      .map(({ start, end, score }) => ({
        text: reading.text.slice(start, end),
        start,
        end,
        score: round(score / top),
      })),
  };
}
