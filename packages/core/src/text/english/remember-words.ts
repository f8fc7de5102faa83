/** A longer word seldom comes again. */
const longestRemembered = 32;

/** A word by itself: a slice of a text may keep all of the text in memory for as long as it is remembered. */
export function detached(word: string): string {
  return ` ${word}`.slice(1);
}

function remember<Value>(
  compute: (word: string) => Value,
  limit: number,
  keyOf: (word: string) => string,
): (word: string) => Value {
  // Two generations: words that were met since the last change of generation outlive the next.
  let young = new Map<string, Value>();
  let old = new Map<string, Value>();
  return (word) => {
    const known = young.get(word);
    if (known !== undefined) return known;
    if (word.length > longestRemembered) return compute(word);
    const key = keyOf(word);
    const value = old.get(key) ?? compute(key);
    if (young.size >= limit / 2) {
      old = young;
      young = new Map();
    }
    young.set(key, value);
    return value;
  };
}

/** Words of which every occurrence is one string. */
const sharedWords = 64_000;

/**
 * The one string for a word that occurs again and again: what is looked up by it in several memories has to be read and
 * compared once.
 */
export const sharedWord = remember((word) => word, sharedWords, detached);

/**
 * A function of a word that remembers its last results, from `limit / 2` to `limit` of them, so that memory stays
 * bounded whatever the texts hold; what it returns must not be changed.
 */
export function rememberWords<Value>(
  compute: (word: string) => Value,
  limit: number,
): (word: string) => Value {
  return remember(compute, limit, sharedWord);
}
