import type { Tagger } from "../../src/text/entities/names/tagger.ts";
import { outside, tagCount } from "../../src/text/entities/names/tags.ts";
import type { Random } from "../random.ts";
import { readLines } from "../shared-data.ts";
import { anyTag, labelSentences, type LabelledSentence } from "./sentences.ts";

/** From this probability on a word may be in a name. */
const leastProbability = 0.2;

/** The share of sentences without names that are kept: they are the most, and teach the least. */
const keptWithoutNames = 0.25;

/** The probabilities of the words' tags, as the taggers have them on average. */
function averageProbabilities(sentence: LabelledSentence, taggers: readonly Tagger[]): Float64Array {
  const tokens = sentence.map(({ text, kind }) => ({ text, kind, start: 0, end: 0 }));
  const probabilities = new Float64Array(sentence.length * tagCount);
  for (const tagger of taggers)
    for (const [at, probability] of tagger.probabilities(tokens).entries())
      probabilities[at] = (probabilities[at] ?? 0) + probability / taggers.length;
  return probabilities;
}

/**
 * Sentences of unlabelled texts as several taggers label them together: what one has learnt from chance the others have
 * not, and the model that learns from all of them is as small as one.
 *
 * @param sets Sets of texts with their largest number of sentences.
 */
export function labelSilver(
  sets: readonly { name: string; limit: number }[],
  taggers: readonly Tagger[],
  random: Random,
): LabelledSentence[] {
  return sets.flatMap(({ name, limit }) => {
    const found: LabelledSentence[] = [];
    for (const { text } of random.shuffle(readLines<{ text: string }>(name))) {
      if (found.length >= limit) break;
      for (const sentence of labelSentences({ text, entities: [] }, name)) {
        const probabilities = averageProbabilities(sentence, taggers);
        const rows = sentence.map((_, index) =>
          probabilities.subarray(index * tagCount, (index + 1) * tagCount),
        );
        const hasName = rows.some((row) => 1 - (row[outside] ?? 1) >= leastProbability);
        if (hasName || random.next() < keptWithoutNames)
          found.push(
            sentence.map((word, index) => ({
              ...word,
              allowed: anyTag,
              probabilities: rows[index] ?? new Float64Array(),
            })),
          );
      }
    }
    return found;
  });
}
