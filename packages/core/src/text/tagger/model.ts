import { readModel } from "../network/model-file.ts";
import { expandWeights } from "../network/sparse-weights.ts";
import { weightRows } from "./features.ts";
import { createLemmatizer, type Lemmatizer } from "./lemmas.ts";
import { createTagger, type Lexicon, type Tagger } from "./tagger.ts";
import { posTags } from "./tags.ts";

/** The tagger and the lemmas of a language. */
export interface SyntaxModel {
  tag: Tagger;
  lemmatize: Lemmatizer;
  /** Words that are written without a space before the next word: `l'`. They end in an apostrophe or a hyphen. */
  proclitics: ReadonlySet<string>;
  /** Words that are written without a space after the word before: `-l`. They begin with an apostrophe or a hyphen. */
  enclitics: ReadonlySet<string>;
}

const toSet = (words: string) => new Set(words === "" ? [] : words.split("\n"));

/** Opens a model that `training/syntax.ts` wrote. */
export async function openSyntaxModel(encoded: string, lexicon: Lexicon | null): Promise<SyntaxModel> {
  const file = await readModel(encoded);
  const weights = { gaps: file.bytes("gaps"), values: file.int8("values") };
  return {
    tag: createTagger(expandWeights(weights, weightRows * posTags.length), lexicon),
    lemmatize: createLemmatizer(file.text("lemmas")),
    proclitics: toSet(file.text("proclitics")),
    enclitics: toSet(file.text("enclitics")),
  };
}
