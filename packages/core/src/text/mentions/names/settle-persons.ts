import { mergeSpans } from "../../patterns/match.ts";
import type { Token } from "../../segment/tokenize.ts";
import type { NameFacts } from "./name-facts.ts";
import {
  afterParticles,
  isAdjacent,
  type NameRun,
  readNameRun,
  shortNames,
  suffixEnd,
  type TokenText,
} from "./name-run.ts";
import {
  continuesVietnamese,
  groupWords,
  isInitial,
  isKoreanName,
  isNameWord,
  isParticle,
  noNames,
  plainWord,
} from "./name-words.ts";
import type { NameMention } from "./tags.ts";

/** A text with the facts of its words. */
export interface FactText extends TokenText {
  facts: (token: Token) => NameFacts;
}

/** A name as a range of tokens. `last` is inclusive. */
interface TokenName extends NameMention {
  first: number;
  last: number;
}

/** English words that are also first names. At the start of a sentence only a verb after them makes them a name. */
const wordNames: ReadonlySet<string> = new Set(
  (
    "mark bill will frank grant chase rob sue pat drew art dawn hope faith grace joy may june april august rose lily " +
    "daisy iris ivy holly hazel olive violet ruby pearl jade amber crystal sterling rich cash price page chip gene guy " +
    "jack king lance miles nick norm peg penny ray reed rod victor ward wade skip stew chuck buck cliff clay dean earl " +
    "forest glen heath max ginger sandy rusty robin jay brook brooke carol bob dick harry hank sage summer autumn " +
    "winter destiny charity patience prudence felicity melody harmony angel christian general major duke baron bishop " +
    "pope dolly teddy barb trip tab pierce bunny buddy sonny rocky star storm sky stone wolf fox bear hunter archer " +
    "carter cooper mason porter tanner taylor turner tyler baker cook smith parker gardener judge marshal constant"
  ).split(" "),
);

/** Words that are also first names, and name a currency or a unit as the subject of a sentence. */
const neverAlone: ReadonlySet<string> = new Set("sterling max".split(" "));

const verbForms: ReadonlySet<string> = new Set(
  (
    "is was has had will would can could may might must should did does went said says told asked came got gave took " +
    "made knew thought felt left lost won met paid put read ran sang sat saw sent spoke stood taught wrote drove ate " +
    "flew grew began became bought brought built caught chose drank fell found forgot held heard hit hurt kept led " +
    "let lay rode rose sold shot slept spent stole swam threw understood woke wore isn't wasn't hasn't won't can't " +
    "didn't doesn't and or also just never always still already"
  ).split(" "),
);

/** Returns whether the token after a word makes it the subject of a sentence. */
function makesSubject(token: Token | undefined): boolean {
  if (!token) return true;
  const plain = plainWord(token);
  if (token.kind === "sign") return token.text !== ":" && token.text !== "%";
  return token.isClitic || verbForms.has(plain) || (plain.length > 3 && /(?:[^e]ed|[^s]s)$/.test(plain));
}

/** Returns whether a word that is also a first name is here a verb, an adjective or a thing. */
function isOtherWord({ text, tokens }: TokenText, { first, last }: TokenName, isOpening: boolean): boolean {
  const token = tokens[first];
  if (!token || first !== last) return false;
  const plain = plainWord(token);
  if (neverAlone.has(plain) || (noNames.has(plain) && !wordNames.has(plain))) return true;
  if (!isOpening || !wordNames.has(plain)) return false;
  const after = tokens[last + 1];
  const isSameLine = after && !/[\r\n]/.test(text.slice(token.end, after.start));
  return isSameLine === true && !makesSubject(after);
}

