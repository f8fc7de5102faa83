import type { Token, TokenKind } from "../../english/tokenize.ts";
import { loadWordVectors, type WordVectors } from "../../english/word-vectors.ts";
import { rememberWords } from "../../english/remember-words.ts";
import { type ModelFile, readModel } from "../../model-file.ts";
import { bestTags, type ChainSums, nameProbability, sumChain, transitionFactors, wordFactors } from "./chain.ts";
import { loadNameLexicon, type NameLexicon } from "./lexicon.ts";
import {
  projectFeatures,
  projectionWidth,
  readParameters,
  scoreSentence,
  vectorDimensions,
} from "./network.ts";
import { sentenceCase } from "./sentence-features.ts";
import { outside, tagCount } from "./tags.ts";
import { featuresOf, type WordFeatures } from "./word-features.ts";

/** A tagged sentence. */
export interface TaggedSentence {
  /** The best tag of each word. */
  tags: Uint8Array;
  /** How probable it is that the words from `first` to `last` are one name of the type that their tags say. */
  confidence: (first: number, last: number) => number;
}

/** Finds names in sentences. */
export interface Tagger {
  /** The scores of the words' tags, a row for each word. */
  score: (tokens: readonly Token[]) => Float32Array;
  /** The scores of pairs of tags. */
  transitions: Float32Array;
  tag: (tokens: readonly Token[]) => TaggedSentence;
}

interface KnownWord {
  features: WordFeatures;
  projection: Float32Array;
}

/** Some 1.7 kB each. */
const rememberedWords = 8_000;

const addresses: ReadonlySet<TokenKind> = new Set(["url", "email", "mention", "hashtag"]);

/** A tagger with the parameters of a model. */
export function createTagger(file: ModelFile, vectors: WordVectors, lexicon: NameLexicon): Tagger {
  const parameters = readParameters(file);
  const [temperature = 1] = file.float32("temperature");
  const width = projectionWidth(parameters.hidden);
  const vectorRows = parameters.matrix.subarray(0, vectorDimensions * width);
  const addVector = vectors.projection(vectorRows, width);
  const addRareVector = lexicon.projection(vectorRows, width);
  const transitions = transitionFactors(parameters.transitions);
  const softTransitions = transitionFactors(parameters.transitions, temperature);

  const know = (word: string, kind: TokenKind): KnownWord => {
    const features = featuresOf(word, kind, vectors, lexicon);
    const projection = new Float32Array(width);
    if (features.row >= 0) addVector(features.row, projection, 0);
    if (features.rareRow >= 0) addRareVector(features.rareRow, projection, 0);
    projectFeatures(parameters, features, projection);
    return { features, projection };
  };
  const memories = new Map<TokenKind, (word: string) => KnownWord>();
  const recall = (word: string, kind: TokenKind): KnownWord => {
    let memory = memories.get(kind);
    if (!memory) {
      memory = rememberWords((forgotten) => know(forgotten, kind), rememberedWords);
      memories.set(kind, memory);
    }
    return memory(word);
  };

  const score = (tokens: readonly Token[]): Float32Array => {
    const known = tokens.map(({ text, kind }) => recall(text, kind));
    const words = known.map(({ features }) => features);
    const projections = known.map(({ projection }) => projection);
    const scores = scoreSentence(parameters, words, projections, sentenceCase(words));
    for (const [index, { kind }] of tokens.entries())
      if (addresses.has(kind))
        scores.fill(-Infinity, index * tagCount + outside + 1, (index + 1) * tagCount);
    return scores;
  };
  return {
    score,
    transitions: parameters.transitions,
    tag: (tokens) => {
      const scores = score(tokens);
      const tags = bestTags(wordFactors(scores, tokens.length), transitions);
      let soft: { factors: Float64Array; sums: ChainSums } | undefined;
      return {
        tags,
        confidence: (first, last) => {
          if (!soft) {
            const factors = wordFactors(scores, tokens.length, temperature);
            soft = { factors, sums: sumChain(factors, softTransitions) };
          }
          return nameProbability(soft.factors, softTransitions, soft.sums, tags[first] ?? outside, first, last);
        },
      };
    },
  };
}

async function load(): Promise<Tagger> {
  const [{ model }, vectors, lexicon] = await Promise.all([
    import("../../models/entities.ts"),
    loadWordVectors(),
    loadNameLexicon(),
  ]);
  return createTagger(await readModel(model), vectors, lexicon);
}

let loading: Promise<Tagger> | undefined;

/** Loads the tagger, once. */
export function loadTagger(): Promise<Tagger> {
  loading ??= load();
  return loading;
}
