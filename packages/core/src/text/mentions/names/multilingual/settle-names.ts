import {
  shortTypesBeforeName,
  typeEndings,
  typesBeforeName,
} from "../../../patterns/address/street-types.ts";
import { phraseEnds } from "../../../segment/letter-lines.ts";
import { allPhrases } from "../../../segment/letter-words.ts";
import type { Token } from "../../../segment/tokenize.ts";
import { findLanguageWords } from "../../local/language-words.ts";
import { mergeSpans } from "../../../patterns/match.ts";
import type { Tagger } from "../../../tagger/tagger.ts";
import { posTags } from "../../../tagger/tags.ts";
import {
  afterParticles,
  isAdjacent,
  type PlacedName,
  placeNames,
  readNameRun,
  suffixEnd,
  type TokenText,
} from "../name-run.ts";
import {
  continuesVietnamese,
  groupWords,
  isCamelCase,
  isInitial,
  isJoint,
  isNameWord,
  isParticle,
  noNames,
  plainWord,
} from "../name-words.ts";
import { isTitle } from "../person-labels.ts";
import type { Span } from "../../../span.ts";
import type { NameMention } from "../tags.ts";
import { listKinds, type NameLists } from "./name-lists.ts";
import { toLatin } from "./transliterate.ts";

/** A text in which names are found. */
export interface LocalText extends TokenText {
  language: string;
  lists: NameLists;
  tagWords: Tagger;
  /** The postal addresses of the text, in order. */
  addresses: readonly Span[];
}

const personKinds = (1 << listKinds.indexOf("first name")) | (1 << listKinds.indexOf("last name"));
const firstNameKind = 1 << listKinds.indexOf("first name");
const organizationKind = 1 << listKinds.indexOf("organization");

const countryKind = 1 << listKinds.indexOf("country");

/** The confidence below which a single word is no name, and that below which the lists decide about a name. */
const [minConfidence, maxDoubt] = [0.4, 0.65];

/** The confidence below which the part of speech decides about the start of a sentence. */
const minPerson = 0.35;

/** The confidence of a name that only its form and the lists tell. */
const byForm = 0.7;

/** Legal forms of companies after their names, in lower case without periods. */
const legalForms: ReadonlySet<string> = new Set(
  (
    "gmbh ag kg kgaa ohg ug sarl sas sa sl slu srl spa snc bv nv vof ab asa aps a/s i/s k/s oy oyj doo sro ltda lda inc ltd llc plc " +
    "ооо оао зао пао"
  ).split(" "),
);

/** Parts of speech of words that begin a sentence and no name. */
const openingTags: ReadonlySet<string> = new Set(
  "VERB AUX ADP DET PRON ADV CCONJ SCONJ PART INTJ".split(" "),
);

/** Minimum letters of a surname that is a person again without its first name. */
const minSurname = 4;

/** Minimum letters of a type of street before its name, and of the end of a name that is one word. */
const [minStreetType, minEnding] = [3, 5];

/** Maximum words that a person gains at each end. */
const maxGrowth = 4;

function toMention({ tokens }: TokenText, { type, confidence, first, last }: PlacedName): NameMention[] {
  const [head, tail] = [tokens[first], tokens[last]];
  return head && tail ? [{ type, confidence, start: head.start, end: tail.end }] : [];
}

function kindsOf({ lists }: LocalText, token: Token): number {
  return lists.kindsOf(toLatin(plainWord(token)));
}

/** Returns whether a name is only words of the calendar: "Montag", "março". */
function isCalendar(language: string, name: string): boolean {
  const { monthPattern, weekdayPattern } = findLanguageWords(language);
  const lower = name.toLowerCase();
  return [monthPattern, weekdayPattern].some(
    (pattern) => pattern !== null && (name.replace(pattern, "") === "" || lower.replace(pattern, "") === ""),
  );
}

/** Returns the part of speech of a word by the few words around it. */
function tagAt({ tokens, tagWords }: LocalText, index: number): string {
  const from = Math.max(0, index - 3);
  const tag = tagWords(tokens.slice(from, index + 4), [])[index - from] ?? 0;
  return posTags[tag] ?? "X";
}

