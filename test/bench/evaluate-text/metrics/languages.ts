import { accuracy, type Classified } from "./classification.ts";

/** A text's language and what a system took it for, and the text itself for its length. */
export interface Identified extends Classified {
  text: string;
}

/** Below so many characters a text is short. */
const shortLength = 50;

/**
 * Accuracy over all texts and over those under 50 characters; how many of the languages in the gold the system ever
 * names rightly (`known`, a share), and its accuracy among the texts in those. A detector that does not claim a
 * language is not told apart from one that never finds it.
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

/** The accuracy in each language of the gold, in the order of their codes. */
export function accuracyPerLanguage(identified: readonly Identified[]): Record<string, { accuracy: number }> {
  const languages = [...new Set(identified.map(({ gold }) => gold))].toSorted();
  return Object.fromEntries(
    languages.map((language) => [
      language,
      { accuracy: accuracy(identified.filter(({ gold }) => gold === language)) },
    ]),
  );
}
