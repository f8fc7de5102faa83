import { wordFact, type WordType } from "../segment/word-types.ts";
import type { Part } from "../record.ts";
import type { Document } from "../document.ts";
import { round } from "../network/round.ts";
import { sentenceRanges } from "../segment/sentences.ts";
import { isFormula } from "../segment/letter-lines.ts";
import type { LineKind } from "../segment/line-kinds.ts";
import type { Span } from "../span.ts";

/** Earlier sentences say more about the topic of a text. The first counts this much more than the last. */
const leadBonus = 0.3;
/**
 * A sentence of fewer words is a heading or an exclamation. It represents the text only if all sentences are that
 * short.
 */
const minWords = 4;
const brevityWeight = 0.1;
/** The factor of a sentence without an end mark, such as a heading, a caption or a signature. */
const openEndWeight = 0.5;
/** The factor of a question: it names the problem, not the answer. */
const questionWeight = 0.7;
/** The factor that each chosen sentence applies to its words, so that the next sentence does not repeat it. */
const repetition = 0.3;

const maxSentences = 5;
/** The share of a sentence's characters other than white space from which it is data. */
const dataShare = 0.4;
const dataCharacter = /[\p{N}\p{S}_/\\|#@=]/u;
/** 1 for the ASCII characters of data. A table, because a regular expression per character is slow. */
const asciiData = Uint8Array.from({ length: 0x80 }, (_, code) =>
  dataCharacter.test(String.fromCharCode(code)) ? 1 : 0,
);
const digit = /\p{Nd}/u;
/** The start of a line such as "Subject: Invoice", in email headers and forms. */
const header = /^[\p{L}][\p{L}\p{N} _-]{0,30}[:：](?=\s|$)/u;
const maxHeaderLength = 40;
const letter = /\p{L}/u;
/** The line above a quoted mail: "On 2 Oct 2025, at 17:40, Ada Byron wrote:". */
const attribution =
  /(?:wrote|schrieb|a écrit|escribió|ha scritto|escreveu|schreef|skrev|napisał|написал)\s?:$/u;
/** The mark of an item of a list, which is no part of its sentence. */
const bullet = /^(?:[-*+–—•⁃●▪◦]\s+)(?=\S)/u;
const endMark = /[\p{Po}\p{Pf}\p{Pe}"]/u;
const questionMark = /[?？؟]/;

const frames: ReadonlySet<LineKind> = new Set([
  "log",
  "tableHead",
  "table",
  "salutation",
  "closing",
  "signature",
  "code",
]);

interface Candidate extends Span {
  /** Indices of its words in the vocabulary of the text. */
  words: number[];
  /** A factor from the sentence's form and position. */
  fitness: number;
  /** Whether it is mostly numbers, addresses and labels, or in a block other than prose. */
  isData: boolean;
  /** Whether it is in a table or code, or a form of a letter, which says least about the subject. */
  isFrame: boolean;
  /** The amount of content that the chosen sentences do not cover yet. */
  score: number;
}

/** The distinct words of a text, regardless of case. */
interface Vocabulary {
  words: { count: number; isContent: boolean }[];
  indexOf: (type: WordType) => number;
}

const lowerCaseForm = wordFact(({ text }) => text.toLowerCase());
/** 1 for a word that can have content, and 0 for a number or an address. */
const prose = wordFact(({ text, kind }) => (kind !== "url" && kind !== "email" && letter.test(text) ? 1 : 0));

function createVocabulary(stopwords: ReadonlySet<string>): Vocabulary {
  const words: Vocabulary["words"] = [];
  const indices = new Map<string, number>();
  const indexOf = (type: WordType): number => {
    const word = lowerCaseForm(type);
    const known = indices.get(word);
    if (known !== undefined) return known;
    const index = words.push({ count: 0, isContent: prose(type) === 1 && !stopwords.has(word) }) - 1;
    indices.set(word, index);
    return index;
  };
  return { words, indexOf };
}

/** The end of a name in the form of a company, whose period ends no sentence: "Talleres Ruiz S.L." */
const legalForm = /(?:\p{Lu}\.){2,}$|\b(?:Co|Corp|Inc|Ltd|Ltda|Bros|Plc|Pty|Cía)\.$/u;
/** The units before the end of a sentence in which a legal form is found. */
const maxLegalForm = 12;

function hasEndMark(text: string, end: number): boolean {
  return (
    endMark.test(text.charAt(end - 1)) && !legalForm.test(text.slice(Math.max(0, end - maxLegalForm), end))
  );
}

/** Returns the personal data and addresses in each sentence, in characters. */
function measurePatterns(document: Document): number[] {
  const sentences = document.sentences();
  const lengths = sentences.map(() => 0);
  let index = 0;
  for (const { type, start, end } of document.patterns()) {
    if (type === "mention" || type === "hashtag") continue;
    while (index < sentences.length - 1 && (sentences[index]?.end ?? 0) <= start) index += 1;
    lengths[index] = (lengths[index] ?? 0) + end - start;
  }
  return lengths;
}

/**
 * Returns whether the sentence is mostly data: a header, a line of an address or a table, or a sentence with at
 * least 40 % numbers, signs, addresses and card numbers.
 */
function isMostlyData(text: string, { start, end }: Span, patternLength: number): boolean {
  let size = 0;
  let characters = 0;
  for (let index = start; index < end; index++) {
    const code = text.charCodeAt(index);
    if (code <= 0x20) continue;
    size += 1;
    characters += code < 0x80 ? (asciiData[code] ?? 0) : dataCharacter.test(text.charAt(index)) ? 1 : 0;
  }
  // The characters inside an address are letters, signs and digits, so the larger of the two counts.
  const data = Math.max(patternLength, characters);
  if (attribution.test(text.slice(Math.max(start, end - 16), end))) return true;
  if (data >= dataShare * size) return true;
  const label = header.test(text.slice(start, Math.min(end, start + maxHeaderLength)));
  if (data === 0 && !label) return false;
  const hasDigit = digit.test(text.slice(start, end));
  return hasEndMark(text, end) ? label && hasDigit : label || patternLength > 0 || hasDigit;
}

function measureFitness(text: string, { start, end }: Span, wordCount: number, position: number): number {
  // The mark may be inside the quotation that it ends.
  const isQuestion = questionMark.test(text.slice(Math.max(start, end - 2), end));
  return (
    (1 + leadBonus * (1 - position)) *
    (wordCount < minWords ? brevityWeight : 1) *
    (hasEndMark(text, end) ? 1 : openEndWeight) *
    (isQuestion ? questionWeight : 1)
  );
}

function listCandidates(document: Document, vocabulary: Vocabulary): Candidate[] {
  const [words, sentences] = [document.words(), document.sentences()];
  const ranges = sentenceRanges(words, sentences);
  const patternLengths = measurePatterns(document);
  return sentences.map(({ start: itemStart, end }, index) => {
    const start =
      itemStart +
      (bullet.exec(document.text.slice(itemStart, Math.min(end, itemStart + 8)))?.[0].length ?? 0);
    const range = ranges[index];
    const indices = words.slice(range?.start, range?.end).map(({ type }) => {
      const position = vocabulary.indexOf(type);
      const entry = vocabulary.words[position];
      if (entry) entry.count += 1;
      return position;
    });
    const fitness = measureFitness(document.text, { start, end }, indices.length, index / sentences.length);
    const kind = document.lineKindAt(start);
    const isProse = kind === "prose" || kind === "list";
    const isData =
      !isProse ||
      isMostlyData(document.text, { start, end }, patternLengths[index] ?? 0) ||
      isFormula(document.text.slice(start, end), document.language);
    return { start, end, words: indices, fitness, isData, isFrame: frames.has(kind), score: 0 };
  });
}

function isSame(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((word, index) => word === other[index]);
}

/** Returns the candidate with the highest score, the first if scores are equal. */
function findBest(candidates: readonly Candidate[]): Candidate | undefined {
  let [best] = candidates;
  for (const candidate of candidates) if (best && candidate.score > best.score) best = candidate;
  return best;
}

/**
 * Summarizes a text by the sentences that share most words with the rest. A sentence scores by the frequency of its
 * words other than stopwords, with a bonus for an early position. Words that the summary already contains count less
 * (SumBasic; Nenkova, Vanderwende 2005).
 *
 * Returns `count` sentences, or one in ten, at least one and at most five. There are no duplicates, and no lines that are
 * mostly data if the text has others. The sentences are in the order of the text. Scores are relative to the best.
 */
export async function summarize(document: Document, count?: number): Promise<Part<"summary">> {
  const vocabulary = createVocabulary(await document.stopwords());
  const candidates = listCandidates(document, vocabulary);
  const values = vocabulary.words.map(({ count, isContent }) => (isContent ? Math.log1p(count) : 0));
  const scoreCandidate = ({ words, fitness }: Candidate) => {
    const sum = words.reduce((total, word) => total + (values[word] ?? 0), 0);
    // The square root keeps very short sentences from winning by one frequent word.
    return (fitness * sum) / Math.sqrt(Math.max(1, words.length));
  };

  const length = count ?? Math.max(1, Math.min(maxSentences, Math.ceil(candidates.length / 10)));
  const chosen: Candidate[] = [];
  const readable = candidates.filter(({ isData }) => !isData);
  const informative = candidates.filter(({ isFrame }) => !isFrame);
  let remaining = [readable, informative, candidates].find(({ length }) => length > 0) ?? [];
  for (;;) {
    for (const candidate of remaining) candidate.score = scoreCandidate(candidate);
    const best = findBest(remaining);
    if (!best) break;
    chosen.push(best);
    if (chosen.length === length) break;
    for (const word of new Set(best.words)) values[word] = repetition * (values[word] ?? 0);
    remaining = remaining.filter(({ words }) => !isSame(words, best.words));
  }
  const top = chosen[0]?.score || 1;
  return {
    sentences: chosen
      .toSorted((a, b) => a.start - b.start)
      .map(({ start, end, score }) => ({
        text: document.text.slice(start, end),
        start,
        end,
        score: round(score / top),
      })),
  };
}
