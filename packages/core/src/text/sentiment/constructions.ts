/**
 * Constructions of a language whose words together say something other than one by one: "no longer crashes", "nothing
 * beats it". A pattern is a list of elements between blanks:
 *
 * - `word` or `one/other` matches one of the words, `@name` a word of the class of that name, and `start*` every word
 *   that begins with it, except as the first element;
 * - `{+}` matches a word of praise, `{-}` a word of blame;
 * - a `?` after an element makes it optional;
 * - `..3` matches up to three words of the same clause that do not negate;
 * - `^` and `$` match the start and the end of a clause, `>>` all words up to the end of the clause.
 */
export interface ConstructionTable {
  classes: Readonly<Record<string, string>>;
  constructions: readonly ConstructionGroup[];
}

/**
 * Patterns, separated by `|`, with the weight of the opinion that they express. The weight 0 says that they express none,
 * and `null` that their words have no meaning of their own, so that the rest of the sentence decides.
 */
interface ConstructionGroup {
  weight: number | null;
  patterns: string;
}

/** A construction in a sentence. Indices are word indices, both inclusive. */
export interface FoundConstruction {
  first: number;
  last: number;
  weight: number | null;
  /** Whether a word of it negates. */
  isNegated: boolean;
}

/** The words of a sentence as constructions see them. `end` is exclusive. */
export interface SentenceWords {
  start: number;
  end: number;
  form: (index: number) => string;
  /** Returns the constructions that may begin with the word. */
  candidates: (index: number) => readonly Construction[];
  /** Returns a positive number for praise, a negative one for blame, otherwise 0. */
  polarity: (index: number) => number;
  negates: (index: number) => boolean;
  endsClause: (index: number) => boolean;
}

type Element = { optional: boolean } & (
  | { kind: "word"; words: ReadonlySet<string>; starts: readonly string[] }
  | { kind: "praise" | "blame" | "start" | "end" | "rest" }
  | { kind: "gap"; most: number }
);

/** A compiled construction. */
export interface Construction {
  elements: readonly Element[];
  weight: number | null;
}

/** The constructions of a language, by the word or the polarity that begins them. */
export interface Constructions {
  byWord: ReadonlyMap<string, readonly Construction[]>;
  byPraise: readonly Construction[];
  byBlame: readonly Construction[];
}

const kinds: Readonly<Record<string, "praise" | "blame" | "start" | "end" | "rest">> = {
  "{+}": "praise",
  "{-}": "blame",
  "^": "start",
  $: "end",
  ">>": "rest",
};

function readElement(
  source: string,
  classes: ReadonlyMap<string, readonly string[]>,
  fold: (word: string) => string,
): Element {
  const optional = source.endsWith("?");
  const body = optional ? source.slice(0, -1) : source;
  const kind = kinds[body];
  if (kind) return { kind, optional };
  if (body.startsWith("..")) return { kind: "gap", most: Number(body.slice(2)), optional };
  const words = body
    .split("/")
    .flatMap((word) => (word.startsWith("@") ? classes.get(word) : [fold(word)]) ?? []);
  const starts = words.filter((word) => word.endsWith("*")).map((word) => word.slice(0, -1));
  return { kind: "word", words: new Set(words), starts, optional };
}

/**
 * Compiles the constructions of a language.
 *
 * @param fold Returns a word of a pattern in the form that {@link SentenceWords} has.
 */
export function compileConstructions(
  { classes, constructions }: ConstructionTable,
  fold: (word: string) => string = (word) => word,
): Constructions {
  const lists = new Map(
    Object.entries(classes).map(
      ([name, words]) => [`@${name}`, words.split(/\s+/).filter(Boolean).map(fold)] as const,
    ),
  );
  const byWord = new Map<string, Construction[]>();
  const byPraise: Construction[] = [];
  const byBlame: Construction[] = [];
  for (const { weight, patterns } of constructions)
    for (const pattern of patterns.split("|")) {
      const elements = pattern
        .split(/\s+/)
        .filter(Boolean)
        .map((source) => readElement(source, lists, fold));
      const construction = { elements, weight };
      const opener = elements.find(({ kind }) => kind !== "start");
      if (opener?.kind === "praise") byPraise.push(construction);
      else if (opener?.kind === "blame") byBlame.push(construction);
      else if (opener?.kind === "word")
        for (const word of opener.words) {
          const known = byWord.get(word);
          if (known) known.push(construction);
          else byWord.set(word, [construction]);
        }
    }
  return { byWord, byPraise, byBlame };
}

function restEnd({ end, endsClause }: SentenceWords, from: number): number {
  let index = from;
  while (index < end && !endsClause(index)) index++;
  return index;
}

/** Returns whether one element matches the word at an index. */
function matchesWord(element: Element, words: SentenceWords, index: number): boolean {
  if (index >= words.end) return false;
  if (element.kind === "word") {
    const form = words.form(index);
    return element.words.has(form) || element.starts.some((start) => form.startsWith(start));
  }
  if (element.kind === "praise") return words.polarity(index) > 0;
  return element.kind === "blame" && words.polarity(index) < 0;
}

/**
 * Returns the end (exclusive) of the shortest match of the elements from `at` on, at an index; −1 if they do not match.
 * Gaps are few and short, so the time is bounded by a constant.
 */
function matchElements(
  elements: readonly Element[],
  at: number,
  words: SentenceWords,
  index: number,
): number {
  const element = elements[at];
  if (!element) return index;
  const { start, end, endsClause, negates } = words;
  if (element.kind === "start")
    return index === start || endsClause(index - 1) ? matchElements(elements, at + 1, words, index) : -1;
  if (element.kind === "end")
    return index >= end || endsClause(index) ? matchElements(elements, at + 1, words, index) : -1;
  if (element.kind === "rest") return matchElements(elements, at + 1, words, restEnd(words, index));
  if (element.kind === "gap") {
    for (let next = index; next <= index + element.most; next++) {
      const found = matchElements(elements, at + 1, words, next);
      if (found >= 0) return found;
      if (next >= end || endsClause(next) || negates(next)) return -1;
    }
    return -1;
  }
  const found = matchesWord(element, words, index) ? matchElements(elements, at + 1, words, index + 1) : -1;
  return found < 0 && element.optional ? matchElements(elements, at + 1, words, index) : found;
}

const none: readonly Construction[] = [];

/** Returns the constructions that may begin with a word of a form and a polarity. */
export function candidatesFrom(
  { byWord, byPraise, byBlame }: Constructions,
  form: string,
  polarity: number,
): readonly Construction[] {
  const named = byWord.get(form) ?? none;
  const polar = polarity > 0 ? byPraise : polarity < 0 ? byBlame : none;
  if (polar.length === 0) return named;
  return named.length === 0 ? polar : [...named, ...polar];
}

/** Returns the constructions of a sentence from left to right, without overlap; the longest of those at one word. */
export function findConstructions(words: SentenceWords): FoundConstruction[] {
  const found: FoundConstruction[] = [];
  for (let index = words.start; index < words.end; index++) {
    let best: FoundConstruction | undefined;
    for (const { elements, weight } of words.candidates(index)) {
      const last = matchElements(elements, 0, words, index) - 1;
      if (last >= index && last > (best?.last ?? -1)) best = { first: index, last, weight, isNegated: false };
    }
    if (!best) continue;
    for (let at = best.first; at <= best.last; at++) best.isNegated ||= words.negates(at);
    found.push(best);
    index = best.last;
  }
  return found;
}