/** Returns whether a word that no list of names has begins a sentence, and is no noun: "Звоните Ольге". */
function opensSentence(source: LocalText, index: number): boolean {
  const { tokens } = source;
  const [before, token] = [tokens[index - 1], tokens[index]];
  if (!token || isInitial(token) || (kindsOf(source, token) & personKinds) !== 0) return false;
  if (before && before.kind === "word" && !/[\r\n]/.test(source.text.slice(before.end, token.start)))
    return false;
  return openingTags.has(tagAt(source, index));
}

/** Returns the name without the titles and marks at its ends, or `null` if nothing is left of it. */
function trim(source: LocalText, name: PlacedName): PlacedName | null {
  const { tokens, language } = source;
  let { first, last } = name;
  const isMark = (index: number) => tokens[index]?.kind === "sign" && tokens[index]?.text !== ")";
  for (;;) {
    const head = tokens[first];
    if (!head || first > last) return null;
    const isTitled = name.type === "person" && isTitle(head, language) && first < last;
    if (isTitled) first += tokens[first + 1]?.text === "." ? 2 : 1;
    else if (isMark(first) || (name.type === "person" && first < last && opensSentence(source, first)))
      first += 1;
    else break;
  }
  while (last >= first && isMark(last)) last -= 1;
  return last < first ? null : { ...name, first, last };
}

const isCapitalized = ({ text }: Token) => /^\p{Lu}/u.test(text);

/** Returns whether the words around a person make it a street: "calle Goya", "Rue Victor Hugo", "Schillerstraße". */
function isStreet({ tokens }: TokenText, { first, last }: PlacedName): boolean {
  const tail = tokens[last];
  const isCompound =
    first === last &&
    tail !== undefined &&
    typeEndings.some((ending) => ending.length >= minEnding && plainWord(tail).endsWith(ending));
  return (
    isCompound ||
    tokens.slice(Math.max(0, first - 1), last).some((token) => {
      const word = plainWord(token);
      if (!typesBeforeName.has(word) || word.length < minStreetType) return false;
      return !shortTypesBeforeName.has(word) || isCapitalized(token);
    })
  );
}

/** Returns whether a name is a phrase of a letter: "Buenos Días", "Gentili Signori". */
function isPhrase(text: string, start: number, end: number): boolean {
  const ends = phraseEnds(text, { start, end }, allPhrases);
  return ends !== null && Object.values(ends).some((phraseEnd) => phraseEnd >= end);
}

/** Returns whether a word begins a sentence and is no proper noun: "Товар пришёл". */
function isOpeningNoun(source: LocalText, index: number): boolean {
  const { tokens } = source;
  const [before, token] = [tokens[index - 1], tokens[index]];
  if (!token || (before && before.kind !== "sign")) return false;
  return tagAt(source, index) !== "PROPN";
}

/** Returns the name with the type that its words make certain, or `null` if its words are no name. */
function retype(source: LocalText, name: PlacedName): PlacedName | null {
  const { tokens, text, language } = source;
  const words = tokens.slice(name.first, name.last + 1);
  if (words.every((token) => noNames.has(plainWord(token)) && !isInitial(token))) return null;
  const [head, tail] = [words[0], words.at(-1)];
  if (!head || !tail || isCalendar(language, text.slice(head.start, tail.end))) return null;
  if (isPhrase(text, head.start, tail.end) || words.some((token) => isCamelCase(token.text))) return null;
  const isSingle = words.length === 1;
  if (isSingle && name.confidence < minConfidence) return null;
  if (name.type !== "person") return name;
  const isDoubtful = name.confidence < minPerson || (isSingle && kindsOf(source, head) === 0);
  if (isDoubtful && isOpeningNoun(source, name.first)) return null;
  const kinds = kindsOf(source, head);
  const isBrand = (kinds & organizationKind) !== 0 && (kinds & firstNameKind) === 0;
  if (isSingle && isBrand && name.confidence < maxDoubt) return { ...name, type: "organization" };
  if (words.length > 1 && words.some((token) => groupWords.has(plainWord(token)) && token.text.length > 2))
    return { ...name, type: "organization" };
  return isStreet(source, name) ? { ...name, type: "location" } : name;
}

/** Returns the index of the period after an initial, or the index itself: tokens of "И. И. Иванов". */
function initialEnd({ tokens }: TokenText, index: number): number {
  const [token, next] = [tokens[index], tokens[index + 1]];
  const hasPeriod = token && isInitial(token) && next?.text === "." && next.start === token.end;
  return hasPeriod ? index + 1 : index;
}

