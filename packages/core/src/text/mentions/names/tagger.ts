import { once } from "../../network/once.ts";
import type { TokenKind } from "../../segment/word-types.ts";
import type { Token } from "../../segment/tokenize.ts";
import { createWordSlots } from "../../english/word-slots.ts";
import { loadWordVectors } from "../../english/word-vectors.ts";
import { type ModelFile, readModel } from "../../network/model-file.ts";
import { markCandidates } from "./candidates.ts";
import {
  createChainSums,
  createTagSearch,
  nameProbability,
  sumChain,
  transitionFactors,
  transitionScores,
  wordFactors,
} from "./chain.ts";
import { letterCase, readSentenceCase } from "./letter-case.ts";
import { loadNameLexicon } from "./lexicon.ts";
import { createNetwork, readParameters } from "./network.ts";
import { outside, tagCount } from "./tags.ts";
import { readFeatures, type VectorSources } from "./word-features.ts";

/** A tagged sentence. */
interface TaggedSentence {
  /** The best tag of each word. */
  tags: Uint8Array;
  /**
   * Returns the probability that the words from `first` to `last` are one name of the type that their tags indicate.
   */
  confidence: (first: number, last: number) => number;
}

/** A tagger of names in sentences. */
export interface Tagger {
  /**
   * Returns the tags of a sentence of at most {@link maxSentenceTokens} tokens, or `null` if no word can be in a name.
   * Confidences are available until the next sentence is tagged.
   */
  tag: (tokens: readonly Token[]) => TaggedSentence | null;
}

/** Maximum tokens to tag together. It is below the number of words that keep their rows at the same time. */
export const maxSentenceTokens = 200;

/** Words kept in the cache, at 900 bytes each: the vocabulary of one megabyte of news. */
const rememberedWords = 40_000;

/** A run of words that can be in a name, and the word after it, if there is one. */
interface Run {
  first: number;
  /** Exclusive. */
  end: number;
}

/** Returns the runs to tag. A word that can only be outside makes the words before and after it independent. */
function findRuns(isOpen: Uint8Array): Run[] {
  const runs: Run[] = [];
  let first = isOpen.indexOf(1);
  while (first >= 0) {
    let end = first;
    while (isOpen[end] === 1) end += 1;
    runs.push({ first, end: Math.min(end + 1, isOpen.length) });
    first = isOpen.indexOf(1, end);
  }
  return runs;
}

const addresses: ReadonlySet<TokenKind> = new Set(["url", "email", "mention", "hashtag"]);

/** Creates a tagger with the parameters of a model. */
export function createTagger(file: ModelFile, sources: VectorSources): Tagger {
  const parameters = readParameters(file);
  const [temperature = 1] = file.float32("temperature");
  const network = createNetwork(parameters, sources, rememberedWords, maxSentenceTokens);
  const writeBestTags = createTagSearch(transitionScores(parameters.transitions), maxSentenceTokens);
  const softTransitions = transitionFactors(parameters.transitions, temperature);
  const storedWord = createWordSlots(rememberedWords, (type, { slot, turn }) => {
    const features = readFeatures(type, sources);
    network.store(features, slot);
    const { identity, shape, kinds, letterCase, isOrdinary, isEveryday } = features;
    return { identity, shape, kinds, letterCase, isOrdinary, isEveryday, slot, turn };
  });

  const readSentence = (tokens: readonly Token[]) => {
    const words = tokens.map(({ type }) => storedWord(type));
    const cases = new Uint8Array(words.length);
    for (let index = 0; index < words.length; index++)
      cases[index] = words[index]?.letterCase ?? letterCase.none;
    return { words, cases, case: readSentenceCase(cases) };
  };

  // Allocated once for the longest run, because an allocation per run would cost more than the computation.
  const factorsRoom = new Float64Array(maxSentenceTokens * tagCount);
  const sums = createChainSums(maxSentenceTokens);

  return {
    tag: (tokens) => {
      const sentence = readSentence(tokens);
      const isOpen = markCandidates(tokens, sentence.cases, sentence.case, sentence.words);
      for (let index = 0; index < isOpen.length; index++)
        if (isOpen[index] === 1 && addresses.has(tokens[index]?.kind ?? "sign")) isOpen[index] = 0;
      if (!isOpen.includes(1)) return null;
      const scores = network.score(sentence, isOpen);
      const tags = new Uint8Array(tokens.length);
      const runs = findRuns(isOpen);
      const scoresIn = ({ first, end }: Run) => scores.subarray(first * tagCount, end * tagCount);
      for (const run of runs) {
        const { first, end } = run;
        writeBestTags(scoresIn(run), isOpen.subarray(first, end), tags.subarray(first, end));
      }
      let summed: Run | undefined;
      let factors: Float64Array = factorsRoom;
      return {
        tags,
        confidence: (first, last) => {
          const run = runs.findLast((one) => one.first <= first);
          if (!run) return 0;
          if (summed !== run) {
            const room = factorsRoom.subarray(0, (run.end - run.first) * tagCount);
            const marks = isOpen.subarray(run.first, run.end);
            factors = wordFactors(scoresIn(run), marks, temperature, room);
            sumChain(factors, softTransitions, sums);
            summed = run;
          }
          const begin = tags[first] ?? outside;
          return nameProbability(
            { words: factors, transitions: softTransitions, sums },
            { first: first - run.first, last: last - run.first, begin },
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
  return createTagger(await readModel(model), { vectors, lexicon });
}

/** Loads the tagger once. */
export const loadTagger = once(load);
