import type { Token, TokenKind } from "../../english/tokenize.ts";
import { loadWordVectors, type WordVectors } from "../../english/word-vectors.ts";
import { rememberWords } from "../../english/remember-words.ts";
import { type ModelFile, readModel } from "../../model-file.ts";
import { bestTags, sumChain, transitionFactors, wordFactors } from "./chain.ts";
import { loadNameLexicon, type NameLexicon } from "./lexicon.ts";
import { projectFeatures, projectionWidth, readParameters, scoreSentence, vectorDimensions } from "./network.ts";
import { sentenceCase } from "./sentence-features.ts";
import { outside, tagCount } from "./tags.ts";
import { featuresOf, type WordFeatures } from "./word-features.ts";

/** A tagged sentence. */
export interface TaggedSentence {
  tags: Uint8Array;
  scores: Float32Array;
}

/** Finds names in sentences. */
export interface Tagger {
  /** The tags of a sentence's words; `null` where none of them is in a name. */
  tag: (tokens: readonly Token[]) => TaggedSentence | null;
  /** How probable it is that the words from `first` to `last` are one name of their type. */
  confidence: (tagged: TaggedSentence, first: number, last: number) => number;
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

  return {
    tag: (tokens) => {
      const known = tokens.map(({ text, kind }) => recall(text, kind));
      const words = known.map(({ features }) => features);
      const projections = known.map(({ projection }) => projection);
      const scores = scoreSentence(parameters, words, projections, sentenceCase(words));
      for (const [index, { kind }] of tokens.entries())
        if (addresses.has(kind))
          scores.fill(-Infinity, index * tagCount + outside + 1, (index + 1) * tagCount);
      const tags = bestTags(wordFactors(scores, tokens.length), transitions);
      return tags.every((tag) => tag === outside) ? null : { tags, scores };
    },
    confidence: ({ tags, scores }, first, last) => {
      const factors = wordFactors(scores, tags.length, temperature);
      const { forward, backward, scales } = sumChain(factors, softTransitions);
      const [begin, inside] = [tags[first] ?? outside, (tags[first] ?? outside) + 1];
      let probability = forward[first * tagCount + begin] ?? 0;
      let before = begin;
      for (let index = first + 1; index <= last; index++) {
        const transition = softTransitions[before * tagCount + inside] ?? 0;
        probability *= (transition * (factors[index * tagCount + inside] ?? 0)) / (scales[index] ?? 1);
        before = inside;
      }
      if (last + 1 === tags.length) return probability;
      let ending = 0;
      const next = (last + 1) * tagCount;
      for (let tag = 0; tag < tagCount; tag++)
        if (tag !== inside)
          ending +=
            (softTransitions[before * tagCount + tag] ?? 0) * (factors[next + tag] ?? 0) * (backward[next + tag] ?? 0);
      return (probability * ending) / (scales[last + 1] ?? 1);
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
