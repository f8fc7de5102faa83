import { countNuclei, type SyllableLanguage } from "./nuclei.ts";
import { maxShortWord, readingTime, roundScore } from "./readability.ts";
import { unspaced } from "../keywords/stopword-runs.ts";
import type { WordType } from "../segment/word-types.ts";

/** The means that the formulas combine. */
interface Means {
  wordsPerSentence: number;
  syllablesPerWord: number;
  lettersPerWord: number;
}

interface Formula {
  /** The language of the formula's syllables, or `null` if the formula counts letters. */
  syllables: SyllableLanguage | null;
  score: (means: Means) => number;
}

/** The scores of languages other than English: one formula made for the language, if there is one, and LIX. */
export interface LocalScores {
  amstad?: number;
  fernandezHuerta?: number;
  fleschDouma?: number;
  fleschMartins?: number;
  gulpease?: number;
  kandelMoles?: number;
  lix?: number;
  readingTimeSeconds: number;
}

/**
 * The reading ease of each language, higher for easier texts.
 *
 * - Amstad (1978), Wie verständlich sind unsere Zeitungen?
 * - Fernández Huerta (1959), Medidas sencillas de lecturabilidad, with words per sentence as corrected by Law (2011).
 * - Kandel, Moles (1958), Application de l'indice de Flesch à la langue française.
 * - Lucisano, Piemontese (1988), GULPEASE: una formula per la predizione della difficoltà dei testi.
 * - Douma (1960), De leesbaarheid van landbouwbladen.
 * - Martins, Ghiraldelo, Nunes, Oliveira (1996), Readability formulas applied to textbooks in Brazilian Portuguese.
 */
const formulas: Readonly<
  Record<string, Formula & { name: Exclude<keyof LocalScores, "lix" | "readingTimeSeconds"> }>
> = {
  de: {
    name: "amstad",
    syllables: "de",
    score: ({ wordsPerSentence, syllablesPerWord }) => 180 - wordsPerSentence - 58.5 * syllablesPerWord,
  },
  es: {
    name: "fernandezHuerta",
    syllables: "es",
    score: ({ wordsPerSentence, syllablesPerWord }) =>
      206.84 - 1.02 * wordsPerSentence - 60 * syllablesPerWord,
  },
  fr: {
    name: "kandelMoles",
    syllables: "fr",
    score: ({ wordsPerSentence, syllablesPerWord }) =>
      207 - 1.015 * wordsPerSentence - 73.6 * syllablesPerWord,
  },
  it: {
    name: "gulpease",
    syllables: null,
    score: ({ wordsPerSentence, lettersPerWord }) => 89 + 300 / wordsPerSentence - 10 * lettersPerWord,
  },
  nl: {
    name: "fleschDouma",
    syllables: "nl",
    score: ({ wordsPerSentence, syllablesPerWord }) =>
      206.84 - 0.93 * wordsPerSentence - 77 * syllablesPerWord,
  },
  pt: {
    name: "fleschMartins",
    syllables: "pt",
    score: ({ wordsPerSentence, syllablesPerWord }) =>
      248.835 - 1.015 * wordsPerSentence - 84.6 * syllablesPerWord,
  },
};

/**
 * Words per minute in silent reading: Trauzettel-Klosinski, Dietz (2012), Standardized assessment of reading performance:
 * the new International Reading Speed Texts IReST.
 */
const readingSpeeds: ReadonlyMap<string, number> = new Map(
  Object.entries({
    ar: 138,
    de: 179,
    es: 218,
    fi: 161,
    fr: 195,
    he: 187,
    it: 188,
    ja: 193,
    nl: 202,
    pl: 166,
    pt: 181,
    ru: 184,
    sl: 180,
    sv: 199,
    tr: 166,
    zh: 158,
  }),
);
const meanReadingSpeed = 184;

const lettersAndDigits = /[\p{L}\p{N}]/gu;

/**
 * Measures how hard a text in a language other than English is to read, to two decimals. Italian, German, Spanish,
 * French, Dutch and Portuguese have a formula of their own. Every language that separates words has LIX: below 30 is
 * easy, above 50 hard.
 */
export function measureLocalReadability(
  words: readonly WordType[],
  sentenceCount: number,
  language: string,
): LocalScores {
  const formula = Object.hasOwn(formulas, language) ? formulas[language] : undefined;
  let letters = 0;
  let syllables = 0;
  let longWords = 0;
  let unspacedWords = 0;
  for (const { text } of words) {
    const size = text.match(lettersAndDigits)?.length ?? 0;
    letters += size;
    if (size > maxShortWord) longWords += 1;
    if (formula?.syllables) syllables += countNuclei(text, formula.syllables);
    if (unspaced.test(text)) unspacedWords += 1;
  }
  const total = Math.max(1, words.length);
  const scale = words.length === 0 ? 0 : 1;
  const wordsPerSentence = total / Math.max(1, sentenceCount);
  const means = { wordsPerSentence, syllablesPerWord: syllables / total, lettersPerWord: letters / total };
  return {
    ...(formula && { [formula.name]: roundScore(scale * formula.score(means)) }),
    ...(unspacedWords <= words.length / 2 && {
      lix: roundScore(scale * (wordsPerSentence + (100 * longWords) / total)),
    }),
    readingTimeSeconds: readingTime(words.length, readingSpeeds.get(language) ?? meanReadingSpeed),
  };
}
