import type { Token, TokenKind } from "../../english/tokenize.ts";
import { createWordPlaces } from "../../english/word-places.ts";
import { loadWordVectors, type WordVectors } from "../../english/word-vectors.ts";
import { type ModelFile, readModel } from "../../model-file.ts";
import { markCandidates } from "./candidates.ts";
import {
  bestTags,
  type ChainSums,
  nameProbability,
  sumChain,
  transitionFactors,
  wordFactors,
} from "./chain.ts";
import { sentenceCaseOf } from "./letter-case.ts";
import { loadNameLexicon, type NameLexicon } from "./lexicon.ts";
import { createNetwork, readParameters } from "./network.ts";
import { outside } from "./tags.ts";
import { featuresOf } from "./word-features.ts";

/** A tagged sentence. */
interface TaggedSentence {
  /** The best tag of each word. */
  tags: Uint8Array;
  /** How probable it is that the words from `first` to `last` are one name of the type that their tags say. */
  confidence: (first: number, last: number) => number;
}

/** Finds names in sentences. */
export interface Tagger {
  /** The tags of a sentence; `null` where no word of it looks like one of a name. */
  tag: (tokens: readonly Token[]) => TaggedSentence | null;
}

/** Words that are kept, 900 bytes each: those of a megabyte of news. */
const rememberedWords = 24_000;

const addresses: ReadonlySet<TokenKind> = new Set(["url", "email", "mention", "hashtag"]);

/** A tagger with the parameters of a model. */
export function createTagger(file: ModelFile, vectors: WordVectors, lexicon: NameLexicon): Tagger {
  const parameters = readParameters(file);
  const [temperature = 1] = file.float32("temperature");
  const network = createNetwork(parameters, { vectors, lexicon }, rememberedWords);
  const transitions = transitionFactors(parameters.transitions);
  const softTransitions = transitionFactors(parameters.transitions, temperature);
  const placed = createWordPlaces(rememberedWords, ({ text, kind }, place) => {
    const features = featuresOf(text, kind, vectors, lexicon);
    network.place(features, place);
    const { identity, shape, kinds, letterCase, isOrdinary, isEveryday } = features;
    return { identity, shape, kinds, letterCase, isOrdinary, isEveryday };
  });

  const place = (tokens: readonly Token[]) => {
    const words = tokens.map(({ type }) => placed(type));
    const cases = Uint8Array.from(words, ({ letterCase }) => letterCase);
    return { words, cases, case: sentenceCaseOf(cases) };
  };
  return {
    tag: (tokens) => {
      const sentence = place(tokens);
      const isOpen = markCandidates(tokens, sentence.cases, sentence.case, sentence.words);
      for (let index = 0; index < isOpen.length; index++)
        if (isOpen[index] === 1 && addresses.has(tokens[index]?.kind ?? "sign")) isOpen[index] = 0;
      if (!isOpen.includes(1)) return null;
      const scores = network.score(sentence, isOpen);
      const tags = bestTags(wordFactors(scores, isOpen), transitions);
      let soft: { factors: Float64Array; sums: ChainSums } | undefined;
      return {
        tags,
        confidence: (first, last) => {
          if (!soft) {
            const factors = wordFactors(scores, isOpen, temperature);
            soft = { factors, sums: sumChain(factors, softTransitions) };
          }
          return nameProbability(
            soft.factors,
            softTransitions,
            soft.sums,
            tags[first] ?? outside,
            first,
            last,
          );
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
