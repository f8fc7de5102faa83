import type { Token } from "../segment/tokenize.ts";
import { typeAt } from "../segment/word-types.ts";
import type { SyntaxModel } from "./model.ts";

/** The longest clitic has this many units, with its apostrophe or hyphen. */
const maxCliticLength = 12;
/** No word has more clitics, so a long chain of them stays one token. */
const maxClitics = 3;

function isJoint(unit: string): boolean {
  return unit === "'" || unit === "’" || unit === "-";
}

const toForm = (word: string) => word.toLowerCase().replace("’", "'");

/** Returns the length of the proclitic at the beginning of a word, or 0. */
function procliticLength(word: string, proclitics: ReadonlySet<string>): number {
  for (let index = 1; index < Math.min(word.length - 1, maxCliticLength); index++)
    if (isJoint(word.charAt(index))) return proclitics.has(toForm(word.slice(0, index + 1))) ? index + 1 : 0;
  return 0;
}

/** Returns the length of the enclitic at the end of a word, or 0. */
function encliticLength(word: string, enclitics: ReadonlySet<string>): number {
  for (let index = word.length - 2; index > Math.max(0, word.length - maxCliticLength); index--)
    if (isJoint(word.charAt(index)))
      return enclitics.has(toForm(word.slice(index))) ? word.length - index : 0;
  return 0;
}

/** Returns the indices at which a word splits, in order. */
function findSplits(word: string, { proclitics, enclitics }: SyntaxModel): number[] {
  const first: number[] = [];
  let start = 0;
  while (first.length < maxClitics) {
    const length = procliticLength(word.slice(start, start + maxCliticLength + 2), proclitics);
    if (length === 0) break;
    start += length;
    first.push(start);
  }
  const last: number[] = [];
  let end = word.length;
  while (last.length < maxClitics) {
    const length = encliticLength(word.slice(start, end), enclitics);
    if (length === 0) break;
    end -= length;
    last.unshift(end);
  }
  return [...first, ...last];
}

/** Returns the tokens with the clitics of the language split from their words: `l'école`, `să-l`. */
export function splitClitics(tokens: readonly Token[], model: SyntaxModel): readonly Token[] {
  if (model.proclitics.size + model.enclitics.size === 0) return tokens;
  return tokens.flatMap((token) => {
    const { kind, text, start } = token;
    if (kind !== "word") return [token];
    const splits = findSplits(text, model);
    if (splits.length === 0) return [token];
    return [0, ...splits].map((from, index): Token => {
      const type = typeAt(text, from, splits[index] ?? text.length, "word");
      return { ...token, text: type.text, start: start + from, end: start + from + type.text.length, type };
    });
  });
}
