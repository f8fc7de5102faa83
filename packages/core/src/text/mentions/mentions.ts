import type { PatternMatch } from "../patterns/index.ts";
import type { Span } from "../span.ts";
import { foldDigits } from "../patterns/fold.ts";
import { isUnspacedLetter } from "../patterns/characters.ts";
import { readNumber, readPercent } from "./counts.ts";
import { readDate } from "./dates.ts";
import { findLocalForms } from "./local/find-forms.ts";
import { readDuration, readDurationRange, readVagueDuration } from "./durations.ts";
import { mergeSpans, withoutOverlaps } from "../patterns/match.ts";
import { endsNumberLabel } from "../patterns/identifiers/find-labelled-numbers.ts";
import type { Mention } from "./mention.ts";
import type { NameMention } from "./names/tags.ts";
import { readMoneyBefore, readMoneyAfter } from "./money.ts";
import { readFractionNumeral, readNumeral } from "./numerals.ts";
import { type Scan, type ScanToken, scanText } from "./scan.ts";
import { readOrdinalMention } from "./ordinals.ts";
import { readTime } from "./times.ts";

/** Patterns that are entities. The others (cards, IBAN, IP, SSN, postal addresses) are only personal data. */
const patternTypes = ["email", "url", "phone", "hashtag", "mention"] as const;

function patternMentions(matches: readonly PatternMatch[]): Mention[] {
  return matches.flatMap(({ type, ...match }) => {
    const known = patternTypes.find((pattern) => pattern === type);
    return known ? [{ ...match, type: known }] : [];
  });
}

/** Returns the mention that begins with a number, or `null`: money, a percentage, a duration, or the number. */
function readQuantity(scan: Scan, index: number): Mention | null {
  const fraction = readFractionNumeral(scan, index);
  if (fraction) return readDuration(scan, fraction) ?? readNumber(scan, fraction);
  const amount = readNumeral(scan, index, true);
  if (!amount) return null;
  const money = readMoneyAfter(scan, amount);
  if (money) return money;
  // "5m" can only be an amount of money.
  const numeral = amount.inDigits ? readNumeral(scan, index) : amount;
  if (!numeral) return null;
  const range = readDurationRange(scan, numeral);
  if (range) return range;
  return readPercent(scan, numeral) ?? readDuration(scan, numeral) ?? readNumber(scan, numeral);
}

function readEmoji({ tokens }: Scan, index: number): Mention | null {
  const token = tokens[index];
  return token
    ? { type: "emoji", start: token.start, end: token.end, normalized: null, confidence: 1 }
    : null;
}

type Reader = (scan: Scan, index: number) => Mention | null;

/** The readers for each kind of token. The first that finds a mention decides. */
const readers: Readonly<Record<ScanToken["kind"], readonly Reader[]>> = {
  emoji: [readEmoji],
  currency: [readMoneyBefore],
  figure: [readTime, readDate, readQuantity, readOrdinalMention],
  word: [readTime, readDate, readMoneyBefore, readOrdinalMention, readQuantity, readVagueDuration],
};

