import { tokenize } from "../../src/text/segment/tokenize.ts";
import { caseHabits } from "../../src/text/mentions/names/lexicon.ts";
import { readLines, trainingSets } from "../shared-data.ts";

interface Counts {
  lower: number;
  capital: number;
}

const isLower = (word: string) => /^\p{Ll}/u.test(word);
const isCapital = (word: string) => /^\p{Lu}/u.test(word);

/** The share of capitalized words above which a text says nothing about the case of its words. */
const maxCapitals = 0.4;

function countCases(): Map<string, Counts> {
  const counts = new Map<string, Counts>();
  for (const name of trainingSets)
    for (const { text } of readLines<{ text: string }>(name)) {
      const tokens = tokenize(text, "en", []).filter(({ kind }) => kind === "word" || kind === "sign");
      const words = tokens.filter(({ kind }) => kind === "word");
      const capitals = words.filter(({ text: word }) => isCapital(word)).length;
      if (words.length < 4 || capitals === 0 || capitals > maxCapitals * words.length) continue;
      for (const [index, { text: word, kind }] of tokens.entries()) {
        const before = tokens[index - 1];
        // After a period or a quotation mark, a capital may mark the start of a sentence.
        if (kind !== "word" || !before || !(before.kind === "word" || before.text === ",")) continue;
        const folded = word.toLowerCase();
        const count = counts.get(folded) ?? { lower: 0, capital: 0 };
        if (isLower(word)) count.lower += 1;
        else if (isCapital(word)) count.capital += 1;
        counts.set(folded, count);
      }
    }
  return counts;
}

function chooseHabit({ lower, capital }: Counts): (typeof caseHabits)[number] {
  const total = lower + capital;
  if (total < 3) return "unknown";
  const share = capital / total;
  if (share <= 0.03) return "lower";
  if (share < 0.5) return "mostly lower";
  return share < 0.95 ? "mostly capital" : "capital";
}

/**
 * Returns how the training texts write each word within sentences, as an index into {@link caseHabits}. The keys are in
 * lower case.
 */
export function readCaseHabits(): Map<string, number> {
  return new Map([...countCases()].map(([word, counts]) => [word, caseHabits.indexOf(chooseHabit(counts))]));
}
