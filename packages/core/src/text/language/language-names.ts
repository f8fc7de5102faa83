import { languageNames, longSubtags, shortSubtags } from "./language-registry.ts";

/** The longest name has 31 characters, and RFC 5646 §4.4.1 expects no tag of more than 35. */
const maxLength = 100;

/** The maximum length of a cached tag. Longer tags are rare, and there are too many of them to cache. */
const maxRememberedLength = 3;

let displayNames: Intl.DisplayNames | undefined;
/** Cached names. English is preset because the runtime's table takes some 8 ms to load. */
const englishNames = new Map([
  ["und", "Undetermined"],
  ["en", "English"],
]);

/** Returns the English name of a language code; "Undetermined" for `und`. */
export function languageName(code: string): string {
  const known = englishNames.get(code);
  if (known !== undefined) return known;
  displayNames ??= new Intl.DisplayNames("en", { type: "language" });
  const name = displayNames.of(code) ?? code;
  if (code.length <= maxRememberedLength) englishNames.set(code, name);
  return name;
}

interface Registry {
  subtags: ReadonlySet<string>;
  /** Codes by name, in lower case. */
  names: ReadonlyMap<string, string>;
}

let registry: Registry | undefined;

function readRegistry(): Registry {
  const long = longSubtags.split(" ").flatMap((row) => {
    const beginning = row.slice(0, 2);
    return Array.from(row.slice(2), (letter) => beginning + letter);
  });
  const names = languageNames.split("\n").flatMap((row) => {
    const [code = "", known = ""] = row.split("=");
    return known.split("|").map((name) => [name.toLowerCase(), code] as const);
  });
  return { subtags: new Set([...shortSubtags.split(" "), ...long]), names: new Map(names) };
}

function languageOfTag(tag: string): string | null {
  try {
    return new Intl.Locale(tag).language;
  } catch {
    return null;
  }
}

/**
 * Returns the code of the language that a caller named: by a BCP 47 tag with a registered language (`en-US` and `iw` are
 * `en` and `he`), or by the language's name in English or in itself (`german`, `Deutsch`). Returns `null` for any other
 * value. The tag `ga` is Irish although another language is called Ga.
 */
export function readLanguage(value: string): string | null {
  if (value === "en") return value;
  if (value.length > maxLength) return null;
  const { subtags, names } = (registry ??= readRegistry());
  const language = languageOfTag(value);
  if (language !== null && subtags.has(language)) return language;
  return names.get(value.normalize("NFC").toLowerCase()) ?? null;
}