/** Returns whether the token begins a sentence or a line. */
function opensSentence({ text, tokens }: TokenText, index: number): boolean {
  const [before, token] = [tokens[index - 1], tokens[index]];
  if (!before || !token) return true;
  return /^[.!?:;"“”([{>*•-]+$/.test(before.text) || /[\r\n]/.test(text.slice(before.end, token.start));
}

/** Returns whether the line around the token writes most words with a capital, so that a capital means nothing. */
function isHeadline({ text, tokens }: TokenText, index: number): boolean {
  let capitals = 0;
  let words = 0;
  const reach = 8;
  for (let at = Math.max(0, index - reach); at < Math.min(tokens.length, index + reach); at++) {
    const token = tokens[at];
    if (token?.kind !== "word" || token.isClitic) continue;
    words += 1;
    if (isNameWord(token)) capitals += 1;
  }
  return text.length > 0 && words >= 6 && capitals >= 0.7 * words;
}

/** Returns whether a word next to a person can be a part of the name, by its letters and the lists. */
function looksPersonal({ facts }: FactText, token: Token): boolean {
  if (isInitial(token)) return true;
  // "OfficialFan" is two words, "DeShawn" and "McGill" are one.
  if (/\p{Ll}{4}\p{Lu}/u.test(token.text)) return false;
  const plain = plainWord(token);
  if (noNames.has(plain) || groupWords.has(plain) || token.text === token.text.toUpperCase()) return false;
  const { isFirstName, isLastName, isOrdinary, isOtherName, isKnown } = facts(token);
  if (isOrdinary) return false;
  if (isFirstName || isLastName) return true;
  if (isOtherName) return false;
  return !isKnown || /[\u0080-\uffff'-]/.test(token.text);
}

/** Returns the index of the given name before the particles that begin a name or precede it: the "Inês" of "Inês dos Reis". */
function beforeParticles(source: FactText, first: number, isFree: (index: number) => boolean): number {
  const { tokens, facts } = source;
  let at = isParticle(tokens[first]) ? first : first - 1;
  if (!isParticle(tokens[at]) || (at < first && !isAdjacent(source, first))) return first;
  for (let room = 3; room > 0 && isParticle(tokens[at]) && isAdjacent(source, at); room--) at -= 1;
  const token = tokens[at];
  if (!isNameWord(token) || !isFree(at) || places.has(plainWord(token)) || noNames.has(plainWord(token)))
    return first;
  return facts(token).isOrdinary ? first : at;
}

/**
 * Returns whether a word that no list has is the given name before a surname, or a Vietnamese family name before another
 * name: the "Getachew" of "Getachew Bekele", the "Dang" of "Dang Hoang Long".
 */
function givesName({ tokens, facts }: FactText, token: Token, first: number, last: number): boolean {
  const next = tokens[first];
  const plain = plainWord(token);
  if (!next || noNames.has(plain) || groupWords.has(plain) || places.has(plain)) return false;
  if (continuesVietnamese(token, next)) return true;
  const { isOrdinary, isOtherName } = facts(token);
  const isPlainForm = /^\p{Lu}\p{Ll}{2,}$/u.test(token.text);
  return first === last && isPlainForm && !isOrdinary && !isOtherName && isSurname(facts(next));
}

function isSurname({ isLastName, isKnown }: NameFacts): boolean {
  return isLastName || !isKnown;
}

/** Returns the index of the short given name before a name, or that of the name: the "Md" of "Md. Rafiqul Islam". */
function beforeShortName(source: FactText, first: number): number {
  const [short, period] = [source.tokens[first - 2], source.tokens[first - 1]];
  const isShort = short !== undefined && shortNames.has(short.text) && period?.text === ".";
  return isShort && period.start === short.end && isAdjacent(source, first) ? first - 2 : first;
}

/** Closes a person over the particles, initials, names and suffixes around it, as far as `isFree` allows. */
function close(source: FactText, name: TokenName, isFree: (index: number) => boolean): TokenName {
  const { tokens } = source;
  let { first, last } = name;
  for (let room = 4; room > 0; room--) {
    const at = last + 1;
    if (!isAdjacent(source, at)) break;
    const particled = afterParticles(source, at);
    const next = particled >= 0 ? particled : at;
    const token = tokens[next];
    if (!token || !isFree(next) || !isNameWord(token)) break;
    const joins =
      particled >= 0 || looksPersonal(source, token) || isLastOfName(source, { ...name, first, last }, token);
    if (!joins) break;
    last = next;
  }
  last = suffixEnd(source, last);
  first = beforeParticles(source, first, isFree);
  for (let room = 3; room > 0; room--) {
    const at = first - 1;
    const token = tokens[at];
    if (!token || !isAdjacent(source, first) || !isFree(at) || !isNameWord(token)) break;
    const opens = opensSentence(source, at);
    const { isFirstName, isOtherName, isKnown } = source.facts(token);
    const joins = isInitial(token) || (isFirstName && (!isOtherName || !opens)) || !isKnown;
    const isGiven = givesName(source, token, first, last);
    if (!isGiven && !(looksPersonal(source, token) && joins)) break;
    if (offices.has(plainWord(token))) break;
    first = at;
  }
  first = beforeShortName(source, first);
  const [head, tail] = [tokens[first], tokens[last]];
  return head && tail ? { ...name, first, last, start: head.start, end: tail.end } : name;
}

/** Returns whether a capitalized word within a sentence ends the name before it: "Nguyen Van An". */
function isLastOfName(source: FactText, name: TokenName, token: Token): boolean {
  const plain = plainWord(token);
  if (continuesVietnamese(source.tokens[name.first], token)) return !isHeadline(source, name.first);
  if (token.text === token.text.toUpperCase() || noNames.has(plain) || groupWords.has(plain)) return false;
  const { isOtherName, isOrdinary, isFirstName } = source.facts(token);
  return (
    name.type === "person" &&
    (isFirstName || !isOtherName) &&
    token.text.length <= 4 &&
    isOrdinary &&
    !isHeadline(source, name.first)
  );
}

/** Returns how much a word of a run is like a word of a person's name. `isFinal` tells surnames from given names. */
function wordEvidence({ facts }: FactText, token: Token, isFinal: boolean): number {
  if (isInitial(token)) return isFinal ? 0 : 1;
  const { isFirstName, isLastName, isOtherName, isOrdinary, isKnown } = facts(token);
  let score = 0;
  if (isOrdinary) score = isFinal ? (isLastName ? 0.5 : -1) : isFirstName ? 0.75 : -1;
  else if (isOtherName && !isFirstName && !isLastName) score = -0.5;
  else if (isFirstName && !isFinal) score = 1.5;
  else if (isLastName) score = 1;
  else if (isFirstName || !isKnown) score = 0.5;
  if (foreignForm.test(token.text)) score += 0.75;
  return score;
}

/** O’Connor, McGill, letters with accents, and Seo-yeon. */
const foreignForm =
  /^(?:O|D|L|N|Dell)['’]\p{Lu}|^Ma?c\p{Lu}|[\u0080-\u024f\u1e00-\u1eff]|^\p{Lu}\p{Ll}+-\p{L}/u;

/** The evidence that a run of capitalized words is a person, by its words. */
function evidence(source: FactText, { first, last }: NameRun): number {
  let score = 0;
  for (let at = first; at <= last; at++) {
    const token = source.tokens[at];
    if (isNameWord(token)) score += wordEvidence(source, token, at === last);
    else if (isParticle(token)) score += 0.5;
  }
  return score;
}

const peopleBefore: ReadonlySet<string> = new Set(
  (
    "patient patients client customer tenant employee colleague manager director nurse lawyer attorney plaintiff defendant " +
    "witness author husband wife son daughter brother sister mother father friend student teacher applicant candidate " +
    "passenger guest driver resident neighbor neighbour partner assistant engineer consultant accountant boss chairman " +
    "secretary supervisor coach cousin uncle aunt nephew niece"
  ).split(" "),
);

/** Returns whether a word for a person is before the run: "The patient, Chukwuemeka Obi,". */
function followsRole({ tokens }: TokenText, first: number): boolean {
  const before = tokens[first - 1];
  const role = before?.text === "," ? tokens[first - 2] : before;
  return role !== undefined && peopleBefore.has(plainWord(role));
}

const sendingVerbs: ReadonlySet<string> = new Set(
  (
    "forward forwarded send sent give gave hand handed write wrote speak spoke talk talked report reports deliver " +
    "delivered assign assigned ship mail mailed email emailed return returned pass passed refer referred belongs married"
  ).split(" "),
);

const personVerbs: ReadonlySet<string> = new Set(
  (
    "called said asked wrote told emailed phoned replied complained requested signed spoke visited arrived joined agreed " +
    "confirmed answered apologized explained mentioned claimed complains says asks writes thinks believes lives works " +
    "wants needs knows married died"
  ).split(" "),
);

/** Returns whether the sentence around a run treats it as a person: a recipient, or the subject of what only people do. */
function actsAsPerson(source: FactText, { first, last }: NameRun): boolean {
  const { tokens } = source;
  const after = tokens[last + 1];
  if (followsRole(source, first) || (after && personVerbs.has(plainWord(after)))) return true;
  if (tokens[first - 1]?.text !== "to") return false;
  return tokens.slice(Math.max(0, first - 7), first - 1).some((token) => sendingVerbs.has(plainWord(token)));
}

const likely = 0.75;
/** The evidence from which a run is a person, and the confidence below which a name of another type gives way to it. */
const minEvidence = 2;
const maxDoubt = 0.65;

/** Offices and ranks before a name, and words that make a run the name of a place or a thing. */
const offices: ReadonlySet<string> = new Set(
  (
    "president vice mayor governor senator minister chancellor king queen prince princess royal duke duchess lord lady sir " +
    "dame saint captain colonel general admiral sergeant lieutenant major professor chair chairman judge justice pope " +
    "bishop archbishop cardinal sheriff secretary ambassador representative congressman emperor empress sultan sheikh"
  ).split(" "),
);
const places: ReadonlySet<string> = new Set(
  (
    "north south east west northern southern eastern western upper lower new old great san santa los las port fort mount " +
    "lake cape point bridge lodge harbor harbour creek park field fields river hill hills valley island islands beach " +
    "bay street road avenue square station rua rúa quinta plaza piazza via calle rue colegio universidade museum hotel " +
    "theatre theater stadium arena county city town village district region province uss usns hms usaf band orchestra"
  ).split(" "),
);

/** Returns whether the words of a run can be a person at all: none is an office, a place or in capitals only. */
function canBePerson({ text, tokens }: TokenText, { first, last }: NameRun): boolean {
  if (
    isNameWord(tokens[first - 1]) &&
    isAdjacent({ text, tokens }, first) &&
    !opensSentence({ text, tokens }, first - 1)
  )
    return false;
  return tokens.slice(first, last + 1).every((token) => {
    const plain = plainWord(token);
    const isShout = token.text.length > 2 && token.text === token.text.toUpperCase() && !isInitial(token);
    return !isShout && !offices.has(plain) && !places.has(plain);
  });
}

/** Returns the persons among the runs of capitalized words that no name covers, by the lists of names and their letters. */
function findUncovered(
  source: FactText,
  isFree: (index: number) => boolean,
  isUncovered: (index: number) => boolean,
): NameMention[] {
  const { tokens } = source;
  const found: NameMention[] = [];
  for (let first = 0; first < tokens.length; first++) {
    const token = tokens[first];
    if (!isNameWord(token) || !isFree(first)) continue;
    // A single word is no person by its form, and most names are single words.
    const next = tokens[first + 1];
    if (!isNameWord(next) && !isParticle(next)) continue;
    const run = readNameRun(source, first);
    if (!run) continue;
    const end = run.last;
    let head = run.first;
    let { words } = run;
    // An ordinary word at the start of a sentence is no part of the name: "Contact Jorelle Haddon".
    while (words > 1 && tokens[head] && startsOrdinary(source, head)) {
      head += 1;
      words -= 1;
    }
    const isWhole = Array.from({ length: end - head + 1 }, (_, index) => head + index).every(isFree);
    const [start, tail] = [tokens[head], tokens[end]];
    if (isWhole && start && tail && words >= 2 && words <= 4 && !isHeadline(source, head)) {
      const part = { first: head, last: end, words };
      if (isPerson(source, part, isUncovered(head)))
        found.push({ type: "person", start: start.start, end: tail.end, confidence: likely });
    }
    first = end;
  }
  return found;
}

/** Returns whether the words of a run, and the sentence around it, make it a person. */
function isPerson(source: FactText, run: NameRun, isUncovered: boolean): boolean {
  const [head, tail] = [source.tokens[run.first], source.tokens[run.last]];
  if (run.last === run.first + 1 && head && tail && isKoreanName(head, tail)) return true;
  if (!canBePerson(source, run)) return false;
  const score = evidence(source, run);
  if (actsAsPerson(source, run)) return score + 1 >= minEvidence;
  if (!isUncovered || !head || !tail) return false;
  const [given, family] = [source.facts(head), source.facts(tail)];
  const isGiven = isInitial(head) || (given.isFirstName && !given.isOrdinary && !given.isOtherName);
  return isGiven && !family.isOtherName && !family.isOrdinary && score >= minEvidence;
}

function startsOrdinary(source: FactText, index: number): boolean {
  const token = source.tokens[index];
  if (!token || isInitial(token)) return false;
  const { isOrdinary, isFirstName } = source.facts(token);
  return (isOrdinary && !isFirstName) || peopleBefore.has(plainWord(token));
}

/**
 * Returns the names of an English text with its persons whole: a person keeps its particles, initials, hyphens and
 * suffixes, a word that is only a first name elsewhere is dropped, and runs of words that the lists know as names of
 * persons are added.
 *
 * @param names The names in the order of the text, without overlaps.
 */
export function settlePersons(source: FactText, names: readonly NameMention[]): NameMention[] {
  const { tokens } = source;
  const owners = new Int32Array(tokens.length).fill(-1);
  const located: TokenName[] = [];
  let at = 0;
  for (const name of names) {
    while ((tokens[at]?.start ?? Infinity) < name.start) at += 1;
    const first = at;
    while ((tokens[at]?.start ?? Infinity) < name.end) at += 1;
    const placed = { ...name, first, last: Math.max(first, at - 1) };
    if (placed.type === "person" && isOtherWord(source, placed, opensSentence(source, first))) continue;
    owners.fill(located.length, first, placed.last + 1);
    located.push(placed);
  }
  const closed = located.map((name, index) => {
    if (name.type !== "person") return name;
    const isFree = (token: number) => {
      const owner = located[owners[token] ?? -1];
      return owner === undefined || owner === name || (owner.type === "person" && owner.first === owner.last);
    };
    const whole = close(source, name, isFree);
    owners.fill(index, whole.first, whole.last + 1);
    return whole;
  });
  const result: NameMention[] = [];
  closed.forEach((name, index) => {
    // A person that a longer one has taken in is a part of it.
    if (owners[name.first] !== index) return;
    const { type, start, end, confidence } = name;
    result.push({ type, start, end, confidence });
  });
  const isDoubted = (token: number) => {
    const owner = closed[owners[token] ?? -1];
    return owner === undefined || (owner.type !== "person" && owner.confidence < maxDoubt);
  };
  const added = findUncovered(source, isDoubted, (token) => owners[token] === -1);
  return mergeSpans(added, result);
}
