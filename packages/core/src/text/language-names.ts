const names = new Intl.DisplayNames("en", { type: "language" });

/** The English name of a language code; of `und` "Undetermined". */
export function languageName(code: string): string {
  return code === "und" ? "Undetermined" : (names.of(code) ?? code);
}

/** The language of a BCP 47 tag: `en-US` is `en`. */
export function languageOf(tag: string): string {
  return new Intl.Locale(tag).language;
}
