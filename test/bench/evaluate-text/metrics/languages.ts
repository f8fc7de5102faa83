import { accuracy, type Classified } from "./classification.ts";

/** The gold language of a text, a system's answer, and the text for its length. */
export interface Identified extends Classified {
  text: string;
}

/** A text with fewer characters is short. */
const shortLength = 50;

/**
 * Returns the accuracy over all texts and over those under 50 characters. `known` is the share of gold
 * languages that the system ever names correctly. The last figure is the accuracy among texts in those
 * languages. A detector that does not support a language cannot be distinguished from one that never finds
 * it.
 */
export function languageFigures(identified: readonly Identified[]) {
  const perLanguage = accuracyPerLanguage(identified);
  const known = new Set(
    Object.keys(perLanguage).filter((language) => (perLanguage[language]?.accuracy ?? 0) > 0),
  );
  return {
    accuracy: accuracy(identified),
    short: accuracy(identified.filter(({ text }) => Array.from(text).length < shortLength)),
    known: known.size / Object.keys(perLanguage).length,
    amongKnown: accuracy(identified.filter(({ gold }) => known.has(gold))),
  };
}

/** Returns the accuracy in each gold language, in the order of their codes. */
export function accuracyPerLanguage(identified: readonly Identified[]): Record<string, { accuracy: number }> {
  const languages = [...new Set(identified.map(({ gold }) => gold))].toSorted();
  return Object.fromEntries(
    languages.map((language) => [
      language,
      { accuracy: accuracy(identified.filter(({ gold }) => gold === language)) },
    ]),
  );
}