function readToken(scan: Scan, index: number, token: ScanToken): Mention | null {
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

/** Returns whether the name is a part of a date or an amount ("May" in "5 May 1843"), or a holiday such as "Easter". */
function isWithin(name: NameMention, form: Mention): boolean {
  const isLonger = form.end - form.start > name.end - name.start;
  return form.start <= name.start && name.end <= form.end && (isLonger || name.type === "misc");
}

/**
 * Returns the mentions that consist of whole tokens. A mention that ends within a token grows to its end ("mid-April").
 * A number within a word is dropped: "two-level" counts nothing.
 */
function alignToTokens({ text, language, tokens }: MentionSource, mentions: readonly Mention[]): Mention[] {
  const aligned: Mention[] = [];
  let first = 0;
  let covered = 0;
  for (const mention of mentions) {
    while ((tokens[first]?.end ?? Infinity) <= mention.start) first += 1;
    let last = first;
    while ((tokens[last + 1]?.start ?? Infinity) < mention.end) last += 1;
    const start = Math.min(mention.start, tokens[first]?.start ?? Infinity);
    // In Korean and Japanese, a particle follows without a blank: "5일에". English has no such words.
    const end =
      language !== "en" && isUnspacedLetter(text.charAt(mention.end))
        ? mention.end
        : Math.max(mention.end, tokens[last]?.end ?? 0);
    const isWhole = start === mention.start && end === mention.end;
    if (start < covered || (!isWhole && (mention.type === "number" || mention.type === "ordinal"))) continue;
    aligned.push(isWhole ? mention : { ...mention, start, end });
    covered = end;
  }
  return aligned;
}

/** Returns the names that are not part of a form. Both lists must be sorted and free of overlaps. */
function keptNames(names: readonly NameMention[], forms: readonly Mention[]): NameMention[] {
  let next = 0;
  return names.filter((name) => {
    while ((forms[next]?.end ?? Infinity) <= name.start) next++;
    const form = forms[next];
    return !form || !isWithin(name, form);
  });
}

const lineMark = /^(?:\d{1,3}[.)]\s|\d{1,2}(?:\.\d{1,2}){1,3}\.? \p{Lu}\p{Ll})/u;
const lineMarkLength = 16;

/** Returns whether a number is the mark of a list item or of a section at the start of a line: "1. Call", "7.2 Term". */
function isLineMark(text: string, { type, start }: Mention): boolean {
  if (type !== "number") return false;
  let at = start;
  while (text.charAt(at - 1) === " ") at--;
  const startsLine =
    at > 0 ? text.charAt(at - 1) === "\n" : text.includes("\n") || text.charAt(start + 1) === ".";
  return startsLine && lineMark.test(text.slice(start, start + lineMarkLength));
}

/** The least digits of a number after a word for "number" that identifies its thing: "order no. 44781", not "No. 5". */
const minReferenceDigits = 3;
const labelWidth = 24;

/** Returns whether a number is the reference of an order or a case, which counts nothing: "№ 44781", "order no. 88-4412". */
function isReference(text: string, { type, start, end }: Mention): boolean {
  if (type !== "number" || end - start < minReferenceDigits) return false;
  return endsNumberLabel(text.slice(Math.max(0, start - labelWidth), start));
}

/** The types of mentions that the digits of an identifier only seem to have. */
const seeming: ReadonlySet<Mention["type"]> = new Set(["number", "ordinal", "phone"]);

/** A text in which mentions are found. */
interface MentionSource {
  text: string;
  /** The code of the language. The words of dates and amounts differ by language. */
  language: string;
  /** Each mention consists of whole tokens. */
  tokens: readonly Span[];
  patterns: readonly PatternMatch[];
  /** The numbers of persons and cases, and secrets. Their digits count nothing and are no telephone. */
  identifiers: readonly Span[];
}

/**
 * Finds all mentions of a text that have a recognizable form, and merges them with the given names. The forms
 * are dates, times, durations, amounts, percentages, numbers, addresses, handles and emoji. The mentions are in the
 * order of the text and do not overlap. The cost is linear in the length of any text.
 *
 * If two overlap, a URL, an email address or a handle takes precedence over a name. A name takes precedence over a date
 * or a number ("May" in "Theresa May", "747" in "Boeing 747"). An exception is a name that is only a part of a date or
 * a number ("May" in "5 May 1843").
 *
 * @param names The names that a tagger found, sorted by `start` and free of overlaps.
 */
export function findMentions(source: MentionSource, names: readonly NameMention[]): Mention[] {
  const { text, language, patterns, identifiers } = source;
  const scan = scanText(foldDigits(text), text, patterns);
  const forms = alignToTokens(
    source,
    language === "en" ? formMentions(scan) : findLocalForms(scan, language),
  );
  const values = forms.filter((form) => !isLineMark(text, form) && !isReference(text, form));
  const kept = keptNames(names, values).map((name): Mention => ({ ...name, normalized: null }));
  const found = mergeSpans(alignToTokens(source, patternMentions(patterns)), mergeSpans(kept, values));
  if (identifiers.length === 0) return found;
  const apart = new Set(withoutOverlaps(found, identifiers));
  return found.filter((mention) => apart.has(mention) || !seeming.has(mention.type));
}
