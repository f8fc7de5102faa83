import type { PatternMatch } from "../patterns/index.ts";
import { foldDigits } from "../patterns/fold.ts";
import { readFractionNumber, readNumber, readPercent } from "./counts.ts";
import { readDate } from "./dates.ts";
import { readDuration, readVagueDuration } from "./durations.ts";
import { type Mention, mergeMentions } from "./mention.ts";
import { readMoneyBefore, readMoneyBehind } from "./money.ts";
import { readNumeral } from "./numerals.ts";
import { type Scan, scanText, type Token } from "./scan.ts";
import { readOrdinalMention } from "./ordinals.ts";
import { readTime } from "./times.ts";

/** Patterns that are entities; the others (cards, IBAN, IP, SSN, postal addresses) are personal data alone. */
const patternTypes = ["email", "url", "phone", "hashtag", "mention"] as const;

function patternMentions(matches: readonly PatternMatch[]): Mention[] {
  return matches.flatMap(({ type, ...match }) => {
    const known = patternTypes.find((pattern) => pattern === type);
    return known ? [{ ...match, type: known }] : [];
  });
}

/** What a number is of: money, a share, a stretch of time, or nothing. */
function readQuantity(scan: Scan, index: number): Mention | null {
  const amount = readNumeral(scan, index, true);
  if (!amount) return null;
  const money = readMoneyBehind(scan, amount);
  if (money) return money;
  // "5m" is an amount of money alone.
  const numeral = amount.inDigits ? readNumeral(scan, index) : amount;
  if (!numeral) return null;
  return readPercent(scan, numeral) ?? readDuration(scan, numeral) ?? readNumber(scan, numeral);
}

function readEmoji({ tokens }: Scan, index: number): Mention | null {
  const token = tokens[index];
  return token
    ? { type: "emoji", start: token.start, end: token.end, normalized: null, confidence: 1 }
    : null;
}

type Reader = (scan: Scan, index: number) => Mention | null;

/** What may begin at each kind of token; the first that does is it. */
const readers: Readonly<Record<Token["kind"], readonly Reader[]>> = {
  emoji: [readEmoji],
  currency: [readMoneyBefore],
  figure: [readTime, readDate, readQuantity, readOrdinalMention, readFractionNumber],
  word: [readTime, readDate, readMoneyBefore, readOrdinalMention, readQuantity, readVagueDuration],
};

function readToken(scan: Scan, index: number, token: Token): Mention | null {
  for (const read of readers[token.kind]) {
    const mention = read(scan, index);
    if (mention) return mention;
  }
  return null;
}

function formMentions(scan: Scan): Mention[] {
  const mentions: Mention[] = [];
  let end = 0;
  for (let index = 0; index < scan.tokens.length; index++) {
    const token = scan.tokens[index];
    if (!token || token.start < end) continue;
    const mention = readToken(scan, index, token);
    if (!mention || mention.start < end) continue;
    mentions.push(mention);
    ({ end } = mention);
  }
  return mentions;
}

/** Whether the name is a part of a date or an amount, as "May" is in "5 May 1843", or a feast such as "Easter". */
function isWithin(name: Mention, form: Mention): boolean {
  const isLonger = form.end - form.start > name.end - name.start;
  return form.start <= name.start && name.end <= form.end && (isLonger || name.type === "misc");
}

/** The names that no form holds as a part of itself. Both sorted and free of overlaps. */
function standingNames(names: readonly Mention[], forms: readonly Mention[]): Mention[] {
  let next = 0;
  return names.filter((name) => {
    while ((forms[next]?.end ?? Infinity) <= name.start) next++;
    const form = forms[next];
    return !form || !isWithin(name, form);
  });
}

/**
 * Everything in an English text that is told by its form, and the names given: dates, times, durations, amounts,
 * shares, numbers, addresses, handles and emoji, in the order of the text and without overlap. The cost is linear in
 * the length of any text.
 *
 * Where two see the same place, a URL, an e-mail address or a handle goes before a name. A name goes before a date or
 * a number ("May" in "Theresa May", "747" in "Boeing 747"), but for a name that is only a part of one ("May" in
 * "5 May 1843").
 *
 * @param matches What `findPatterns` found in the text.
 * @param names What a tagger found, sorted by `start` and free of overlaps.
 */
export function findMentions(
  text: string,
  matches: readonly PatternMatch[],
  names: readonly Mention[] = [],
): Mention[] {
  const forms = formMentions(scanText(foldDigits(text), text, matches));
  return mergeMentions(patternMentions(matches), mergeMentions(standingNames(names, forms), forms));
}
