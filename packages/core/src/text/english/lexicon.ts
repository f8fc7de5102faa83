import { once } from "../network/once.ts";
import { readModel } from "../network/model-file.ts";
import { loadWordVectors } from "./word-vectors.ts";

/** Returns the part of speech of a word without context, as an index; `unlisted` for a word that the lexicon lacks. */
export type WordClass = (word: string) => number;

const unlisted = 8;

async function load(): Promise<WordClass> {
  const [{ model }, { findRow }] = await Promise.all([
    import("../models/word-classes.ts"),
    loadWordVectors(),
  ]);
  const classes = (await readModel(model)).bytes("classes");
  return (word) => classes[findRow(word)] ?? unlisted;
}

/** Loads the lexicon of the English tagger: the class of each English word that has a vector. */
export const loadLexicon = once(load);
