import type { Lexicon, WordSense } from "./lexicon.ts";
import type { Token, TokenizedSentence } from "./tokens.ts";

/** A word, phrase or symbol with a weight. `first` and `last` are token indices, both inclusive. */
export interface Opinion {
  first: number;
  last: number;
  weight: number;
  /** The index of the token that negates it; undefined if none does. */
  negator: number | undefined;
}

/**
 * The maximum distance, in words, between a negator and an opinion. It reaches blame only nearby: "no problem", "not
 * that bad".
 */
const scopeOfPraise = 4;
const scopeOfBlame = 2;
const scopeBehind = 3;
/** "Not good" is bad; "not bad" is less than good. */
const negatedPraise = -0.7;
const negatedBlame = -0.5;
/** In "good, but the ending ruined it" the part after the conjunction counts more. */
const beforeContrast = 0.5;
const afterContrast = 1.4;
const elongated = 1.25;
const shouted = 1.2;
const minShoutLength = 3;
const exclaimed = 0.1;
const maxExclamations = 3;
/** Scales the weights of a lexicon, up to 3, to those of evidence, up to 1. */
const unit = 1 / 3;

function matchPhrase(
  tokens: readonly Token[],
  index: number,
  { phrases }: WordSense,
): { last: number; weight: number } | undefined {
  const phrase = phrases.find(({ rest }) =>
    rest.every((word, offset) => tokens[index + 1 + offset]?.sense?.folded === word),
  );
  return phrase && { last: index + phrase.rest.length, weight: phrase.weight };
}

/** Returns the words, phrases and symbols that have a weight, from left to right, without overlap. */
function findEntries(tokens: readonly Token[]): Opinion[] {
  const entries: Opinion[] = [];
  for (let index = 0; index < tokens.length; index++) {
    const { sense, symbol } = tokens[index] ?? {};
    const phrase = sense && sense.phrases.length > 0 ? matchPhrase(tokens, index, sense) : undefined;
    const weight = phrase?.weight ?? symbol ?? sense?.weight ?? 0;
    const last = phrase?.last ?? index;
    if (weight !== 0) entries.push({ first: index, last, weight, negator: undefined });
    index = last;
  }
  return entries;
}

function negatorBefore(tokens: readonly Token[], first: number, scope: number): number | undefined {
  for (let index = first - 1; index >= first - scope; index--) {
    const sense = tokens[index]?.sense;
    if (!sense || sense.isContrast) return undefined;
    if (sense.isNegator) return index;
  }
  return undefined;
}

/**
 * Returns the index of a negator that follows praise and has nothing else to negate, otherwise undefined. Blame stays
 * blame (*leider nicht*), so {@link findOpinions} calls this only for praise.
 */
function negatorBehind(tokens: readonly Token[], last: number, next: number): number | undefined {
  for (let index = last + 1; index <= last + scopeBehind && index < next; index++) {
    const sense = tokens[index]?.sense;
    if (!sense || sense.isContrast) return undefined;
    if (sense.isNegator) return next - index > scopeOfPraise ? index : undefined;
  }
  return undefined;
}

function measureEmphasis(text: string, token: Token | undefined, hasLowerCase: boolean): number {
  if (!token?.sense) return 1;
  const { start, end, sense } = token;
  const word = hasLowerCase && end - start >= minShoutLength ? text.slice(start, end) : "";
  const isShouted = word !== "" && word === word.toUpperCase();
  return (sense.isElongated ? elongated : 1) * (isShouted ? shouted : 1);
}

/** Returns the opinions of a sentence, each weighted by the words around it. */
export function findOpinions(text: string, sentence: TokenizedSentence, lexicon: Lexicon): Opinion[] {
  const { tokens, exclamations, hasLowerCase } = sentence;
  const entries = findEntries(tokens);
  const contrast = tokens.findLastIndex(({ sense }, index) => index > 0 && sense?.isContrast === true);
  const volume = 1 + exclaimed * Math.min(exclamations, maxExclamations);
  return entries.map(({ first, last, weight }, position) => {
    const isWord = tokens[first]?.sense !== undefined;
    const next = entries[position + 1]?.first ?? Infinity;
    const negator = isWord
      ? (negatorBefore(tokens, first, weight > 0 ? scopeOfPraise : scopeOfBlame) ??
        (lexicon.negatesBackwards && weight > 0 ? negatorBehind(tokens, last, next) : undefined))
      : undefined;
    const degree = isWord ? (tokens[first - 1]?.sense?.degree ?? 1) : 1;
    const side = contrast < 0 ? 1 : first < contrast ? beforeContrast : afterContrast;
    const polarity = negator === undefined ? 1 : weight > 0 ? negatedPraise : negatedBlame;
    return {
      first,
      last,
      weight:
        unit *
        weight *
        degree *
        side *
        polarity *
        volume *
        measureEmphasis(text, tokens[first], hasLowerCase),
      negator,
    };
  });
}
