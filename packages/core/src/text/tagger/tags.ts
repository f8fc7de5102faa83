/** The Universal POS tags (https://universaldependencies.org/u/pos/). Models refer to them by index. */
export const posTags = [
  "NOUN",
  "PROPN",
  "ADJ",
  "VERB",
  "ADV",
  "NUM",
  "DET",
  "AUX",
  "PRON",
  "ADP",
  "CCONJ",
  "SCONJ",
  "PART",
  "PUNCT",
  "SYM",
  "INTJ",
  "X",
] as const;

/** One of {@link posTags}. */
export type PosTag = (typeof posTags)[number];

/** A token's Universal POS tag and its lemma. */
export interface Tag {
  pos: string;
  lemma: string;
}
