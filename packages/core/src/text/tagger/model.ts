import { readModel } from "../network/model-file.ts";
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

/** The bits of a byte of a gap. The highest bit says that more bytes follow. */
const gapBits = 7;

/** Returns `size` weights from those that are not zero, each with the gap since the one before it. */
export function expandWeights(gaps: Uint8Array, values: Int8Array, size: number): Int8Array {
  const weights = new Int8Array(size);
  let next = 0;
  let cell = 0;
  for (const value of values) {
    let gap = 0;
    for (let shift = 0; ; shift += gapBits) {
      const byte = gaps[next++] ?? 0;
      gap |= (byte & 0x7f) << shift;
      if (byte < 0x80) break;
    }
    cell += gap;
    weights[cell] = value;
  }
  return weights;
}

/** Returns the gaps and values of the weights that are not zero, as {@link openSyntaxModel} reads them. */
export function packWeights(weights: Int8Array): { gaps: Uint8Array; values: Int8Array } {
  const gaps: number[] = [];
  const values: number[] = [];
  let last = 0;
  for (const [cell, value] of weights.entries()) {
    if (value === 0) continue;
    let gap = cell - last;
    for (; gap >= 0x80; gap >>= gapBits) gaps.push((gap & 0x7f) | 0x80);
    gaps.push(gap);
    values.push(value);
    last = cell;
  }
  return { gaps: Uint8Array.from(gaps), values: Int8Array.from(values) };
}

const toSet = (words: string) => new Set(words === "" ? [] : words.split("\n"));

/** Opens a model that `training/syntax.ts` wrote. */
export async function openSyntaxModel(encoded: string, lexicon: Lexicon | null): Promise<SyntaxModel> {
  const file = await readModel(encoded);
  return {
    tag: createTagger(expandWeights(file.bytes("gaps"), file.int8("values"), weightRows * posTags.length), lexicon),
    lemmatize: createLemmatizer(file.text("lemmas")),
    proclitics: toSet(file.text("proclitics")),
    enclitics: toSet(file.text("enclitics")),
  };
}
