/** Longer tags are seldom, and too many to remember. */
const longestRemembered = 3;

let displayNames: Intl.DisplayNames | undefined;
/** English is here since the runtime's table takes some 8 ms to load. */
const names = new Map([
  ["und", "Undetermined"],
  ["en", "English"],
]);
const languages = new Map<string, string>();

function remember(known: Map<string, string>, tag: string, find: () => string): string {
  const remembered = known.get(tag);
  if (remembered !== undefined) return remembered;
  const found = find();
  if (tag.length <= longestRemembered) known.set(tag, found);
  return found;
}

/** The English name of a language code; of `und` "Undetermined". */
export function languageName(code: string): string {
  return remember(names, code, () => {
    displayNames ??= new Intl.DisplayNames("en", { type: "language" });
    return displayNames.of(code) ?? code;
  });
}

/** The language of a BCP 47 tag: `en-US` is `en`. */
export function languageOf(tag: string): string {
  return remember(languages, tag, () => new Intl.Locale(tag).language);
}
