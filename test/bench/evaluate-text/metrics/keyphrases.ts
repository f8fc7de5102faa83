/** The gold phrases of a text and a system's phrases, best first. */
export interface Phrased {
  gold: readonly string[];
  found: readonly string[];
}

/**
 * Returns the distinct phrases in lower case, with single spaces and stemmed words, in order of first
 * occurrence.
 */
function stemPhrases(phrases: readonly string[], stem: (word: string) => string): string[] {
  const stemmed = phrases.map((phrase) => phrase.toLowerCase().trim().split(/\s+/).map(stem).join(" "));
  return [...new Set(stemmed)].filter((phrase) => phrase !== "");
}

/**
 * Returns the F1 of the best `count` phrases after stemming. Gold phrases that do not occur in the text also
 * count.
 */
export function keyphraseF1({ gold, found }: Phrased, stem: (word: string) => string, count: number): number {
  const expected = new Set(stemPhrases(gold, stem));
  const best = stemPhrases(found, stem).slice(0, count);
  const right = best.filter((phrase) => expected.has(phrase)).length;
  return right === 0 ? 0 : (2 * right) / (best.length + expected.size);
}

/**
 * Returns the mean over texts of F1@10 after stemming, with all gold phrases counted. It follows SemEval-2010
 * task 5 (Kim et al., https://aclanthology.org/S10-1004), except that it averages over documents. `stem` is
 * Porter's ("An algorithm for suffix stripping", 1980).
 */
export function meanKeyphraseF1(
  texts: readonly Phrased[],
  stem: (word: string) => string,
  count = 10,
): number {
  return texts.reduce((sum, text) => sum + keyphraseF1(text, stem, count), 0) / texts.length;
}
