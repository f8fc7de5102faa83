import type { EnglishSentence } from "../english/reading.ts";
import type { PatternMatch } from "../patterns/index.ts";
import type { Span } from "../span.ts";
import { type NormalizedType, normalizers } from "./normalize.ts";

/** Patterns that are entities; the others (cards, IBAN, IP, SSN) are personal data alone. */
const patternTypes = ["email", "url", "phone", "hashtag", "mention"] as const;

/** One place in the text where something is named. */
export interface Mention extends Span {
  type: NormalizedType | (typeof patternTypes)[number] | "emoji";
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

const clockTime =
  /(?<![\d:.])(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?(?:\s?(?:[ap]m\b|[ap]\.m\.))?(?![\d:])/gi;
// The flag v knows emoji of several code points, such as flags and families, as one; wink takes them apart. The class
// in front spares it the look at every letter.
const emoji = new RegExp(
  "(?=[#*\\d]\\ufe0f|[\\xa9\\xae\\u203c-\\u3299\\u{1f000}-\\u{1faff}])\\p{RGI_Emoji}",
  "gv",
);
const currencySign = /^[$€£¥₹]$/;

function patternMentions(matches: readonly PatternMatch[]): Mention[] {
  return matches.flatMap(({ type, ...match }) => {
    const known = patternTypes.find((pattern) => pattern === type);
    return known ? [{ ...match, type: known }] : [];
  });
}

function timeMentions(text: string): Mention[] {
  return [...text.matchAll(clockTime)].map(({ 0: found, index: start }) => {
    const normalized = normalizers.time(found);
    return { type: "time", start, end: start + found.length, normalized, confidence: 0.9 };
  });
}

function emojiMentions(text: string): Mention[] {
  return [...text.matchAll(emoji)].map(({ 0: found, index: start }) => {
    return { type: "emoji", start, end: start + found.length, normalized: null, confidence: 1 };
  });
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
  const words = sentences.flatMap((sentence) => winkMentions(text, sentence));
  return [emojiMentions(text), timeMentions(text), words].reduce(merge, patternMentions(matches));
}
