import { type ModelFile, readModel } from "../network/model-file.ts";
import { once } from "../network/once.ts";

const sets = new Map<string, ReadonlySet<string>>();

const loadLists = once(async (): Promise<ModelFile> => {
  const { model } = await import("../models/stopwords.ts");
  return readModel(model);
});

/** Returns the stopwords of a language in lower case. The set is empty if there is no list. */
export type Stopwords = (language: string) => ReadonlySet<string>;

/** Loads the lists of stopwords-iso (58 languages) once. */
export async function loadStopwords(): Promise<Stopwords> {
  const lists = await loadLists();
  return (language) => {
    const known = sets.get(language);
    if (known) return known;
    const words = new Set(lists.has(language) ? lists.text(language).split("\n") : []);
    sets.set(language, words);
    return words;
  };
}