/** Returns whether a token next to a person can be a part of it: an initial, or a word of one of the lists. */
function joins(source: LocalText, token: Token, kinds: number): boolean {
  if (isInitial(token)) return true;
  return !noNames.has(plainWord(token)) && (kindsOf(source, token) & kinds) !== 0;
}

/** Returns whether a word is one that begins sentences, and only by chance a first name: "An", "Le". */
function isShort({ text }: Token): boolean {
  return /^\p{L}{2}$/u.test(text);
}

/** Returns the index of the word before a name, across a period of an initial or particles, or −1. */
function wordBefore(source: LocalText, first: number): number {
  const { tokens } = source;
  let at = first;
  for (let room = maxGrowth; room > 0 && isAdjacent(source, at); room--) {
    at -= 1;
    const token = tokens[at];
    if (token?.text === "." && initialEnd(source, at - 1) === at) return at - 1;
    if (!isParticle(token) || isJoint(token)) return at;
  }
  return -1;
}

/** Closes a person over the particles, initials and listed names next to it, as far as `isFree` allows. */
function close(source: LocalText, name: PlacedName, isFree: (index: number) => boolean): PlacedName {
  const { tokens } = source;
  let { first, last } = name;
  last = initialEnd(source, last);
  for (let room = maxGrowth; room > 0 && isAdjacent(source, last + 1); room--) {
    const particled = afterParticles(source, last + 1);
    const next = particled >= 0 ? particled : last + 1;
    const [joint, token] = [tokens[last + 1], tokens[next]];
    // "i" and "a" are prepositions in most texts: "Kari Nordmann i Oslo".
    if (!isNameWord(token) || !isFree(next) || (joint && isJoint(joint))) break;
    // Surnames are often nouns too, so a whole name grows by initials and particles only.
    const kinds = first === last ? personKinds : 0;
    if (particled < 0 && !joins(source, token, kinds)) break;
    last = initialEnd(source, next);
  }
  for (let room = maxGrowth; room > 0; room--) {
    const at = wordBefore(source, first);
    const [token, head] = [tokens[at], tokens[first]];
    if (!isNameWord(token) || !isFree(at) || !head) break;
    const isFamily = continuesVietnamese(token, head);
    // A surname after a proper noun that no list has is a whole name too: "Selamawit Bekele".
    const isWhole = first === last && kindsOf(source, token) === 0 && tagAt(source, at) === "PROPN";
    if (!isFamily && !isWhole && (isShort(token) || !joins(source, token, firstNameKind))) break;
    first = at;
  }
  return { ...name, first, last: suffixEnd(source, last) };
}

/** Returns the surnames of the persons that stand alone elsewhere in the text, as persons too. */
function findSurnames(source: LocalText, names: readonly PlacedName[], taken: Uint8Array): PlacedName[] {
  const { tokens } = source;
  const surnames = new Map<string, number>();
  for (const { type, first, last, confidence } of names) {
    const { text = "" } = tokens[last] ?? {};
    if (type === "person" && last > first && text.length >= minSurname && confidence >= maxDoubt)
      surnames.set(text, confidence);
  }
  if (surnames.size === 0) return [];
  return tokens.flatMap((token, at): PlacedName[] => {
    const confidence = taken[at] === 1 ? undefined : surnames.get(token.text);
    if (confidence === undefined || !isNameWord(token)) return [];
    return [{ type: "person", start: token.start, end: token.end, confidence, first: at, last: at }];
  });
}

/** Returns whether the last word of a run can end a person, by the lists. A particle before it is a sign of one. */
function isFamilyName(source: LocalText, token: Token, hasParticle: boolean): boolean {
  const kinds = kindsOf(source, token);
  if (token.text.length > 1 && token.text === token.text.toUpperCase()) return false;
  if (hasParticle) return (kinds & countryKind) === 0;
  return (kinds & personKinds) !== 0 || kinds === 0;
}

