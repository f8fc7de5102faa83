const laughter = 1;

/** Words of chat, most of them English, that mean the same in every language, by weight. */
const byWeight: readonly (readonly [weight: number, words: string])[] = [
  [
    2,
    "love lovely happy nice great amazing awesome beautiful cute fun enjoy thanks thx yeah yay wow wonderful congrats",
  ],
  [laughter, "haha lol lmao rofl xd xdd"],
  [-1, "sad fail fails epicfail sucks meh"],
  [-2, "hate fuck fucking fck fml shit shitty bullshit wtf awful disgusting loser losers nightmare"],
];

/** The weights of words that are the same in every language. */
export const sharedWords: ReadonlyMap<string, number> = new Map(
  byWeight.flatMap(([weight, words]) => words.split(" ").map((word) => [word, weight] as const)),
);

/** The sorted letters of each kind of written laughter: *hahaha*, *jajaja*, *ahahah*, *rsrsrs*, *kkkk*. */
const laughs = ["ah", "eh", "hi", "oh", "aj", "ej", "ij", "rs", "hu", "k"];
const minLaughLength = 4;

/** Returns the weight of a folded word if it is written laughter, otherwise 0. */
export function laughterWeight(word: string): number {
  if (word.length < minLaughLength) return 0;
  const letters = [...new Set(word)].toSorted().join("");
  return laughs.includes(letters) ? laughter : 0;
}
