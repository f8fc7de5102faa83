import { type Lexicon, matchesPhraseWord, type WordSense } from "./lexicon.ts";
import type { Term, SentenceTerms } from "./terms.ts";

/** A word, phrase or symbol with a weight. `first` and `last` are term indices, both inclusive. */
export interface Opinion {
  first: number;
  last: number;
  weight: number;
  /** The index of the term that negates it; undefined if none does. */
  negator: number | undefined;
}

/**
 * The maximum distance, in words, between a negator and an opinion. It reaches blame only nearby: "no problem", "not
 * that bad".
 */
const scopeOfPraise = 4;
const scopeOfBlame = 2;
const scopeAfter = 3;
/** "Not good" is bad; "not bad" is less than good. */
const negatedPraise = -0.7;
const negatedBlame = -0.5;
/** In "good, but the ending ruined it" the part after the conjunction counts more. */
const beforeContrast = 0.5;
const afterContrast = 1.4;
/** Praise after a concession: "despite its good location". */
const conceded = 0.3;
/** Praise that a wish misses: "a better room would have been nice". */
const missed = -0.7;
/** The maximum distance, in words, between a wish and a negator that makes it none: "hätte nie gedacht". */
const denialReach = 2;
/** The maximum distance, in words, between the opener and the closer of a wish. */
const closerReach = 12;
/** The cheer of "Great, another delay". */
const ironic = -0.5;
/** The maximum number of words before the end of an ironic cheer. */
const cheerReach = 3;
const elongated = 1.25;
const shouted = 1.2;
const minShoutLength = 3;
const exclaimed = 0.1;
const maxExclamations = 3;
/** Scales the weights of a lexicon, up to 3, to those of evidence, up to 1. */
const unit = 1 / 3;

function matchPhrase(
  terms: readonly Term[],
  index: number,
  { phrases }: WordSense,
): { last: number; weight: number } | undefined {
  const phrase = phrases.find(({ rest }) =>
    rest.every((word, offset) => matchesPhraseWord(terms[index + 1 + offset]?.sense?.folded, word)),
  );
  return phrase && { last: index + phrase.rest.length, weight: phrase.weight };
}

/** Returns the words, phrases and symbols that have a weight, from left to right, without overlap. */
function findEntries(terms: readonly Term[]): Opinion[] {
  const entries: Opinion[] = [];
  for (let index = 0; index < terms.length; index++) {
    const { sense, symbol } = terms[index] ?? {};
    const phrase = sense && sense.phrases.length > 0 ? matchPhrase(terms, index, sense) : undefined;
    const weight = phrase?.weight ?? symbol ?? sense?.weight ?? 0;
    const last = phrase?.last ?? index;
    if (weight !== 0) entries.push({ first: index, last, weight, negator: undefined });
    index = last;
  }
  return entries;
}

function negatorBefore(terms: readonly Term[], first: number, scope: number): number | undefined {
  for (let index = first - 1; index >= first - scope; index--) {
    const sense = terms[index]?.sense;
    if (!sense || sense.isContrast) return undefined;
    if (sense.isNegator) return index;
  }
  return undefined;
}

/**
 * Returns the index of a negator that follows praise and has nothing else to negate, otherwise undefined. Blame stays
 * blame (*leider nicht*), so {@link findOpinions} calls this only for praise.
 */
function negatorAfter(terms: readonly Term[], last: number, next: number): number | undefined {
  for (let index = last + 1; index <= last + scopeAfter && index < next; index++) {
    const sense = terms[index]?.sense;
    if (!sense || sense.isContrast) return undefined;
    if (sense.isNegator) return next - index > scopeOfPraise ? index : undefined;
  }
  return undefined;
}

/** Returns whether the term ends a clause: a sign, or a conjunction of contrast. */
function endsClause({ sense, symbol }: Term): boolean {
  return sense ? sense.isContrast : symbol === undefined;
}

