import { compileLexicon, type Lexicon, type LexiconSource } from "./lexicon.ts";

/** The languages that have a lexicon. Each lexicon loads on first use. */
const sources: Readonly<Record<string, () => Promise<{ lexicon: LexiconSource }>>> = {
  de: () => import("./languages/german.ts"),
  es: () => import("./languages/spanish.ts"),
  fr: () => import("./languages/french.ts"),
  it: () => import("./languages/italian.ts"),
  nl: () => import("./languages/dutch.ts"),
  pt: () => import("./languages/portuguese.ts"),
};

/** The codes of the languages that have a lexicon. */
export const lexiconLanguages: readonly string[] = Object.keys(sources);

const loading = new Map<string, Promise<Lexicon>>();

/** Loads the lexicon of one of {@link lexiconLanguages} once. Throws for any other language. */
export async function loadLexicon(language: string): Promise<Lexicon> {
  const known = loading.get(language);
  if (known) return known;
  const load = sources[language];
  if (!load)
    throw new Error(`language: expected one of ${lexiconLanguages.join(", ")}, received ${language}`);
  const lexicon = load().then((module) => compileLexicon(module.lexicon));
  loading.set(language, lexicon);
  return lexicon;
}
