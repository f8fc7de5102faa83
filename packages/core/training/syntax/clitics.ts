import { readLines } from "../shared-data.ts";
import type { TreebankLine } from "./treebank.ts";

/** A word must be written without a space this often to be a clitic. */
const minCount = 3;
const proclitic = /^\p{L}+['’-]$/u;
const enclitic = /^['’-]\p{L}+$/u;
const letter = /\p{L}/u;

/** Returns the forms that occur often enough, in order. */
function frequent(counts: ReadonlyMap<string, number>): string[] {
  return [...counts]
    .filter(([, count]) => count >= minCount)
    .map(([form]) => form)
    .toSorted();
}

/**
 * Returns the words of a treebank that are written without a space before the next or after the last word and have an
 * apostrophe or a hyphen there, as `l'` of French and `-l` of Romanian.
 */
export function findClitics(language: string): { proclitics: string[]; enclitics: string[] } {
  const before = new Map<string, number>();
  const after = new Map<string, number>();
  const count = (counts: Map<string, number>, form: string) => counts.set(form, (counts.get(form) ?? 0) + 1);
  for (const { text, tokens } of readLines<TreebankLine>(`train/pos-${language}`))
    for (const [start, end] of tokens) {
      const form = text.slice(start, end).toLowerCase().replaceAll("’", "'");
      // Some treebanks write a space after an apostrophe.
      if (proclitic.test(form) && (form.endsWith("'") || letter.test(text.charAt(end)))) count(before, form);
      if (enclitic.test(form) && letter.test(text.charAt(start - 1))) count(after, form);
    }
  return { proclitics: frequent(before), enclitics: frequent(after) };
}
