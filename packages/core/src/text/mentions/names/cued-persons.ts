import { closingRest, type PhraseEnds, phraseEnds, salutationEnd } from "../../segment/letter-lines.ts";
import { allPhrases } from "../../segment/letter-words.ts";
import type { Span } from "../../span.ts";
import { endsIntroduction, isCueWord, isTitle, type LabelKind, labelKind } from "./person-labels.ts";
import { hasFullWord, isAdjacent, type NameRun, readNameRun, type TokenText } from "./name-run.ts";
import { isInitial, isNameWord } from "./name-words.ts";
import type { NameMention } from "./tags.ts";

/** A text with its language, tokens and lines. */
export interface CuedText extends TokenText {
  language: string;
  lines: readonly Span[];
}

const certainty = 0.97;

/** Maximum words of a label. */
const maxLabelWords = 4;

/** Local parts of addresses that belong to an office. */
const officeAddress =
  /^(?:no-?reply|do-?not-?reply|info|support|sales|hello|contact|help|team|office|mail|admin|service|news|newsletter|notifications?|alerts?|billing|marketing|hr|jobs|press|updates?|kontakt)\b/i;

const and: ReadonlySet<string> = new Set("and und et y e en och og i a ja и та & /".split(" "));

/** Returns the index of the first token at or after the position. */
function tokenAt({ tokens }: TokenText, position: number): number {
  let low = 0;
  let high = tokens.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((tokens[middle]?.start ?? Infinity) < position) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the index after the titles from `first` on: "Herr Prof. Dr.". */
function afterTitles(source: CuedText, first: number): number {
  let at = first;
  for (let token = source.tokens[at]; token && isTitle(token, source.language); token = source.tokens[at]) {
    at += 1;
    const period = source.tokens[at];
    if (period?.text === "." && period.start === token.end) at += 1;
    if (!isAdjacent(source, at)) break;
  }
  return at;
}

function toPerson({ tokens }: TokenText, { first, last }: NameRun): NameMention[] {
  const [head, tail] = [tokens[first], tokens[last]];
  return head && tail ? [{ type: "person", start: head.start, end: tail.end, confidence: certainty }] : [];
}

/** Returns the run after titles, or `null` if it is none of a person. */
function readAfterTitles(source: CuedText, first: number): NameRun | null {
  const run = readNameRun(source, afterTitles(source, first));
  return run && hasFullWord(source, run) ? run : null;
}

/** Returns the person after a title. */
function afterTitle(source: CuedText, index: number): NameMention[] {
  const { tokens, language } = source;
  const token = tokens[index];
  if (!token || !isTitle(token, language)) return [];
  const first = afterTitles(source, index);
  if (!isAdjacent(source, first)) return [];
  const run = readNameRun(source, first);
  return run && hasFullWord(source, run) ? toPerson(source, run) : [];
}

/** Returns the person after words such as "My name is". */
function afterIntroduction(source: CuedText, index: number): NameMention[] {
  const { text, tokens } = source;
  const token = tokens[index];
  if (!token || !endsIntroduction(text, token)) return [];
  const first = tokens[index + 1]?.text === ":" ? index + 2 : index + 1;
  const run = isAdjacent(source, first) ? readAfterTitles(source, first) : null;
  return run ? toPerson(source, run) : [];
}

/** Returns the kind of the label that ends before the token at the index. */
function labelBefore(source: TokenText, index: number): LabelKind {
  const { text, tokens } = source;
  let last = index - 1;
  if (/^["'”’*_)]+$/.test(tokens[last]?.text ?? "")) last -= 1;
  const end = tokens[last]?.end;
  if (end === undefined || tokens[last]?.kind !== "word") return null;
  for (let first = Math.max(0, last - maxLabelWords + 1); first <= last; first++) {
    const [token, before] = [tokens[first], tokens[first - 1]];
    if (!token || (before && !opensLabel(source, first))) continue;
    const written = text.slice(token.start, end);
    if (written.length > 40 || /[\r\n]/.test(written)) continue;
    const kind = labelKind(written);
    if (kind) return kind;
  }
  return null;
}

/** Returns whether a label can begin at the token: at the start of a line or after a sign. */
function opensLabel({ text, tokens }: TokenText, index: number): boolean {
  const [before, token] = [tokens[index - 1], tokens[index]];
  if (!before || !token) return true;
  return before.kind !== "word" || /[\r\n\t]/.test(text.slice(before.end, token.start));
}

const labelSigns: ReadonlySet<string> = new Set([":", "=", "：", ">"]);

/** Returns the person after a label: `Patient: DOE, JANE`, `"first_name": "Ulrike"`, `<surname>Roe`. */
function afterLabel(source: CuedText, index: number): NameMention[] {
  const { text, tokens } = source;
  const sign = tokens[index];
  if (!sign || !labelSigns.has(sign.text)) return [];
  const kind = labelBefore(source, index);
  if (!kind) return [];
  let first = index + 1;
  if (/^["'“‘*_]+$/.test(tokens[first]?.text ?? "")) first += 1;
  const head = tokens[first];
  if (!head || /[\r\n]/.test(text.slice(sign.end, head.start))) return [];
  const run = readAfterTitles(source, first);
  if (!run) return [];
  // A company can have one word.
  if (kind === "party" && run.words < 2) return [];
  return [...toPerson(source, run), ...givenNameAfter(source, run)];
}

/** Returns the given name after a surname and a comma: "DOE, JANE". */
function givenNameAfter(source: CuedText, { last, words }: NameRun): NameMention[] {
  if (words > 2 || source.tokens[last + 1]?.text !== "," || !isAdjacent(source, last + 2)) return [];
  const given = readNameRun(source, last + 2);
  return given && given.words <= 3 ? toPerson(source, given) : [];
}

/** Returns the person before an address in angle brackets. */
function beforeAddress(source: CuedText, index: number): NameMention[] {
  const { text, tokens } = source;
  const address = tokens[index];
  if (address?.kind !== "email" || tokens[index - 1]?.text !== "<" || officeAddress.test(address.text))
    return [];
  let last = index - 2;
  const isQuoted = /^["'”]$/.test(tokens[last]?.text ?? "");
  if (isQuoted) last -= 1;
  const end = tokens[last]?.end ?? 0;
  let first = last;
  for (let at = last; at >= 0 && last - at < 8; at--) {
    const token = tokens[at];
    if (token?.kind !== "word" || (at < last && !isAdjacent(source, at + 1))) break;
    first = at;
  }
  for (; first <= last; first++) {
    if (!isNameWord(tokens[first]) && !readNameRun(source, first)) continue;
    const run = readAfterTitles(source, first);
    if (!run || tokens[run.last]?.end !== end || /[\r\n]/.test(text.slice(end, address.start))) continue;
    const surname = isQuoted && tokens[first - 1]?.text === "," ? readNameRun(source, first - 2) : null;
    return [...(surname ? toPerson(source, surname) : []), ...toPerson(source, run)];
  }
  return [];
}

/** Returns the persons in a salutation: "Hi Sofia,", "Dear Ms. Hope and Tom:". */
function inSalutation(source: CuedText, line: Span, ends: PhraseEnds): NameMention[] {
  const { tokens } = source;
  const end = salutationEnd(ends);
  if (end < 0 || end >= line.end) return [];
  const persons: NameMention[] = [];
  let first = tokenAt(source, end);
  if (tokens[first]?.text === ",") first += 1;
  for (;;) {
    const head = tokens[first];
    const run = head && head.end <= line.end ? readAfterTitles(source, first) : null;
    if (!run) return persons;
    persons.push(...toPerson(source, run));
    const next = tokens[run.last + 1];
    if (!next || next.start >= line.end) return persons;
    if (next.kind === "sign" && !and.has(next.text)) return /^[,.!:;?–—)-]/.test(next.text) ? persons : [];
    if (!and.has(next.text)) return [];
    first = run.last + 2;
  }
}

/** The end of a sentence within a line, or a comma near the end of the line. */
const sentenceBreak = /[.!?…]\s+(?=\p{L})/gu;
const commaBreak = /,\s+(?=\p{L})/gu;
/** The maximum length of a closing after a comma, with the name of the sender. */
const maxCommaClosing = 80;

/**
 * Returns {@link closingRest} of each sentence of a line after the first. A short message closes in its line: "See you.
 * Cheers, Ada". After a comma, only a formula closes it: "Danke schön, viele Grüße Jonas".
 */
function closingRests(text: string, { start, end }: Span): number[] {
  const rests: number[] = [];
  const add = (from: number, rest: number) => {
    if (rest >= 0 && rest < end && from < end) rests.push(rest);
  };
  const line = text.slice(start, end);
  for (const { 0: mark, index } of line.matchAll(sentenceBreak)) {
    const from = start + index + mark.length;
    add(from, closingRest(text, { start: from, end }));
  }
  const tail = Math.max(0, line.length - maxCommaClosing);
  for (const { 0: mark, index } of line.slice(tail).matchAll(commaBreak)) {
    const from = start + tail + index + mark.length;
    const ends = phraseEnds(text, { start: from, end }, allPhrases);
    if (ends?.closings !== undefined) add(from, closingRest(text, { start: from, end }, ends));
  }
  return rests;
}

/** Returns the persons below or after a closing: "Best regards,", a line break, "Madison". */
function atClosing(source: CuedText, index: number, ends: PhraseEnds | null): NameMention[] {
  const { text, lines } = source;
  const line = lines[index];
  if (!line) return [];
  const rest = ends ? closingRest(text, line, ends) : -1;
  if (rest < 0) return closingRests(text, line).flatMap((from) => senderAt(source, from, line.end));
  if (rest < line.end) return senderAt(source, rest, line.end);
  const next = lines
    .slice(index + 1, index + 3)
    .find(({ start, end }) => text.slice(start, end).trim() !== "");
  return next ? senderAt(source, next.start, next.end) : [];
}

/** Returns the person whose name begins at an index after a closing and is the rest of its line, or an office follows it. */
function senderAt(source: CuedText, from: number, end: number): NameMention[] {
  const { tokens } = source;
  let first = tokenAt(source, from);
  while (/^[->*_–—]+$/.test(tokens[first]?.text ?? "") && (tokens[first]?.end ?? Infinity) <= end) first += 1;
  const head = tokens[first];
  if (!head || head.start >= end) return [];
  const run = readAfterTitles(source, first);
  const next = run && tokens[run.last + 1];
  const isWhole = run && (!next || next.start >= end || (next.kind === "sign" && next.text !== "&"));
  if (!isWhole) return [];
  return isOnlyInitials(source, run) && run.words === 1 ? [] : toPerson(source, run);
}

function isOnlyInitials({ tokens }: TokenText, { first, last }: NameRun): boolean {
  return tokens.slice(first, last + 1).every(isInitial);
}

/** Returns the persons that the token at the index announces. Most words are no cue, which a cached look-up tells. */
function atToken(source: CuedText, index: number): NameMention[] {
  const token = source.tokens[index];
  if (token?.kind === "sign") return afterLabel(source, index);
  if (token?.kind === "email") return beforeAddress(source, index);
  if (token?.kind !== "word" || !isCueWord(token.type)) return [];
  return [...afterTitle(source, index), ...afterIntroduction(source, index)];
}

/** Adds names to a list of names without overlaps. An earlier name takes precedence. */
function withoutRepeats(names: readonly NameMention[]): NameMention[] {
  const kept: NameMention[] = [];
  for (const name of names.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (name.start >= (kept.at(-1)?.end ?? 0)) kept.push(name);
  }
  return kept;
}

/**
 * Returns the persons whose place in the text makes them certain in any language, whatever the words mean elsewhere: in
 * a salutation, below a closing, after a title, after a label or a key of a form, before an address in angle brackets,
 * and after words such as "My name is". Sorted by `start`, without overlaps.
 */
export function findCuedPersons(source: CuedText): NameMention[] {
  const { tokens, lines } = source;
  const found: NameMention[] = [];
  for (let index = 0; index < tokens.length; index++)
    for (const person of atToken(source, index)) found.push(person);
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index];
    if (!line || line.start === line.end) continue;
    const ends = phraseEnds(source.text, line, allPhrases);
    for (const person of ends ? inSalutation(source, line, ends) : []) found.push(person);
    for (const person of atClosing(source, index, ends)) found.push(person);
  }
  return withoutRepeats(found);
}
