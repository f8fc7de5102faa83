/** The stopword lists of the package, all languages, as it ships them. */
type StopwordLists = Readonly<Record<string, readonly string[]>>;

let loading: Promise<StopwordLists> | undefined;
const sets = new Map<string, ReadonlySet<string>>();

async function loadLists(): Promise<StopwordLists> {
  // Node 20.9 knows the older word for import attributes only.
  const attributes = { with: { type: "json" }, assert: { type: "json" } };
  const { default: lists } = await import("stopwords-iso", attributes);
  return lists;
}

/** Looks up the words, in lower case, that carry no topic in a language: a set, empty where there is no list. */
export type Stopwords = (language: string) => ReadonlySet<string>;

/** Loads the lists of stopwords-iso (58 languages). */
export async function loadStopwords(): Promise<Stopwords> {
  loading ??= loadLists();
  const lists = await loading;
  return (language) => {
    const known = sets.get(language);
    if (known) return known;
    const words = new Set(Object.hasOwn(lists, language) ? lists[language] : []);
    sets.set(language, words);
    return words;
  };
}
