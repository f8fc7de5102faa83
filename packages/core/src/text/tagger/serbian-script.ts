/** The Cyrillic letters of Serbian, each with the Latin ones that stand for it. */
const pairs =
  "аa бb вv гg дd ђđ еe жž зz иi јj кk лl љlj мm нn њnj оo пp рr сs тt ћć уu фf хh цc чč џdž шš".split(" ");
const letters = new Map(pairs.map((pair) => [pair.charAt(0), pair.slice(1)]));
const cyrillic = new Map(Array.from(letters, ([from, to]) => [to, from]));
const anyCyrillic = /[Ѐ-ӿ]/;

/** Returns a Serbian word in Latin letters, with its capitals. */
export function toLatin(word: string): string {
  if (!anyCyrillic.test(word)) return word;
  return word.replace(/./gu, (letter) => {
    const lower = letter.toLowerCase();
    const latin = letters.get(lower) ?? lower;
    return lower === letter ? latin : latin.charAt(0).toUpperCase() + latin.slice(1);
  });
}

/** Returns a Serbian word of Latin letters in Cyrillic ones, with its capitals. */
export function toCyrillic(word: string): string {
  return word.replace(/lj|nj|dž|./giu, (letter) => {
    const lower = letter.toLowerCase();
    const found = cyrillic.get(lower) ?? lower;
    return lower === letter ? found : found.toUpperCase();
  });
}

/** Returns whether a word is in Cyrillic letters. */
export function isCyrillic(word: string): boolean {
  return anyCyrillic.test(word);
}
