import type { z } from "zod";
import type { Camelized } from "../../schema/casing.ts";
import { languageName } from "./language-names.ts";
import { type Candidate, type Classification, classify } from "./classify.ts";
import { greetingLanguage } from "./greetings.ts";
import { type LanguageModel, loadLanguageModel } from "./model.ts";
import { authorProse } from "./prose.ts";
import { isRomanized } from "./romanized.ts";
import { latin } from "./scripts.ts";
import { emptySample, readSample, type Sample } from "./words.ts";
import { round } from "../network/round.ts";
import type { Language } from "./record.ts";

/** The language that the record reports, and the language in which the analyses run. */
export interface ReadingLanguage {
  record: Camelized<z.infer<typeof Language>>;
  /** English if the language is uncertain. */
  used: string;
  /** Whether the caller named the language or the detection is reliable. */
  certain: boolean;
}

const sampleLength = 500;
const sampleCount = 5;

/**
 * Below this confidence a detection is uncertain. That applies to 3 % of sentences and 22 % of word pairs in 38
 * languages.
 */
const certainty = 0.8;
/** A single word in the Latin alphabet is weak evidence: "Hello" looks Finnish, "ok" Polish, and so does "i luv u". */
const minLatinWords = 2;
const minLatinLetters = 8;
/** "Hola" is Spanish, but may be said in another language. */
const greetingConfidence = 0.9;
const maxGreetingWords = 3;
/**
 * English is plausible if it is at least this fraction as likely as the best language. In the shortest texts it is
 * plausible if it is a candidate at all.
 */
const plausibleOdds = 0.2;
const shownAlternatives = 5;
/** The factor of the confidence of a text in Latin letters whose words are those of another script. */
const romanizedDoubt = 0.5;
/** A longer sample has enough words whatever names it has, and may have two languages. */
const maxSentenceWords = 14;

/**
 * Groups of standard varieties of one language, which differ in few words. A text that is clearly in one of a group
 * must not be analyzed as English, even if the variety is uncertain.
 */
const norms: readonly (readonly string[])[] = [["id", "ms"]];

/** Names in the words of a sentence are in other languages too, if as many small words are left. */
const minSmallWords = 3;

/** Returns the sample without names: capitalized words after the first, and the small words between two of them. */
function withoutNames(sample: Sample): Sample {
  const isName = (index: number) => index > 0 && sample.words[index]?.isCapitalized === true;
  const words = sample.words.filter(
    (_, index) => !isName(index) && !(isName(index - 1) && isName(index + 1)),
  );
  return { ...sample, words, capitalized: 0 };
}

/**
 * Returns the candidates of a sample. A short sentence with a foreign name is in the language of its other words, if
 * that is certain.
 */
function classifySentence(sample: Sample, model: LanguageModel): Classification {
  const whole = classify(sample, model);
  const [best] = whole.candidates;
  if (whole.script !== latin || !best || sample.words.length > maxSentenceWords || sample.capitalized < 2)
    return whole;
  const rest = withoutNames(sample);
  if (rest.words.length < minSmallWords || rest.words.length === sample.words.length) return whole;
  const unnamed = classify(rest, model);
  const [other] = unnamed.candidates;
  return other && other.code !== best.code && other.confidence >= certainty ? unnamed : whole;
}

/** Returns the sample that represents the text: the whole of a short text, otherwise five evenly spaced excerpts. */
function sampleText(text: string, firstLetter: number): Sample {
  const sample = emptySample();
  const length = text.length - firstLetter;
  if (length <= sampleCount * sampleLength) readSample(sample, text, firstLetter, text.length);
  else
    for (let index = 0; index < sampleCount; index++) {
      const start = firstLetter + Math.floor((index * (length - sampleLength)) / (sampleCount - 1));
      readSample(sample, text, start, start + sampleLength);
    }
  return sample;
}

/**
 * Returns whether a Latin text has too few distinct words or letters to detect its language. Repeated words count once.
 */
function isShortLatin({ words }: Sample, script: number): boolean {
  if (script !== latin) return false;
  const seen = new Set<string>();
  let letters = 0;
  for (const { text } of words) {
    if (!seen.has(text)) letters += text.length;
    seen.add(text);
    if (seen.size >= minLatinWords && letters >= minLatinLetters) return false;
  }
  return true;
}

function isCertain(candidates: readonly Candidate[]): boolean {
  const [best] = candidates;
  if (!best) return false;
  const same = norms.find((codes) => codes.includes(best.code)) ?? [best.code];
  const confidences = candidates.filter(({ code }) => same.includes(code));
  return confidences.reduce((sum, { confidence }) => sum + confidence, 0) >= certainty;
}

function toRecord(chosen: Candidate, candidates: readonly Candidate[]): ReadingLanguage["record"] {
  return {
    code: chosen.code,
    name: languageName(chosen.code),
    confidence: round(chosen.confidence),
    detected: true,
    alternatives: candidates
      .map(({ code, confidence }) => ({ code, confidence: round(confidence) }))
      .filter(({ code, confidence }) => code !== chosen.code && confidence > 0)
      .slice(0, shownAlternatives),
  };
}

/** Returns the language that a caller named, by its code. */
export function namedLanguage(code: string): ReadingLanguage {
  return {
    record: { code, name: languageName(code), confidence: 1, detected: false, alternatives: [] },
    used: code,
    certain: true,
  };
}

/**
 * Detects which of 69 languages a text is in. If only one language uses the script, the script decides. Otherwise
 * n-grams and frequent words of up to 2,500 characters decide.
 *
 * The result is `certain: false` for a short, mixed or ambiguous text, and for a list of names or program code. If such
 * a text is in Latin letters and English is plausible, the record reports English with its real, low confidence.
 * Otherwise it reports the best guess. The other candidates are `alternatives`. The code is `und` if the text has no
 * letters of a known script.
 */
export async function detectLanguage(text: string): Promise<ReadingLanguage> {
  const firstLetter = text.search(/[@#]?\p{L}/u);
  const undetermined = { record: toRecord({ code: "und", confidence: 1 }, []), used: "en", certain: false };
  if (firstLetter < 0) return undetermined;
  const prose = authorProse(text);
  const sample = sampleText(prose, prose === text ? firstLetter : 0);
  const found = classifySentence(sample, await loadLanguageModel());
  const { script } = found;
  const candidates =
    script === latin && isRomanized(sample.words)
      ? found.candidates.map(({ code, confidence }) => ({ code, confidence: romanizedDoubt * confidence }))
      : found.candidates;
  const [best] = candidates;
  const english = candidates.find(({ code }) => code === "en");
  if (!best) {
    // The text has only addresses, handles and the like.
    return { ...undetermined, record: toRecord({ code: "und", confidence: 0 }, []) };
  }
  const isShort = isShortLatin(sample, script);
  const greeting = sample.words.length <= maxGreetingWords ? greetingLanguage(sample.words) : undefined;
  if (greeting !== undefined) {
    const record = toRecord({ code: greeting, confidence: greetingConfidence }, []);
    return { record, used: greeting, certain: true };
  }
  const certain = !isShort && isCertain(candidates);
  const isEnglish = english && (isShort || english.confidence >= plausibleOdds * best.confidence);
  const chosen = !certain && isEnglish ? english : best;
  return { record: toRecord(chosen, candidates), used: certain ? chosen.code : "en", certain };
}
