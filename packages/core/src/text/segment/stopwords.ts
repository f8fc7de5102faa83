import { once } from "../network/once.ts";

/** The stopword lists of all languages, as the package `stopwords-iso` exports them. */
type StopwordLists = Readonly<Record<string, readonly string[]>>;

const sets = new Map<string, ReadonlySet<string>>();

const loadLists = once(async (): Promise<StopwordLists> => {
  // Node 20.9 supports only the older keyword for import attributes.
  const attributes = { with: { type: "json" }, assert: { type: "json" } };
  const { default: lists } = await import("stopwords-iso", attributes);
  return lists;
});

/** Returns the stopwords of a language in lower case. The set is empty if there is no list. */
export type Stopwords = (language: string) => ReadonlySet<string>;

/** Loads the lists of stopwords-iso (58 languages) once. */
export async function loadStopwords(): Promise<Stopwords> {
  const lists = await loadLists();
  return (language) => {
    const known = sets.get(language);
    if (known) return known;
    const words = new Set(Object.hasOwn(lists, language) ? lists[language] : []);
    sets.set(language, words);
    return words;
  };
}