/** Returns whether a wish begins at a term. */
function isWish(terms: readonly Term[], index: number): boolean {
  const foldedAt = (at: number) => terms[at]?.sense?.folded;
  const closes = (closer: string) => {
    for (let at = index + 1; at <= index + closerReach; at++) if (foldedAt(at) === closer) return true;
    return false;
  };
  return (terms[index]?.sense?.wishes ?? []).some(
    ({ rest, closer }) =>
      rest.every((word, offset) => foldedAt(index + 1 + offset) === word) &&
      (closer === undefined || closes(closer)),
  );
}

/** Returns the factor of each term: that of the concession or wish before it in its clause, otherwise 1. */
function contextFactors(terms: readonly Term[]): Float32Array {
  const factors = new Float32Array(terms.length).fill(1);
  let factor = 1;
  for (const [index, term] of terms.entries()) {
    if (endsClause(term)) factor = 1;
    else if (term.sense?.isConcession) factor = conceded;
    else if (factor === 1 && isWish(terms, index)) {
      const around = terms.slice(Math.max(0, index - denialReach), index + denialReach + 1);
      if (!around.some(({ sense }) => sense?.isNegator)) factor = missed;
    }
    factors[index] = factor;
  }
  return factors;
}

/**
 * Returns the index of an ironic cheer among the entries, otherwise −1: praise alone before the first comma, and after
 * it a word of repetition and blame only.
 */
function findIronicCheer(terms: readonly Term[], entries: readonly Opinion[]): number {
  const [cheer, ...others] = entries;
  if (!cheer || cheer.weight <= 0 || others.length === 0) return -1;
  const next = cheer.last + 1;
  const sign = terms[next];
  if (next > cheerReach || !sign || !endsClause(sign)) return -1;
  const repeats = terms.some(({ sense }, index) => index > next && sense?.isRepetition);
  return repeats && others.every(({ weight }) => weight < 0) ? 0 : -1;
}

function measureEmphasis(text: string, term: Term | undefined, hasLowerCase: boolean): number {
  if (!term?.sense) return 1;
  const { start, end, sense } = term;
  const word = hasLowerCase && end - start >= minShoutLength ? text.slice(start, end) : "";
  const isShouted = word !== "" && word === word.toUpperCase();
  return (sense.isElongated ? elongated : 1) * (isShouted ? shouted : 1);
}

/** Returns the opinions of a sentence, each weighted by the words around it. */
export function findOpinions(text: string, sentence: SentenceTerms, lexicon: Lexicon): Opinion[] {
  const { terms, exclamations, hasLowerCase } = sentence;
  const entries = findEntries(terms);
  const contrast = terms.findLastIndex(({ sense }, index) => index > 0 && sense?.isContrast === true);
  const volume = 1 + exclaimed * Math.min(exclamations, maxExclamations);
  const factors = contextFactors(terms);
  const cheer = contrast < 0 ? findIronicCheer(terms, entries) : -1;
  return entries.map(({ first, last, weight }, position) => {
    const isWord = terms[first]?.sense !== undefined;
    const next = entries[position + 1]?.first ?? Infinity;
    // A phrase such as "pas mal" contains its own negation.
    const negates = first < last && terms[first]?.sense?.isNegator;
    const negator =
      isWord && !negates
        ? (negatorBefore(terms, first, weight > 0 ? scopeOfPraise : scopeOfBlame) ??
          (lexicon.negatesBackwards && weight > 0 ? negatorAfter(terms, last, next) : undefined))
        : undefined;
    const degree = isWord ? (terms[first - 1]?.sense?.degree ?? 1) : 1;
    const side = contrast < 0 ? 1 : first < contrast ? beforeContrast : afterContrast;
    const isSuperlative =
      negator !== undefined &&
      terms[negator]?.sense?.isNever &&
      terms.slice(negator, first).some(({ sense }) => sense?.isSo);
    const negation = negator === undefined || isSuperlative ? 1 : weight > 0 ? negatedPraise : negatedBlame;
    const factor = factors[first] ?? 1;
    // A wish misses praise only. Blame after it remains blame.
    const context = factor > 0 || weight * negation > 0 ? factor : 1;
    const polarity = position === cheer ? ironic : negation * context;
    return {
      first,
      last,
      weight:
        unit * weight * degree * side * polarity * volume * measureEmphasis(text, terms[first], hasLowerCase),
      negator,
    };
  });
}
