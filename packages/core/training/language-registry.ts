// Writes the language subtags and names that `language` accepts: pnpm --filter @tools-api/training language-registry
import { writeFileSync } from "node:fs";
import subtags from "language-subtag-registry/data/json/language.json" with { type: "json" };
import meta from "language-subtag-registry/data/json/meta.json" with { type: "json" };
import registry from "language-subtag-registry/data/json/registry.json" with { type: "json" };

/** `mis`, `mul`, `und` and `zxx` name no language; `qaa` to `qtz` are for private use. */
const special = new Set(["mis", "mul", "und", "zxx"]);
const codes = Object.keys(subtags)
  .filter((subtag) => /^[a-z]{2,3}$/.test(subtag) && !special.has(subtag) && !/^q[a-t]/.test(subtag))
  .toSorted();

/** Tags with a region or a script that have their own names. */
const variants =
  "zh-Hans zh-Hant en-US en-GB en-AU en-CA es-ES es-419 es-MX pt-BR pt-PT fr-CA fr-CH de-AT de-CH nl-BE fa-AF";

/** Languages with a second script, in which they have a name too. */
const scripts = "sr-Latn bs-Cyrl uz-Cyrl az-Cyrl pa-Arab zh-Hant yue-Hans";

function nameIn(locale: string, tag: string): string | undefined {
  if (Intl.DisplayNames.supportedLocalesOf(locale).length === 0) return undefined;
  return new Intl.DisplayNames(locale, { type: "language", fallback: "none" }).of(tag)?.normalize("NFC");
}

const byName = new Map<string, string>();
const namesByCode = new Map<string, string[]>();

function add(code: string, name: string | undefined): void {
  const key = name?.toLowerCase();
  // The first language with a name keeps it. Shorter codes, which belong to the larger languages, come first.
  if (!name || !key || byName.has(key)) return;
  byName.set(key, code);
  namesByCode.set(code, [...(namesByCode.get(code) ?? []), name]);
}

const canonical = codes.filter((code) => new Intl.Locale(code).language === code);
for (const code of canonical.toSorted((a, b) => a.length - b.length)) {
  add(code, nameIn("en", code));
  add(code, nameIn(code, code));
}
// CLDR has only "Bangla" for one language; the registry also has "Bengali".
for (const { Type, Subtag, Description } of registry)
  if (Type === "language" && Subtag?.length === 2)
    for (const name of Description ?? [])
      if (/^[\p{L}' -]+$/u.test(name)) add(new Intl.Locale(Subtag).language, name);
for (const tag of variants.split(" ")) {
  const { language } = new Intl.Locale(tag);
  add(language, nameIn("en", tag));
  add(language, nameIn(tag, tag));
}
for (const tag of scripts.split(" "))
  add(new Intl.Locale(tag).language, nameIn(tag, new Intl.Locale(tag).language));

const endings = new Map<string, string>();
for (const code of codes.filter(({ length }) => length === 3))
  endings.set(code.slice(0, 2), (endings.get(code.slice(0, 2)) ?? "") + code.slice(2));

const short = codes.filter(({ length }) => length === 2).join(" ");
const long = [...endings].map(([beginning, letters]) => `${beginning}${letters}`).join(" ");
const names = [...namesByCode].map(([code, known]) => `${code}=${known.join("|")}`).join("\n");
writeFileSync(
  new URL("../src/text/language/language-registry.ts", import.meta.url),
  `// Written by training/language-registry.ts.

/** The language subtags of two letters in the IANA registry (RFC 5646 §3.1) of ${meta["File-Date"]}. */
export const shortSubtags =
  "${short}";

/** The subtags of three letters: two letters, and every third letter that follows them. */
export const longSubtags =
  "${long}";

/** The names of languages in English and in the language itself, from CLDR ${process.versions["cldr"]}. */
export const languageNames = \`${names}\`;
`,
);
