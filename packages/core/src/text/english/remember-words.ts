/** A longer word seldom comes again. */
const longestRemembered = 32;

/**
 * A function of a word that remembers its results. At `limit` words it forgets them all, so that memory stays bounded
 * whatever the texts hold; what it returns must not be changed.
 */
export function rememberWords<Value>(
  compute: (word: string) => Value,
  limit: number,
): (word: string) => Value {
  const values = new Map<string, Value>();
  return (word) => {
    const remembered = values.get(word);
    if (remembered !== undefined) return remembered;
    const value = compute(word);
    if (word.length > longestRemembered) return value;
    if (values.size >= limit) values.clear();
    values.set(word, value);
    return value;
  };
}
