import { wordFact, type WordType } from "../segment/word-types.ts";
import { countSyllables } from "./syllables.ts";

/** Scores of English prose. Grades are US school grades. Document ease runs from about 0 (hard) to 100 (easy). */
export interface ReadabilityScores {
  fleschReadingEase: number;
  fleschKincaidGrade: number;
  gunningFog: number;
  smog: number;
  colemanLiau: number;
  automatedReadability: number;
  lix: number;
  readingTimeSeconds: number;
}

/** A word of more letters and digits is long in LIX (Björnsson 1968, Läsbarhet). */
export const maxShortWord = 6;

/**
 * The silent reading speed of adults for English non-fiction: Brysbaert (2019), Journal of Memory and Language 109,
 * 104047.
 */
const wordsPerMinute = 238;

const punctuation = /[^\p{L}\p{N}]/gu;
const plainWord = /^[A-Za-z0-9]+$/;

/** Rounds to two decimals. */
export function roundScore(value: number): number {
  // Adding 0 turns −0 into 0.
  return Math.round(value * 100) / 100 + 0;
}

/** Returns the seconds that a number of words takes at a speed in words per minute. */
export function readingTime(words: number, speed: number): number {
  return roundScore((words * 60) / speed);
}

/**
 * Returns whether the word is hard by Gunning's definition: three or more syllables, not counting the endings -es, -ed
 * and -ing, and not merely because a hyphen joins short words.
 */
function isHard(word: string, syllables: number): boolean {
  if (syllables < 3) return false;
  if (word.includes("-")) return word.split("-").some((part) => isHard(part, countSyllables(part)));
  const stem = word.replace(/(?:es|ed|ing)$/i, "");
  return stem === word || countSyllables(stem) >= 3;
}

interface MeasuredWord {
  characters: number;
  syllables: number;
  isHard: boolean;
}

const measureWord = wordFact(({ text }): MeasuredWord => {
  const syllables = countSyllables(text);
  return {
    characters: plainWord.test(text) ? text.length : text.replace(punctuation, "").length,
    syllables,
    isHard: isHard(text, syllables),
  };
});

/**
 * Measures how hard an English text is to read, to two decimals.
 *
 * - Flesch reading ease: Flesch (1948), A new readability yardstick, J. Applied Psychology 32(3).
 * - Flesch–Kincaid grade: Kincaid, Fishburne, Rogers, Chissom (1975), Naval Technical Training report 8-75.
 * - Gunning fog: Gunning (1952), The Technique of Clear Writing. Proper names count as any word.
 * - SMOG: McLaughlin (1969), J. of Document 12(8). The norm is 30 sentences; fewer sentences are scaled up.
 * - Coleman–Liau: Coleman, Liau (1975), J. Applied Psychology 60(2).
 * - LIX: Björnsson (1968), Läsbarhet, which compares languages.
 * - Automated readability index: Smith, Senter (1967), AMRL-TR-66-220.
 *
 * @param words The words without their punctuation.
 * @param sentenceCount The number of sentences; a value below 1 counts as 1.
 * @returns The scores, all zero for a text without words. No score is NaN or infinite.
 * @example
 * ```ts
 * const words = ["The", "cat", "sat"].map((word) => wordType(word, "word"));
 * measureReadability(words, 1).fleschKincaidGrade; // -2.62
 * ```
 */
export function measureReadability(words: readonly WordType[], sentenceCount: number): ReadabilityScores {
  let characters = 0;
  let syllables = 0;
  let polysyllables = 0;
  let hardWords = 0;
  let longWords = 0;
  for (const word of words) {
    const measured = measureWord(word);
    characters += measured.characters;
    if (measured.characters > maxShortWord) longWords += 1;
    syllables += measured.syllables;
    if (measured.syllables >= 3) polysyllables += 1;
    if (measured.isHard) hardWords += 1;
  }
  const sentences = Math.max(1, sentenceCount);
  // Without words every ratio would be 0 / 0, so `scale` sets all scores to zero.
  const total = Math.max(1, words.length);
  const scale = words.length === 0 ? 0 : 1;
  const wordsPerSentence = total / sentences;
  const syllablesPerWord = syllables / total;
  const charactersPerWord = characters / total;
  const score = (value: number) => roundScore(value * scale);
  return {
    fleschReadingEase: score(206.835 - 1.015 * wordsPerSentence - 84.6 * syllablesPerWord),
    fleschKincaidGrade: score(0.39 * wordsPerSentence + 11.8 * syllablesPerWord - 15.59),
    gunningFog: score(0.4 * (wordsPerSentence + (100 * hardWords) / total)),
    smog: score(1.043 * Math.sqrt((polysyllables * 30) / sentences) + 3.1291),
    colemanLiau: score(5.88 * charactersPerWord - (29.6 * sentences) / total - 15.8),
    automatedReadability: score(4.71 * charactersPerWord + 0.5 * wordsPerSentence - 21.43),
    lix: score(wordsPerSentence + (100 * longWords) / total),
    readingTimeSeconds: readingTime(words.length, wordsPerMinute),
  };
}