/** Returns the persons among the runs of capitalized words that begin with a first name and that no sure name covers. */
function findListed(source: LocalText, isFree: (index: number) => boolean): PlacedName[] {
  const { tokens } = source;
  const found: PlacedName[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at];
    if (!isNameWord(token) || isInitial(token) || (kindsOf(source, token) & firstNameKind) === 0) continue;
    const run = isFree(at) ? readNameRun(source, at) : null;
    if (!run || run.words < 2) continue;
    const { first } = run;
    const joint = tokens.slice(first, run.last).findIndex(isJoint);
    const last = joint < 0 ? run.last : first + joint - 1;
    if (last === first) continue;
    const [head, tail] = [tokens[first - 1], tokens[last]];
    const isWhole = tokens.slice(first, last + 1).every((_, index) => isFree(first + index));
    // After another capitalized word, the run may be a part of a longer name of another type.
    const isApart = !isNameWord(head) || !isAdjacent(source, first) || head.text.length === 1;
    if (tail && isWhole && isApart && isFamilyName(source, tail, tokens.slice(first, last).some(isParticle)))
      found.push({ type: "person", start: token.start, end: tail.end, confidence: byForm, first, last });
    at = last;
  }
  return found;
}

/** Returns the index of the last token of a legal form in two parts: "GmbH & Co. KG". */
function partnershipEnd({ tokens }: LocalText, at: number): number {
  const [sign, partners] = tokens.slice(at + 1, at + 3);
  if (sign?.text !== "&" || !/^Co\.?$/.test(partners?.text ?? "")) return at;
  const form = tokens[at + 3]?.text === "." ? at + 4 : at + 3;
  return /^(?:KG|KGaA|OHG)$/.test(tokens[form]?.text ?? "") ? form : at;
}

/** Returns the companies that a legal form ends: "Bakkerij Jansen B.V.". */
function findCompanies(source: LocalText): NameMention[] {
  const { tokens } = source;
  return tokens.flatMap((token, at): NameMention[] => {
    const plain = plainWord(token).replaceAll(".", "");
    const isForm = legalForms.has(plain) && token.kind === "word" && token.text !== plain;
    if (!isForm || !isAdjacent(source, at)) return [];
    let first = at;
    for (let room = maxGrowth; room > 0 && isAdjacent(source, first); room--) {
      const word = tokens[first - 1];
      const isPart = word?.text === "&" || (isNameWord(word) && !noNames.has(plainWord(word)));
      if (!isPart) break;
      first -= 1;
    }
    const head = tokens[first];
    const { end } = tokens[partnershipEnd(source, at)] ?? token;
    return head && first < at && head.text !== "&"
      ? [{ type: "organization", start: head.start, end, confidence: byForm }]
      : [];
  });
}

/**
 * Returns the names that a tagger found in a text, with persons whole and without titles, greetings and words of the
 * calendar. A surname without a first name is a person too. A name within a postal address is a place.
 */
export function settleLocalNames(source: LocalText, found: readonly NameMention[]): NameMention[] {
  const names = placeNames(source.tokens, found)
    .flatMap((name) => trim(source, name) ?? [])
    .flatMap((name) => retype(source, name) ?? []);
  const taken = new Uint8Array(source.tokens.length);
  for (const { first, last, type, confidence } of names)
    if (type === "person" || confidence >= maxDoubt || last > first) taken.fill(1, first, last + 1);
  const whole = names.map((name) => {
    if (name.type !== "person") return name;
    const closed = close(source, name, (index) => taken[index] === 0);
    taken.fill(1, closed.first, closed.last + 1);
    return closed;
  });
  const listed = findListed(source, (index) => taken[index] === 0);
  for (const { first, last } of [...listed, ...whole]) taken.fill(1, first, last + 1);
  const toMentions = (list: readonly PlacedName[]) => list.flatMap((name) => toMention(source, name));
  const surnames = findSurnames(source, [...whole, ...listed], taken);
  const persons = whole.filter(({ type }) => type === "person");
  const others = whole.filter(({ type }) => type !== "person");
  const settled = [surnames, listed, persons, others].map(toMentions);
  const companies = findCompanies(source);
  return withoutAddresses(
    source.addresses,
    settled.reduce((higher, lower) => mergeSpans<NameMention>(higher, lower), companies),
  );
}

/** Returns the names without the persons and organizations inside an address. Both lists are in order. */
function withoutAddresses(addresses: readonly Span[], names: readonly NameMention[]): NameMention[] {
  let next = 0;
  return names.filter(({ type, start, end }) => {
    while ((addresses[next]?.end ?? Infinity) <= start) next += 1;
    const { start: from = Infinity, end: to = 0 } = addresses[next] ?? {};
    return type === "location" || from > start || end > to;
  });
}
