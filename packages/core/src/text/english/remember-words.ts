/** A longer word seldom comes again. */
const longestRemembered = 32;

/** A word by itself: a slice of a text may keep all of the text in memory for as long as it is remembered. */
export function detached(word: string): string {
  return ` ${word}`.slice(1);
}

/**
 * A function of a word that remembers its last results, from `limit / 2` to `limit` of them, so that memory stays
 * bounded whatever the texts hold; what it returns must not be changed.
 */
export function rememberWords<Value>(
  compute: (word: string) => Value,
  limit: number,
): (word: string) => Value {
  // Two generations: words that were met since the last change of generation outlive the next.
  let young = new Map<string, Value>();
  let old = new Map<string, Value>();
  return (word) => {
    const known = young.get(word);
    if (known !== undefined) return known;
    const value = old.get(word) ?? compute(word);
    if (word.length > longestRemembered) return value;
    if (young.size >= limit / 2) {
      old = young;
      young = new Map();
    }
    young.set(detached(word), value);
    return value;
  };
}
