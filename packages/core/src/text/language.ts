import type { Camelized } from "../casing.ts";
import type { z } from "zod";
import type { Language } from "../schemas/text.ts";
import { languageName, languageOf } from "./language-names.ts";
import { type LanguageScores, loadLanguageScorer } from "./language-scores.ts";
import { round } from "./round.ts";
import { loadStopwords, type Stopwords } from "./stopwords.ts";

/** A text's language as the record tells it, and the one in which the analyses run. */
export interface ReadingLanguage {
  record: Camelized<z.infer<typeof Language>>;
  /** English where the language is uncertain. */
  used: string;
  /** Whether the caller named it or the detection is reliable. */
  certain: boolean;
}

const sampleLength = 500;
const sampleCount = 5;

/** Below this confidence a detection is uncertain: of sentences of 38 languages 7 % are, of pairs of words 17 %. */
const certainty = 0.75;
/** A single word in the Latin alphabet tells little: "Hello" looks Italian, "ok" Polish. */
const fewestLatinWords = 2;
/** How far behind the best English may be for an uncertain text to count as English. */
const plausibility = 0.15;
/** Weight of the share of a language's stopwords among the words, set on dev data. */
const stopwordWeight = 0.05;
/** Turns differences of score into odds; calibration error .02 on dev data. */
const sharpness = 80;
const candidates = 8;

/** Scripts that are written by one language of the detector, for texts too short for its n-grams. */
const scripts: readonly { script: RegExp; language: string; among: readonly string[] }[] = [
  { script: /[\p{Script=Hiragana}\p{Script=Katakana}]/u, language: "ja", among: ["ja"] },
  { script: /\p{Script=Han}/u, language: "zh", among: ["zh", "ja", "ko"] },
  { script: /\p{Script=Hangul}/u, language: "ko", among: ["ko"] },
];

/** Pieces that stand for the text: all of a short one, else five spread evenly, without addresses and handles. */
function takeSamples(text: string, firstLetter: number): string[] {
  const length = text.length - firstLetter;
  const starts =
    length <= sampleCount * sampleLength
      ? Array.from({ length: Math.ceil(length / sampleLength) }, (_, index) => index * sampleLength)
      : Array.from({ length: sampleCount }, (_, index) =>
          Math.floor((index * (length - sampleLength)) / (sampleCount - 1)),
        );
  return starts.map((start) => {
    const sample = text.slice(firstLetter + start, firstLetter + start + sampleLength);
    const words = sample.split(/\s+/);
    const plain = words.filter((word) => !/[@#\d]|:\/\/|^www\./i.test(word));
    return (plain.length > 0 ? plain : words).join(" ");
  });
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}'’]+/gu) ?? [];
}

function scoreSample(sample: string, scores: LanguageScores, stopwords: Stopwords): LanguageScores {
  const best = scores[0]?.[0] ?? "";
  const byScript = scripts.find(({ script }) => script.test(sample));
  if (byScript && !byScript.among.includes(best)) return [[byScript.language, 1]];
  const malay = scores.find(([code]) => code === "ms");
  // eld has no Indonesian; it takes it for Malay, from which its frequent words tell it.
  const all: LanguageScores = malay ? [...scores, ["id", malay[1]]] : scores;
  const words = wordsOf(sample);
  return all.map(([code, score]) => {
    const list = stopwords(code);
    const share = words.filter((word) => list.has(word)).length / Math.max(1, words.length);
    return [code, score + stopwordWeight * share];
  });
}

function meanScores(samples: LanguageScores[]): LanguageScores {
  const sums = new Map<string, number>();
  for (const scores of samples)
    for (const [code, score] of scores) sums.set(code, (sums.get(code) ?? 0) + score / samples.length);
  return [...sums].toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, candidates);
}

function toConfidences(scores: LanguageScores): { code: string; confidence: number }[] {
  const best = scores[0]?.[1] ?? 0;
  const odds = scores.map(([, score]) => Math.exp(sharpness * (score - best)));
  const sum = odds.reduce((total, odd) => total + odd, 0);
  return scores.map(([code], index) => ({ code, confidence: round((odds[index] ?? 0) / sum) }));
}

function english(confidence: number): ReadingLanguage["record"] {
  return { code: "en", name: languageName("en"), confidence, detected: true, alternatives: [] };
}

/** The language that a caller named. */
export function namedLanguage(tag: string): ReadingLanguage {
  const code = languageOf(tag);
  return {
    record: { code, name: languageName(code), confidence: 1, detected: false, alternatives: [] },
    used: code,
    certain: true,
  };
}

/**
 * Detects the language of a text from up to five samples of it, by eld's n-grams and stopwords.
 *
 * A short or ambiguous text is `certain: false`. It is reported as English, with the low confidence that English
 * really has and the detector's candidates as alternatives, where it is in Latin letters and English is plausible;
 * else as the best guess. Without letters it is `und`.
 */
export async function detectLanguage(text: string): Promise<ReadingLanguage> {
  const firstLetter = text.search(/\p{L}/u);
  if (firstLetter < 0) {
    const record = {
      code: "und",
      name: languageName("und"),
      confidence: 1,
      detected: true,
      alternatives: [],
    };
    return { record, used: "en", certain: false };
  }
  const [score, stopwords] = await Promise.all([loadLanguageScorer(), loadStopwords()]);
  const samples = takeSamples(text, firstLetter);
  const scores = meanScores(samples.map((sample) => scoreSample(sample, score(sample), stopwords)));
  const ranked = toConfidences(scores);
  const best = ranked[0];
  if (!best) return { record: english(0), used: "en", certain: false };

  const isLatin = /\p{Script=Latin}/u.test(text.slice(firstLetter, firstLetter + 2));
  const words = samples.flatMap(wordsOf);
  const isOneLatinWord = isLatin && words.length < fewestLatinWords;
  const certain = best.confidence >= certainty && !isOneLatinWord;
  const englishScore = scores.find(([code]) => code === "en")?.[1] ?? 0;
  const isPlausiblyEnglish =
    (isLatin && englishScore >= (scores[0]?.[1] ?? 0) - plausibility) ||
    (isOneLatinWord && words.some((word) => stopwords("en").has(word)));
  const chosen =
    certain || !isPlausiblyEnglish
      ? best
      : (ranked.find(({ code }) => code === "en") ?? { code: "en", confidence: 0 });
  return {
    record: {
      ...chosen,
      name: languageName(chosen.code),
      detected: true,
      alternatives: ranked
        .filter(({ code, confidence }) => code !== chosen.code && confidence >= 0.005)
        .slice(0, 5),
    },
    used: certain ? chosen.code : "en",
    certain,
  };
}
