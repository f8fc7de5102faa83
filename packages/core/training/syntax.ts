// Trains the taggers of words: pnpm --filter @tools-api/training syntax [--only de] [--dry-run]
// With --dry-run the models learn from the training sets only, are scored on the development sets, and are not written.
import { parseArgs } from "node:util";
import { loadLexicon } from "../src/text/english/lexicon.ts";
import { weightRows } from "../src/text/tagger/features.ts";
import { createLemmatizer } from "../src/text/tagger/lemmas.ts";
import { packWeights } from "../src/text/network/sparse-weights.ts";
import { createTagger, type Lexicon } from "../src/text/tagger/tagger.ts";
import { posTags } from "../src/text/tagger/tags.ts";
import { wordType } from "../src/text/segment/word-types.ts";
import { findClitics } from "./syntax/clitics.ts";
import { readSilverLemmas } from "./syntax/silver-lemmas.ts";
import { type LemmaEntry, trainLemmas } from "./syntax/train-lemmas.ts";
import { createWeights, type Example, prune, quantize, readExamples, train } from "./syntax/train-tagger.ts";
import {
  joinArticle,
  joinSpoken,
  type JoinWords,
  readTreebank,
  type Sentence,
  withJoinedWords,
} from "./syntax/treebank.ts";
import { writeModel } from "./write-model.ts";

interface Language {
  code: string;
  lexicon?: () => Promise<Lexicon>;
  /** Writes all lemmas in lower case, names included. */
  lowerLemmas?: boolean;
  /** Returns lemmas of further words. */
  silver?: () => Promise<LemmaEntry[]>;
  /** Joins words that the treebank writes apart, in further sentences. */
  join?: JoinWords;
}

/** Languages with a treebank, in families. A language starts from half the weights of its family. */
const families: readonly (readonly Language[])[] = [
  [
    {
      code: "en",
      lexicon: loadLexicon,
      lowerLemmas: true,
      silver: readSilverLemmas,
      join: joinSpoken,
    },
  ],
  [{ code: "de" }],
  [{ code: "nl" }],
  [{ code: "da" }, { code: "no" }, { code: "sv" }],
  [{ code: "es" }, { code: "pt" }, { code: "it" }, { code: "fr" }],
  [{ code: "ro" }],
  [{ code: "hr" }, { code: "sr" }, { code: "sl" }],
  [{ code: "cs" }, { code: "sk" }],
  [{ code: "pl" }],
  [{ code: "ru" }, { code: "uk" }],
  [{ code: "el", join: joinArticle }],
  [{ code: "fi" }],
  [{ code: "tr" }],
  [{ code: "he" }],
  [{ code: "id" }],
];

const familyShare = 0.5;
const epochs = { family: 2, language: 6, pruned: 2 };
/** Weights that are not zero, at about 1.4 bytes each. Twice as many add under .002. */
const kept = 47_000;
const maxWeight = 63;

const { values } = parseArgs({
  options: { only: { type: "string" }, "dry-run": { type: "boolean", default: false } },
});
const isTrial = values["dry-run"];

function readSentences({ code, join }: Language): Sentence[] {
  const sentences = [...readTreebank("train", code), ...(isTrial ? [] : readTreebank("dev", code))];
  return join ? [...sentences, ...withJoinedWords(sentences, join)] : sentences;
}

const share = (right: number, all: number) => (right / all).toFixed(4);
const merged = (tag: number) => (posTags[tag] === "AUX" ? posTags.indexOf("VERB") : tag);

/** Returns the shares of right tags and lemmas, the lemmas with the tags of the model. */
function score(
  sentences: readonly Sentence[],
  weights: Int8Array,
  lexicon: Lexicon | null,
  lemmas: string,
): string {
  const tag = createTagger(weights, lexicon);
  const lemmatize = createLemmatizer(lemmas);
  let [all, right, known, same] = [0, 0, 0, 0];
  for (const sentence of sentences) {
    const tags = tag(
      sentence.words.map((word) => ({ type: wordType(word, "word") })),
      [],
    );
    for (const [at, word] of sentence.words.entries()) {
      all += 1;
      if (merged(tags[at] ?? 0) === merged(sentence.gold[at] ?? 0)) right += 1;
      const lemma = sentence.lemmas[at] ?? null;
      if (lemma === null) continue;
      known += 1;
      if (lemmatize(word, tags[at] ?? 0).toLowerCase() === lemma.toLowerCase()) same += 1;
    }
  }
  return `tags ${share(right, all)}, lemmas ${share(same, known)}`;
}

/** Trains, prunes, packs and scores one language. Returns the size of its module. */
async function trainLanguage(
  language: Language,
  family: Float32Array | null,
  examples: readonly Example[],
  lexicon: Lexicon | null,
): Promise<number> {
  const { code, lowerLemmas = false, silver } = language;
  const weights = createWeights(family, familyShare);
  train(examples, weights, epochs.language, 1);
  prune(weights, kept);
  train(examples, weights, epochs.pruned, 2);
  const quantized = quantize(weights.values, maxWeight);
  const lemmas = trainLemmas(readSentences(language), lowerLemmas, (await silver?.()) ?? []);
  const scores = isTrial ? score(readTreebank("dev", code), quantized, lexicon, lemmas) : "";
  const { proclitics, enclitics } = findClitics(code);
  const parts = {
    ...packWeights(quantized),
    lemmas,
    proclitics: proclitics.join("\n"),
    enclitics: enclitics.join("\n"),
  };
  const size = isTrial ? 0 : writeModel(`syntax-${code}`, parts);
  console.log(`${code}: ${scores} ${lemmas.length} units of lemmas, ${size} bytes`);
  return size;
}

let total = 0;
for (const family of families) {
  if (values.only !== undefined && !family.some(({ code }) => code === values.only)) continue;
  const examples = new Map<string, Example[]>();
  const lexicons = new Map<string, Lexicon | null>();
  for (const language of family) {
    const lexicon = (await language.lexicon?.()) ?? null;
    lexicons.set(language.code, lexicon);
    examples.set(language.code, readExamples(readSentences(language), lexicon));
  }
  const shared = family.length > 1 ? createWeights(null, 0) : null;
  if (shared) train([...examples.values()].flat(), shared, epochs.family, 3);
  for (const language of family)
    total += await trainLanguage(
      language,
      shared?.values ?? null,
      examples.get(language.code) ?? [],
      lexicons.get(language.code) ?? null,
    );
}
console.log(`${total} bytes in all, ${weightRows} rows`);
