const beyondAscii = /[^\0-\x7f]/;
const marks = /\p{M}+/gu;
const elongations = /(\p{L})\1{2,}/gu;

const germanSpelling: Readonly<Record<string, string>> = { ä: "ae", ö: "oe", ü: "ue", ß: "ss" };

/**
 * Returns the lookup form of a word: in lower case and without accents, which messages often omit. With `hasUmlauts`,
 * an umlaut becomes two letters, as German spells it without an umlaut key: *schon* and *schön* are different words.
 */
export function foldWord(word: string, hasUmlauts: boolean): string {
  const lower = word.toLowerCase();
  if (!beyondAscii.test(lower)) return lower;
  const spelled = hasUmlauts
    ? lower.normalize("NFC").replace(/[äöüß]/g, (letter) => germanSpelling[letter] ?? letter)
    : lower;
  return spelled.normalize("NFD").replace(marks, "");
}

/** Returns the word with each run of three or more equal letters cut to `count` letters: *sooo*, *bellaaaa*. */
export function shorten(word: string, count: number): string {
  return word.replace(elongations, (_, letter: string) => letter.repeat(count));
}
