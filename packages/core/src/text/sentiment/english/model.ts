import { once } from "../../network/once.ts";
import { loadWordVectors } from "../../english/word-vectors.ts";
import { wordType, type WordType } from "../../segment/word-types.ts";
import { readModel } from "../../network/model-file.ts";
import { createLexicon, type Lexicon } from "./lexicon.ts";
import { type Network, readNetwork } from "./network.ts";
import { createWordReader, type Word } from "./words.ts";

/**
 * Weights of single words, pairs and triples of words. Stored values are signed square roots of the weights in units of
 * the scales.
 */
interface NgramModel {
  buckets: number;
  /**
   * Two numbers per bucket: the weight for positive, which is also the weight against negative, and the weight for
   * neutral.
   */
  weights: Int8Array;
  polarityScale: number;
  neutralScale: number;
  polarityBias: number;
  neutralBias: number;
}

/** The parameters that turn the logits of the two models into confidences, fitted on development data. */
export interface Calibration {
  /** The share of the n-gram model in the mean of both models. */
  ngramShare: number;
  /** Added to the logit of neutral. */
  neutralBias: number;
  /** Added to the logit of negative, as far as it is above that of positive. */
  blameBias: number;
  /** The factor of the logits. */
  sharpness: number;
}

/** The model of English sentiment. */
export interface SentimentModel {
  readWord: (type: WordType) => Word;
  /** A word that says nothing, in place of words that have no meaning of their own in their context. */
  plainWord: Word;
  /** A sign that says nothing, in place of words that are no prose. */
  omittedWord: Word;
  /** A name, in place of all names. */
  name: Word;
  lexicon: Lexicon;
  network: Network;
  ngrams: NgramModel;
  calibration: Calibration;
}

/**
 * Returns the two arrays interleaved. Values that are looked up together are adjacent, because memory access takes most
 * of the time of a lookup.
 */
function interleaved(first: Int8Array, second: Int8Array): Int8Array {
  const pairs = new Int8Array(2 * first.length);
  for (let index = 0; index < first.length; index++) {
    pairs[2 * index] = first[index] ?? 0;
    pairs[2 * index + 1] = second[index] ?? 0;
  }
  return pairs;
}

async function load(): Promise<SentimentModel> {
  const [vectors, { model }] = await Promise.all([loadWordVectors(), import("../../models/sentiment.ts")]);
  const file = await readModel(model);
  const lexicon = createLexicon(file.text("lexicon").split("\n"), file.int8("grades"));
  const entries = file.text("vocabulary").split("\n");
  const vocabulary = new Map(entries.map((form, entry) => [form, entry]));
  const inducedGrades = file.int8("inducedGrades");
  const readWord = createWordReader({ vectors, lexicon, vocabulary, inducedGrades });
  const [polarityScale = 0, neutralScale = 0, polarityBias = 0, neutralBias = 0] =
    file.float32("ngramScales");
  const [ngramShare = 0, addedNeutral = 0, blameBias = 0, sharpness = 1] = file.float32("calibration");
  const polarity = file.int8("ngramPolarity");
  return {
    readWord,
    plainWord: readWord(wordType("it", "word")),
    omittedWord: readWord(wordType("|", "sign")),
    name: readWord(wordType("Smith", "word")),
    lexicon,
    network: readNetwork(file, vectors, readWord),
    ngrams: {
      buckets: polarity.length,
      weights: interleaved(polarity, file.int8("ngramNeutral")),
      polarityScale,
      neutralScale,
      polarityBias,
      neutralBias,
    },
    calibration: { ngramShare, neutralBias: addedNeutral, blameBias, sharpness },
  };
}

/** Loads the model once. */
export const loadSentimentModel = once(load);
