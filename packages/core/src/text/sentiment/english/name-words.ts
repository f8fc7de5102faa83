import { once } from "../../network/once.ts";
import type { Token } from "../../segment/tokenize.ts";
import { wordFact } from "../../segment/word-types.ts";
import type { Span } from "../../span.ts";
import type { Word } from "./words.ts";

const set = (words: string) => new Set(words.split(" "));

const titles = set(
  "mr mrs ms miss dr prof sir lady lord captain president senator saint st mr. mrs. ms. dr. prof. st. sen. rep. gen. capt.",
);
const connectors = set("of the and de du la le von van & for del da di 's");
/** Verbs after a name that begins a sentence. */
const predicates = set(
  "is was has had said says works worked lives lived won will plays played wrote became joined founded announced reported moved studied married died leads directed makes built sells owns opened offers",
);
/** Adjectives that praise or blame even if a writer capitalizes them. */
const evaluations = set(
  "best worst great good excellent terrible poor bad awesome amazing horrible awful fantastic wonderful perfect superb lovely nice beautiful disappointing rude love hate",
);
/** Words before an evaluation that is no name: "the Best Pizza", but "at Best Buy". */
const determiners = set("the a an this that my our your very so is was are were such really most it its");
/** The minimum share of words in lower case, without the first word, in a sentence whose capitals mark names. */
const minLowerShare = 0.3;

/** The case of the first letter of a word: 1 for upper, −1 for lower, otherwise 0. */
const firstCase = wordFact(({ text, kind }) => {
  if (kind !== "word") return 0;
  return /^\p{Lu}/u.test(text) ? 1 : /^\p{Ll}/u.test(text) ? -1 : 0;
});

const isCapitalized = (token: Token | undefined) => token !== undefined && firstCase(token.type) === 1;

/** Returns whether the capitals of a sentence mark names. In a headline or a shout they do not. */
function marksNames(tokens: readonly Token[], { start, end }: Span): boolean {
  let [lower, all] = [0, 0];
  for (let index = start + 1; index < end; index++) {
    const token = tokens[index];
    if (token?.kind !== "word" || token.isClitic) continue;
    all += 1;
    if (firstCase(token.type) === -1) lower += 1;
  }
  return lower > 0 && lower >= minLowerShare * all;
}

/** Negations that writers stress with capitals: "Do NOT buy this". */
const stressed: ReadonlySet<string> = new Set(["not", "never", "nothing", "nobody"]);

/** Returns the end (exclusive) of the run of capitalized words at an index, with the connectors within it. */
function runEnd(words: readonly Word[], tokens: readonly Token[], from: number, limit: number): number {
  let end = from;
  for (let index = from; index < limit; index++) {
    if (stressed.has(words[index]?.form ?? "")) break;
    if (isCapitalized(tokens[index])) end = index + 1;
    else if (!connectors.has(tokens[index]?.text ?? "")) break;
  }
  return end;
}

function countCapitalized(tokens: readonly Token[], from: number, to: number): number {
  let count = 0;
  for (let index = from; index < to; index++) if (isCapitalized(tokens[index])) count += 1;
  return count;
}

/**
 * Puts one name in place of the words of all names of a sentence: a title with the words after it, and runs of
 * capitalized words. Only names with a word of praise or blame matter, because the model sees names alike.
 */
export function replaceNames(words: Word[], tokens: readonly Token[], range: Span, name: Word): void {
  const { start, end } = range;
  const form = (index: number) => words[index]?.form ?? "";
  const isMarked = once(() => marksNames(tokens, range));
  for (let index = start; index < end; index++) {
    if (!isCapitalized(tokens[index])) continue;
    const last = runEnd(words, tokens, index, end);
    const hasTitle = titles.has(form(index)) || titles.has(form(index - 1));
    const isLong = countCapitalized(tokens, index, last) >= 2;
    const evaluates = evaluations.has(form(index)) && (index === start || determiners.has(form(index - 1)));
    const opens = index === start && !predicates.has(form(last));
    const from = opens ? index + 1 : index;
    const isName = hasTitle || (isLong && !evaluates && isMarked());
    if (isName) for (let at = from; at < last; at++) if (words[at]?.kind === "word") words[at] = name;
    index = Math.max(index, last - 1);
  }
}
