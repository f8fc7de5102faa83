/** ISO 639-1 codes that the detector tells apart, Indonesian by its words and the others by eld. */
export const detectedLanguages =
  "am ar az be bg bn ca cs da de el en es et eu fa fi fr gu he hi hr hu hy id is it ja ka kn ko ku lo lt lv ml mr ms nl no or pa pl pt ro ru sk sl sq sr sv ta te th tl tr uk ur vi yo zh".split(
    " ",
  );

const names = new Intl.DisplayNames("en", { type: "language" });

/** The English name of a language code; of `und` "Undetermined". */
export function languageName(code: string): string {
  return code === "und" ? "Undetermined" : (names.of(code) ?? code);
}

/** The language of a BCP 47 tag: `en-US` is `en`. */
export function languageOf(tag: string): string {
  return new Intl.Locale(tag).language;
}
