/** Words of chat that mean the same in every language, with their weights. */
export const sharedWords: ReadonlyMap<string, number> = new Map([
  ["haha", 1],
  ["xd", 1],
  ["xdd", 1],
  ["lol", 1],
  ["lmao", 1],
  ["rofl", 1],
  ["wtf", -2],
]);

/** What laughter is written with: *hahaha*, *jajaja*, *ahahah*, *rsrsrs*, *kkkk*. */
const laughs = ["ah", "eh", "hi", "oh", "aj", "ej", "ij", "rs", "hu", "k"];
const shortestLaugh = 4;

/** Whether a folded word is laughter written out. */
export function isLaughter(word: string): boolean {
  if (word.length < shortestLaugh) return false;
  const letters = [...new Set(word)].toSorted().join("");
  return laughs.includes(letters);
}
