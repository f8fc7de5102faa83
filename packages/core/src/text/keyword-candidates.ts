import { type NounPhrases, nounPhraseFinder } from "./english/noun-phrases.ts";
import { loadTagger, sentenceStarts, type Tagger } from "./english/tagger.ts";
import { loadWordVectors } from "./english/word-vectors.ts";
import type { Phrase } from "./phrase.ts";
import type { Reading } from "./reading.ts";
import { stopwordRuns } from "./stopword-runs.ts";

interface English {
  tag: Tagger;
  find: NounPhrases;
}

let loading: Promise<English> | undefined;

async function loadEnglish(stopwords: ReadonlySet<string>): Promise<English> {
  const [tag, vectors] = await Promise.all([loadTagger(), loadWordVectors()]);
  return { tag, find: nounPhraseFinder(stopwords, vectors) };
}

/**
 * Finds the phrases of a text that may be keywords: noun phrases in English, runs of words without stopwords in other
 * languages.
 */
export async function findPhrases(reading: Reading): Promise<readonly Phrase[]> {
  const stopwords = await reading.stopwords();
  const { sentences, words } = reading.segmented();
  if (reading.language !== "en") return stopwordRuns(reading.text, reading.language, words, stopwords);
  loading ??= loadEnglish(stopwords);
  const { tag, find } = await loading;
  const tokens = reading.tokens();
  const starts = sentenceStarts(tokens, sentences);
  return find(tokens, tag(tokens, starts), starts);
}
