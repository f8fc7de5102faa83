const beyondAscii = /[^\0-\x7f]/;
const marks = /\p{M}+/gu;
const elongations = /(\p{L})\1{2,}/gu;

const germanSpelling: Readonly<Record<string, string>> = { ä: "ae", ö: "oe", ü: "ue", ß: "ss" };

/**
 * A word as lexicons are searched for it: in lower case and without accents, which messages often leave out. Umlauts
 * become two letters, as German spells them where a keyboard has none: *schon* is another word than *schön*.
 */
export function foldWord(word: string, hasUmlauts: boolean): string {
  const lower = word.toLowerCase();
  if (!beyondAscii.test(lower)) return lower;
  const spelled = hasUmlauts
    ? lower.normalize("NFC").replace(/[äöüß]/g, (letter) => germanSpelling[letter] ?? letter)
    : lower;
  return spelled.normalize("NFD").replace(marks, "");
}

/** The word with `count` letters for each letter that stands three times or more in a row: *sooo*, *bellaaaa*. */
export function shorten(word: string, count: number): string {
  return word.replace(elongations, (_, letter: string) => letter.repeat(count));
}
