import { loadLexicon } from "../english/lexicon.ts";
import { once } from "../network/once.ts";
import { englishLemmatizer } from "./english-lemmas.ts";
import { openSyntaxModel } from "./model.ts";

/** Loads the English tagger, with the lexicon of word classes that it was trained with. */
export const loadEnglish = once(async () => {
  const [{ model }, lexicon] = await Promise.all([import("../models/syntax-en.ts"), loadLexicon()]);
  const syntax = await openSyntaxModel(model, lexicon);
  return { ...syntax, lemmatize: englishLemmatizer(syntax.lemmatize) };
});
