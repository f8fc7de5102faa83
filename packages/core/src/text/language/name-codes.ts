/** The languages that the model of many languages reads, in the order of their names in English. */
export const multilingualNames: readonly string[] = [
  "hr",
  "da",
  "nl",
  "fr",
  "de",
  "it",
  "no",
  "pt",
  "ru",
  "sr",
  "sk",
  "es",
  "sv",
];

/** The languages with names of persons, organizations and places. English has a model of its own. */
export const nameLanguages: readonly string[] = ["en", ...multilingualNames];
