import { isBegin, nameTypes, outside, tagCount, typeIndex } from "../../src/text/mentions/names/tags.ts";
import type { Random } from "../random.ts";
import type { LabelledSentence, LabelledWord } from "./sentences.ts";

/** Returns the only allowed tag of a word, or −1 if several are allowed. */
function onlyTag({ allowed }: LabelledWord): number {
  for (let tag = 0; tag < tagCount; tag++) if (allowed === 1 << tag) return tag;
  return -1;
}

/** Yields the word range and the type of each name of a sentence. */
function* namesIn(sentence: LabelledSentence): Generator<{ first: number; end: number; type: number }> {
  for (let first = 0; first < sentence.length; first++) {
    const word = sentence[first];
    const tag = word ? onlyTag(word) : -1;
    if (tag <= outside || !isBegin(tag)) continue;
    let end = first + 1;
    for (let next = sentence[end]; next && onlyTag(next) === tag + 1; next = sentence[end]) end += 1;
    yield { first, end, type: typeIndex(tag) };
    first = end - 1;
  }
}

const caseChanges: readonly { share: number; change: (word: string) => string }[] = [
  { share: 0.05, change: (word) => word.toUpperCase() },
  { share: 0.05, change: (word) => word.toLowerCase() },
  { share: 0.03, change: (word) => word.replace(/^\p{Ll}(?=\p{L}{2})/u, (letter) => letter.toUpperCase()) },
];

/** The share of names that are replaced with another name. */
const replaced = 0.15;

/**
 * Returns a function that randomly changes a sentence: its case, or a name for another of the same type. It does not
 * modify its argument.
 */
export function augment(
  sentences: readonly LabelledSentence[],
  random: Random,
): (sentence: LabelledSentence) => LabelledSentence {
  const names: LabelledSentence[][] = nameTypes.map(() => []);
  for (const sentence of sentences)
    for (const { first, end, type } of namesIn(sentence)) names[type]?.push(sentence.slice(first, end));

  const replaceNames = (sentence: LabelledSentence): LabelledSentence => {
    const result: LabelledSentence = [];
    let from = 0;
    for (const { first, end, type } of namesIn(sentence)) {
      if (random.next() >= replaced) continue;
      const others = names[type] ?? [];
      const other = others[random.below(others.length)] ?? [];
      result.push(...sentence.slice(from, first), ...other);
      from = end;
    }
    return from === 0 ? sentence : [...result, ...sentence.slice(from)];
  };
  return (sentence) => {
    const changed = replaceNames(sentence);
    let chance = random.next();
    for (const { share, change } of caseChanges) {
      if (chance < share) return changed.map((word) => ({ ...word, text: change(word.text) }));
      chance -= share;
    }
    return changed;
  };
}
