import { loadLexicon } from "../english/lexicon.ts";
import { once } from "../network/once.ts";
import { openSyntaxModel } from "./model.ts";

/** Loads the English tagger, with the lexicon of word classes that it was trained with. */
export const loadEnglish = once(async () => {
  const [{ model }, lexicon] = await Promise.all([import("../models/syntax-en.ts"), loadLexicon()]);
  return openSyntaxModel(model, lexicon);
});
