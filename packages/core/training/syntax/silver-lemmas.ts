import { posTags } from "../../src/text/tagger/tags.ts";
import { tokenize } from "../../src/text/segment/tokenize.ts";
import { loadWordVectors } from "../../src/text/english/word-vectors.ts";
import { tagTokens } from "../wink/wink-tags.ts";
import type { LemmaEntry } from "./train-lemmas.ts";

/** Less than an occurrence in the treebank, so the treebank decides where both have a word. */
const weight = 0.7;
/** Sentences that make a form a verb: "coding" by itself is a noun. */
const verbFrames: readonly (readonly [ending: RegExp, before: string])[] = [
  [/ing$/, "she was"],
  [/ed$/, "she has"],
  [/s$/, "she"],
];
/** Words that the treebank writes out, and whose lemma is the word itself. */
const ownLemmas = ["am", "pm"];
const inflected: ReadonlySet<string> = new Set(["NOUN", "VERB", "ADJ", "ADV"]);
const plainWord = /^[a-z]{3,}$/;

/** Returns what wink-nlp says of the last word of a sentence. */
async function readLast(text: string): Promise<{ tag: number; lemma: string } | null> {
  const tag = (await tagTokens(tokenize(text, "en", []))).at(-1);
  if (!tag || !inflected.has(tag.pos)) return null;
  return { tag: posTags.findIndex((pos) => pos === tag.pos), lemma: tag.lemma };
}

/** Returns the lemmas of wink-nlp for the English words that have a vector. The treebank has a quarter of them. */
export async function readSilverLemmas(): Promise<LemmaEntry[]> {
  const { words } = await loadWordVectors();
  const noun = posTags.indexOf("NOUN");
  const entries: LemmaEntry[] = ownLemmas.map((word) => ({ word, tag: noun, lemma: word, weight: 10 }));
  for (const word of words) {
    if (!plainWord.test(word)) continue;
    const frame = verbFrames.find(([ending]) => ending.test(word));
    const alone = await readLast(word);
    const framed = frame ? await readLast(`${frame[1]} ${word}`) : null;
    if (alone) entries.push({ word, ...alone, weight });
    if (framed && framed.tag !== alone?.tag) entries.push({ word, ...framed, weight });
  }
  return entries;
}
