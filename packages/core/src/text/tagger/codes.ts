/** The codes of the languages that have tags and lemmas. `languages.ts` has the model of each. */
export const syntaxLanguages = [
  "cs",
  "da",
  "de",
  "el",
  "en",
  "es",
  "fi",
  "fr",
  "he",
  "hr",
  "id",
  "it",
  "nl",
  "no",
  "pl",
  "pt",
  "ro",
  "ru",
  "sk",
  "sl",
  "sr",
  "sv",
  "tr",
  "uk",
] as const;

export type SyntaxCode = (typeof syntaxLanguages)[number];

/** Returns whether a language has tags and lemmas. */
export function isSyntaxLanguage(code: string): code is SyntaxCode {
  return (syntaxLanguages as readonly string[]).includes(code);
}
