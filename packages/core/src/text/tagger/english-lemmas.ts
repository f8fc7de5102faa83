import type { Lemmatizer } from "./lemmas.ts";
import { posTags } from "./tags.ts";

const nounTag = posTags.indexOf("NOUN");

/** Plurals whose form is also that of a verb, so that the rules know only the verb. */
const plurals: ReadonlyMap<string, string> = new Map([
  ["analyses", "analysis"],
  ["leaves", "leaf"],
]);

const american = /or(?=[a-z]*$)/g;

/** Returns the lemma in the spelling of the text: the rules know "color", the text writes "colours". */
function inSpelling(word: string, lemma: string): string {
  if (!word.includes("our")) return lemma;
  for (const { index } of lemma.matchAll(american)) {
    const british = `${lemma.slice(0, index)}our`;
    if (word.startsWith(british)) return british + lemma.slice(index + 2);
  }
  return lemma;
}

/** Creates the English lemmatizer: the rules of the model, in the spelling of the text. */
export function englishLemmatizer(lemmatize: Lemmatizer): Lemmatizer {
  return (word, tag) => {
    const lower = word.toLowerCase();
    const plural = tag === nounTag ? plurals.get(lower) : undefined;
    return plural ?? inSpelling(lower, lemmatize(word, tag));
  };
}
