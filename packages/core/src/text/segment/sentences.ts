import { trimmed } from "./lines.ts";
import { cutIndex, isSpace } from "./cut-index.ts";
import { type SentenceAbbreviations, sentenceAbbreviations } from "./sentence-abbreviations.ts";
import type { Span } from "../span.ts";

/** The maximum length of a sentence in code units. Longer sentences are cut. */
const maxSentenceLength = 4096;

/** The length of a quotation in which a mark ends no sentence before a lower-case letter. */
const maxQuoteLength = 200;

/** The number of code units before a period that decide whether it ends a sentence. */
const maxEndingLength = 16;

/**
 * Marks that end a sentence. Marks of scripts without spaces end one regardless of the text after them. A bullet and the
 * bracket of a list marker end the item of a list before them.
 */
const commonTerminator = /[.!?…‥‽⁇⁈⁉؟۔।॥።፧։\u037e]+|[。！？．｡។៕။]+|[•⁃●▪◦]|(?<=\d)\)/g;
const bullet = /^[•⁃●▪◦]/;
/** The particle after a quotation in Japanese, which continues its sentence. */
const quotativeParticle = /^(?:と|って)/;
const unspacedTerminator = /[。！？．｡។៕။]/;
/** A letter of a script without spaces. After one, "!" and "?" of ASCII end a sentence as their wide forms do. */
const unspacedLetter = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const asciiMark = /^[!?]+$/;
const closers = new Set("\"'”’»›)]}」』）］】〉》");
const continuations = new Set(",;:-–—");
const lowerCase = /^\p{Ll}/u;
const upperCase = /^[\p{Lu}\p{Lt}]/u;
/** "1. First", "b) Second", "• 3. Third": a list marker does not end a sentence. */
const marker = /^(?:[•⁃●▪◦]\s?)?\(?(\d{1,3}|[A-Za-z])$/;
/** A list marker at the end of a text, with its number or letter. */
const innerMarker = /(?:^|\s)(\(?(\d{1,3}|[a-z]))$/;
/** A number that can be an ordinal: the day of a month, a century, a king. */
const ordinal = /(?:^|[^\d.,:])\d{1,2}$/;
/** The day and the month of a date with blanks, before its year and before its month: "5. 3. 2024". */
const dayMonth = /(?:^|[^\d.])\d{1,2}\. \d{1,2}$/;
const monthYear = /^\d{1,2}\. \d{4}/;
const year = /^\d{4}(?!\d)/;
/** A number, a Roman number or a letter. "No. I won't" has the pronoun. */
const spelledNumber = /^(?:\d|[(#+]\d|(?!I(?:\s+\p{Ll}|['’]))(?:[IVXLCDM]{1,4}\b|\p{Lu}(?![\p{L}'’])))/u;
/** Words that continue the name of a company after its form: "Corp. North America". */
const afterCompany =
  /^(?:(?:North|South|East|West|Latin|Central)(?:ern)?\s+\p{Lu}|(?:USA?|UK|EU|EMEA|APAC|Americas?|Africa|Asia|Europe|Australia|Brazil|Canada|China|France|Germany|India|International|Ireland|Italy|Japan|Korea|Mexico|Singapore|Spain|Group|Holdings?)\b)/u;
/** The times "a. m." and "p. m." with a space. */
const spacedTime = /(?:^|[^\p{L}])[ap]\.\s?m$/iu;
/** The first word of a sentence that follows a period without a space. The end of an address looks like one. */
const gluedWord = /^(?!(?:Com|Net|Org|Edu|Gov|Io|Js|Ts|Py|Co|De|Fr|Uk)\b)\p{Lu}\p{Ll}*(?=[\s,'’])/u;
const lowerWord = /(?:^|[\s'’“"(])\p{Ll}{2,}$/u;
const quotes = /["“”„«»]/g;
/** Words that are no sentence of their own after "5 p.m.": a day, a month or a time zone. */
const afterTime =
  /^(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|January|February|March|April|May|June|July|August|September|October|November|December|[ECMP][SD]?T|GMT|UTC|Eastern|Central|Pacific|Mountain|Greenwich)\b/;
/** "At 5 a.m." begins a sentence. */
const openingTime = /^(?:At|By|On|From|Around|Until|Before|After|Since|Between)\b.{0,24}$/;
/** Names that end with a mark. */
const markedNames = new Set(["yahoo", "jeopardy", "wham"]);
const initialWord = /^\p{Lu}\.$/u;
const nextWord = /^["'“‘«„(¿¡[]{0,3}([\p{L}\p{M}]{1,24})/u;

interface Ending {
  /** The index of the mark. */
  start: number;
  /** The index after the mark and the quotes and brackets that follow it. */
  end: number;
  /** The mark itself, without quotes and brackets. */
  mark: string;
  isClosing: boolean;
}

/** Returns whether a quote or bracket closes. German closes with the mark that opens in English. */
function isCloser(text: string, index: number): boolean {
  const character = text.charAt(index);
  return closers.has(character) || ("“‘«".includes(character) && /^\s?$/.test(text.charAt(index + 1)));
}

function endingAt(text: string, match: RegExpExecArray, limit: number): Ending {
  const mark = match[0];
  const markEnd = match.index + mark.length;
  let end = markEnd;
  // French sets a space before the closing mark.
  if (/^\s[»›]/.test(text.slice(end, end + 2))) end += 2;
  while (end < limit && isCloser(text, end)) end += 1;
  return { start: match.index, end, mark, isClosing: end > markEnd };
}

function lastWord(text: string, start: number, end: number): string {
  return /[\p{L}.]{1,12}$/u.exec(text.slice(Math.max(start, end - maxEndingLength), end))?.[0] ?? "";
}

/** Returns the index after the white space at `from`, or after `maxEndingLength` characters if there is more. */
function nextStart(text: string, from: number, limit: number): number {
  let index = from;
  while (index < limit && index - from < maxEndingLength && isSpace(text, index)) index += 1;
  return index;
}

/** Returns the index of the first character at or after `from` that is not white space. */
function skipSpace(text: string, from: number, limit: number): number {
  let index = from;
  while (index < limit && isSpace(text, index)) index += 1;
  return index;
}

/** A text with the abbreviations of its language. */
interface Source {
  text: string;
  known: SentenceAbbreviations;
}

/** A period that may belong to the word before it. */
interface Period {
  position: number;
  word: string;
  /** The index at which the next sentence would begin. */
  next: number;
}

/** A sentence whose end is not known yet. */
interface OpenSentence {
  start: number;
  /** The first character that is not white space. `start` can be before it, see {@link nextStart}. */
  content: number;
  /** The end of the line, which is the last possible end. */
  limit: number;
}

/** Returns whether the word at an index begins sentences, such as "He", rather than names. */
function isStarter({ text, known: { starters } }: Source, index: number): boolean {
  const word = nextWord.exec(text.slice(index, index + 28))?.[1];
  // "В." before a surname is an initial, not the preposition.
  if (word === undefined || initialWord.test(text.slice(index, index + 2))) return false;
  return starters.has(word.toLowerCase());
}

/** A part of a word with periods that no abbreviation has: "example.com". */
const address = /\p{L}{5}/u;

/** Returns whether the sentence continues after the period of an abbreviation, an initial or an ordinal. */
function continuesAfterPeriod(source: Source, { start }: OpenSentence, period: Period): boolean {
  const { text, known } = source;
  const { position, word, next } = period;
  const lower = word.toLowerCase();
  // "Heat it to 180°C. Whisk the eggs."
  if (text.charAt(position - 2) === "°") return false;
  // "J. Smith" and "the U.S. Senate" continue the sentence; "as tall as I." and "in the U.S. He" end it.
  if (/^\p{Lu}$/u.test(word)) return word !== "I" && !isStarter(source, next);
  const after = text.slice(next, next + 16);
  const isSpacedTime = lower === "m" && spacedTime.test(text.slice(Math.max(start, position - 6), position));
  if (!isSpacedTime && known.joining.has(lower)) return true;
  if (known.company.has(lower)) return afterCompany.test(after);
  if (known.numeric.has(lower) || /[nN][°ºr]$/.test(text.slice(position - 2, position)))
    return spelledNumber.test(after);
  if (word === "") return known.hasOrdinals && isOrdinal(source, start, period);
  if (/^[ap]\.m$/.test(lower) || isSpacedTime) {
    const opening = text.slice(start, Math.min(position, start + 40));
    return afterTime.test(after) || (position - start < 40 && openingTime.test(opening));
  }
  // The last letter of "can't" is no abbreviation.
  const isPointed = word.includes(".") && !address.test(word);
  const isShort = (word.length === 1 && !/['’]/.test(text.charAt(position - 2))) || isPointed;
  return (isShort || known.ambiguous.has(lower)) && !isStarter(source, next);
}

/** Returns whether a number before a period is an ordinal, as in "am 14. Dezember". */
function isOrdinal(source: Source, start: number, { position, next }: Period): boolean {
  const { text } = source;
  const before = text.slice(Math.max(start, position - 4), position);
  const after = text.slice(next, next + 8);
  if (ordinal.test(before) && monthYear.test(after)) return true;
  if (year.test(after) && dayMonth.test(text.slice(Math.max(start, position - 8), position))) return true;
  return ordinal.test(before) && upperCase.test(text.slice(next, next + 2)) && !isStarter(source, next);
}

/** Returns whether the sentence ends with the mark (Unicode UAX #29, SB6 to SB11). */
function endsSentence(
  source: Source,
  sentence: OpenSentence,
  { start: position, end, mark, isClosing }: Ending,
): boolean {
  const { text } = source;
  const { start, content, limit } = sentence;
  if (end >= limit) return true;
  const isWide = asciiMark.test(mark) && unspacedLetter.test(text.charAt(position - 1));
  if (isWide || unspacedTerminator.test(mark))
    return !isClosing || !quotativeParticle.test(text.slice(end, end + 2));
  const isFirm = /[!?‽⁇⁈⁉؟;\u037e]/.test(mark);
  const next = nextStart(text, end, limit);
  const following = text.slice(next, next + 2);
  // Without a space after it the mark is inside a word, an address or a number, except "!" or "?" before a capital.
  if (next === end) {
    if (mark !== ".") return isFirm && upperCase.test(following);
    return isGlued(source, start, { position, word: lastWord(text, start, position), next });
  }
  if (continuations.has(text.charAt(next)) || following.startsWith(".")) return false;
  const isLower = lowerCase.test(following);
  if (isFirm) {
    // “Go!” and left.
    if (isLower && (isClosing || isInsideQuote(text, start, position))) return false;
    return (
      mark !== "!" ||
      !markedNames.has(lastWord(text, start, position).toLowerCase()) ||
      isStarter(source, next)
    );
  }
  if (mark !== ".") return !isLower;
  if (marker.test(text.slice(content, Math.min(position, content + maxEndingLength)))) return false;
  const word = lastWord(text, start, position);
  if (!isClosing && continuesAfterPeriod(source, sentence, { position, word, next })) return false;
  // An author who starts one sentence in lower case, as in a chat, starts the next in lower case too.
  return !isLower || (word.length > 1 && !word.includes(".") && lowerCase.test(text.slice(start, start + 2)));
}

/** Returns whether a quotation that began in the sentence is still open. */
function isInsideQuote(text: string, start: number, position: number): boolean {
  let isOpen = false;
  for (const [mark] of text.slice(Math.max(start, position - maxQuoteLength), position).matchAll(quotes))
    isOpen = mark === '"' ? !isOpen : "“„«".includes(mark);
  return isOpen;
}

/** Returns whether the next sentence follows a period without a space: "Let's go.Then return." */
function isGlued(source: Source, start: number, { position, word, next }: Period): boolean {
  const { text } = source;
  if (word === "" || word.includes(".") || !gluedWord.test(text.slice(next, next + 24))) return false;
  return (
    isStarter(source, next) ||
    lowerWord.test(text.slice(Math.max(start, position - maxEndingLength), position))
  );
}

/** Returns the number of a list marker: 1 for "1" and for "a". */
function markerNumber(text: string): number {
  return /\d/.test(text) ? Number(text) : text.toLowerCase().charCodeAt(0) - 0x60;
}

/**
 * Returns the index of a list marker before a mark that continues the list of its sentence: "1. Wash it 2. Boil it".
 * Returns -1 if there is none.
 */
function nextMarker(text: string, { content }: OpenSentence, position: number): number {
  const from = Math.max(content, position - 6);
  const inner = innerMarker.exec(text.slice(from, position));
  if (!inner) return -1;
  const opening = /^(?:[•⁃●▪◦]\s?)?\(?(\d{1,3}|[a-z])[.)]/.exec(text.slice(content, content + 8))?.[1];
  const [, marked = "", value = ""] = inner;
  const index = position - marked.length;
  if (opening === undefined || index <= content) return -1;
  return markerNumber(value) === markerNumber(opening) + 1 ? index : -1;
}

/**
 * Returns the range of indices of the tokens or words in each sentence. A token belongs to the sentence in which it
 * begins.
 */
export function sentenceRanges(tokens: readonly Span[], sentences: readonly Span[]): Span[] {
  let index = 0;
  return sentences.map(({ end }) => {
    const start = index;
    while ((tokens[index]?.start ?? Infinity) < end) index += 1;
    return { start, end: index };
  });
}

/** Returns the pattern of the marks that end a sentence, with a further sign. */
function terminatorWith(sign: string): RegExp {
  return new RegExp(`${sign}+|${commonTerminator.source}`, "g");
}

/**
 * Returns the sentences of a text in order, without the white space at their edges. The time is linear in the length of
 * the text.
 */
export function findSentences(text: string, lines: readonly Span[], locale: string): Span[] {
  const source = { text, known: sentenceAbbreviations(locale) };
  const sentences: Span[] = [];
  const add = (start: number, end: number) => {
    for (let from = start; from < end;) {
      const to = cutIndex(text, from, maxSentenceLength, end);
      const span = trimmed(text, from, to);
      if (span.start < span.end) sentences.push(span);
      from = to;
    }
  };
  const { questionMark } = source.known;
  const terminator = questionMark === "" ? commonTerminator : terminatorWith(questionMark);
  // One search covers the whole text: a search per line would find the same mark of a distant line repeatedly.
  terminator.lastIndex = 0;
  let match = terminator.exec(text);
  for (const { start: lineStart, end: limit } of lines) {
    const first = skipSpace(text, lineStart, limit);
    let sentence: OpenSentence = { start: first, content: first, limit };
    for (; match && match.index < limit; match = terminator.exec(text)) {
      const [mark] = match;
      const isBullet = bullet.test(mark);
      const inner = isBullet ? match.index : nextMarker(text, sentence, match.index);
      const ending = endingAt(text, match, limit);
      // A bullet between words can also separate them.
      const endsItem = isBullet
        ? bullet.test(text.charAt(sentence.content)) && inner > sentence.content
        : inner >= 0;
      if (!endsItem && (isBullet || mark === ")" || !endsSentence(source, sentence, ending))) continue;
      const end = endsItem ? inner : ending.end;
      add(sentence.start, end);
      const start = nextStart(text, end, limit);
      sentence = { start, content: skipSpace(text, start, limit), limit };
    }
    if (sentence.start < limit) add(sentence.start, limit);
  }
  return sentences;
}
