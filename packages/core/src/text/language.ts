import type { z } from "zod";
import type { Camelized } from "../casing.ts";
import type { Language } from "../schemas/text.ts";
import { languageName } from "./language-names.ts";
import { type Candidate, classify } from "./language/classify.ts";
import { loadLanguageModel } from "./language/model.ts";
import { latin } from "./language/scripts.ts";
import { emptySample, readSample, type Sample } from "./language/words.ts";
import { round } from "./round.ts";

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

/** Below this confidence a detection is uncertain: of sentences of 38 languages 3 % are, of pairs of words 22 %. */
const certainty = 0.8;
/** A single word in the Latin alphabet tells little: "Hello" looks Finnish, "ok" Polish; so does "i luv u". */
const fewestLatinWords = 2;
const fewestLatinLetters = 8;
/** English is plausible where it is not less likely than the best by more than this factor; in the shortest texts, a hundredth. */
const plausibleOdds = 0.2;
const shownAlternatives = 5;

/**
 * Norms of one language, told apart by few words. A text that is surely in either is not to be analysed as English, however
 * open it is in which.
 */
const norms: readonly (readonly string[])[] = [["id", "ms"]];

/** What stands for the text: all of a short one, else five pieces of it, spread evenly. */
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

/** Whether a Latin text has but a word or two; one that says them over and over is no longer for that. */
function isShortLatin({ words }: Sample, script: number): boolean {
  if (script !== latin) return false;
  const seen = new Set<string>();
  let letters = 0;
  for (const { text } of words) {
    if (!seen.has(text)) letters += text.length;
    seen.add(text);
    if (seen.size >= fewestLatinWords && letters >= fewestLatinLetters) return false;
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

function recordOf(chosen: Candidate, candidates: readonly Candidate[]): ReadingLanguage["record"] {
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
 * Detects the language of a text, one of 69: by its script, or where several languages share that, by n-grams and frequent
 * words of up to 2,500 of its characters.
 *
 * A short, mixed or ambiguous text is `certain: false`, and so is one of names or program code. It is reported as English,
 * with the low confidence that English really has and the detector's candidates as alternatives, where it is in Latin
 * letters and English is plausible; else as the best guess. Without letters of a known script it is `und`.
 */
export async function detectLanguage(text: string): Promise<ReadingLanguage> {
  const firstLetter = text.search(/\p{L}/u);
  const undetermined = { record: recordOf({ code: "und", confidence: 1 }, []), used: "en", certain: false };
  if (firstLetter < 0) return undetermined;
  const sample = sampleText(text, firstLetter);
  const { candidates, script } = classify(sample, await loadLanguageModel());
  const [best] = candidates;
  const english = candidates.find(({ code }) => code === "en");
  if (!best) {
    // Nothing but addresses, handles and the like.
    if (!/[a-z]/i.test(text)) return undetermined;
    return { record: recordOf({ code: "en", confidence: 0 }, []), used: "en", certain: false };
  }
  const isShort = isShortLatin(sample, script);
  const certain = !isShort && isCertain(candidates);
  const isEnglish = english && (isShort || english.confidence >= plausibleOdds * best.confidence);
  const chosen = !certain && isEnglish ? english : best;
  return { record: recordOf(chosen, candidates), used: certain ? chosen.code : "en", certain };
}
