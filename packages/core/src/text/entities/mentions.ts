import type { EnglishSentence } from "../english/reading.ts";
import type { PatternMatch } from "../patterns/index.ts";
import type { Span } from "../span.ts";
import { type NormalizedType, normalizers } from "./normalize.ts";

/** One place in the text where something is named. */
export interface Mention extends Span {
  type: NormalizedType | "email" | "url" | "phone" | "hashtag" | "mention";
  normalized: string | null;
  confidence: number;
}

/**
 * wink's types and ours. `confidence`: how seldom such a span means something else. A currency with an amount is
 * always money; "second" and "first" may be adverbs, "May" a verb.
 */
const winkTypes: Readonly<Record<string, { type: NormalizedType; confidence: number }>> = {
  DATE: { type: "date", confidence: 0.85 },
  TIME: { type: "time", confidence: 0.9 },
  DURATION: { type: "duration", confidence: 0.9 },
  MONEY: { type: "money", confidence: 0.95 },
  PERCENT: { type: "percent", confidence: 0.95 },
  CARDINAL: { type: "number", confidence: 0.8 },
  ORDINAL: { type: "ordinal", confidence: 0.8 },
};

/** Patterns that are entities; the others (cards, IBAN, IP, SSN) are personal data alone. */
const patternTypes = ["email", "url", "phone", "hashtag", "mention"] as const;

const clockTime = /(?<![\d:.])(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?(?:\s?[ap]\.?m\b\.?)?(?![\d:])/gi;
// The flag v knows emoji of several code points, such as flags and families, as one; wink takes them apart.
const emoji = new RegExp("\\p{RGI_Emoji}", "gv");
const currencySign = /^[$€£¥₹]$/;

function patternMentions(matches: readonly PatternMatch[]): Mention[] {
  return matches.flatMap(({ type, ...match }) => {
    const known = patternTypes.find((pattern) => pattern === type);
    return known ? [{ ...match, type: known }] : [];
  });
}

function expressionMentions(
  text: string,
  expression: RegExp,
  type: "time" | "emoji",
  confidence: number,
): Mention[] {
  return [...text.matchAll(expression)].map(({ 0: found, index }) => ({
    type,
    start: index,
    end: index + found.length,
    normalized: normalizers[type](found),
    confidence,
  }));
}

function winkMentions(text: string, { tokens, entities }: EnglishSentence): Mention[] {
  return entities.flatMap((entity) => {
    const known = winkTypes[entity.type];
    const [head, tail] = [tokens[entity.first], tokens[entity.last]];
    const before = tokens[entity.first - 1];
    if (!known || !head || !tail) return [];
    // It knows "$5" but not "€5".
    const isMoney = known.type === "number" && before?.end === head.start && currencySign.test(before.text);
    const { type, confidence } = isMoney ? { type: "money" as const, confidence: 0.95 } : known;
    const start = isMoney ? before.start : head.start;
    const surface = text.slice(start, tail.end);
    // The period of "at 5pm." is the sentence's, that of "5 p.m." is not.
    const end = /[^.][.]$/.test(surface) && !/\.\s?m\.$/i.test(surface) ? tail.end - 1 : tail.end;
    const found = text.slice(start, end);
    // "Hour" alone names a unit, not a duration.
    if (type === "duration" && !/[\d\s]/.test(found)) return [];
    return [{ type, start, end, normalized: normalizers[type](found), confidence }];
  });
}

/** Both in order, without those of `lower` that overlap one of `higher`. */
function merge(higher: readonly Mention[], lower: readonly Mention[]): Mention[] {
  let next = 0;
  const free = lower.filter(({ start, end }) => {
    while ((higher[next]?.end ?? Infinity) <= start) next++;
    return (higher[next]?.start ?? Infinity) >= end;
  });
  return [...higher, ...free].toSorted((a, b) => a.start - b.start);
}

/**
 * Every mention in the order of the text, without overlap. Where two sources see the same place the exact one wins:
 * addresses and handles, then clock times and emoji, then wink's words.
 */
export function findMentions(
  text: string,
  matches: readonly PatternMatch[],
  sentences: readonly EnglishSentence[],
): Mention[] {
  const exact = patternMentions(matches);
  const taken = merge(exact, expressionMentions(text, emoji, "emoji", 1));
  const timed = merge(taken, expressionMentions(text, clockTime, "time", 0.9));
  return merge(
    timed,
    sentences.flatMap((sentence) => winkMentions(text, sentence)),
  );
}
