const beyondAscii = /[^\0-\x7f]/;
const marks = /\p{M}+/gu;
const elongations = /(\p{L})\1{2,}/gu;

/**
 * Returns the lookup form of a word: in lower case and without accents, which messages often omit.
 *
 * @param letters Letters of the language with their spelling. German spells ä as ae without an umlaut key.
 */
export function foldWord(word: string, letters: ReadonlyMap<string, string>): string {
  const lower = word.toLowerCase();
  if (!beyondAscii.test(lower)) return lower;
  const composed = lower.normalize("NFC");
  const spelled =
    letters.size === 0 ? composed : Array.from(composed, (letter) => letters.get(letter) ?? letter).join("");
  return spelled.normalize("NFD").replace(marks, "");
}

/** Returns the word with each run of three or more equal letters cut to `count` letters: *sooo*, *bellaaaa*. */
export function shorten(word: string, count: number): string {
  return word.replace(elongations, (_, letter: string) => letter.repeat(count));
}
