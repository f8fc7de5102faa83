// Trains the model of English sentiment: pnpm --filter @tools-api/training sentiment
import { loadWordVectors } from "../../src/text/english/word-vectors.ts";
import type { Token } from "../../src/text/segment/tokenize.ts";
import { tokenize } from "../../src/text/segment/tokenize.ts";
import { createLexicon } from "../../src/text/sentiment/english/lexicon.ts";
import { createWordReader, type Word } from "../../src/text/sentiment/english/words.ts";
import { seededRandom } from "../random.ts";
import { writeModel } from "../write-model.ts";
import { composeExamples } from "./composed/compose-sentences.ts";
import { createJudge } from "./convolution.ts";
import {
  fitCalibration,
  type DevelopmentSet,
  readDevelopmentSets,
  scoreSet,
  weightsOf,
} from "./development.ts";
import { emotionNames, readExamples } from "./examples.ts";
import { induceGrades } from "./induce-grades.ts";
import { buildLexicon } from "./lexicon.ts";
import { hashTexts, ngramLogits, trainNgrams } from "./ngrams.ts";
import { packCalibration, packLexicon, packNetwork, packNgrams } from "./pack.ts";
import { prepareText } from "./prepare.ts";
import { trainConvolution } from "./train-convolution.ts";

const seed = 1;
/** The minimum number of occurrences in the examples for a word to have its own row in addition to its vector. */
const minCount = 5;
const buckets = 2 ** 20;

const random = seededRandom(seed);
const vectors = await loadWordVectors();
const vectorLength = vectors.dimensions;

/** Returns the unpacked vectors, as the model reads them. */
function unpackVectors(): Float32Array {
  const unpacked = new Float32Array(vectors.words.length * vectorLength);
  for (let row = 0; row < vectors.words.length; row++)
    vectors.read(row, unpacked.subarray(row * vectorLength));
  return unpacked;
}

const unpacked = unpackVectors();
const lexiconTable = buildLexicon();
const lexicon = createLexicon(lexiconTable.entries, lexiconTable.tenths);
const inducedGrades = induceGrades(vectors.words, unpacked, lexicon, random);
const examples = [...readExamples(random, lexicon.findGrade), ...composeExamples(random)];

function findVocabulary(): ReadonlyMap<string, number> {
  const read = createWordReader({ vectors, lexicon, vocabulary: new Map(), inducedGrades });
  const counts = new Map<string, number>();
  for (const { text } of examples)
    for (const token of tokenize(text, "en", [])) {
      const { form } = read(token.type);
      counts.set(form, (counts.get(form) ?? 0) + 1);
    }
  const frequent = [...counts].filter(([, count]) => count >= minCount);
  return new Map(frequent.map(([form], entry) => [form, entry]));
}

const vocabulary = findVocabulary();
const readWord = createWordReader({ vectors, lexicon, vocabulary, inducedGrades });
const known = new Map<string, Word>();

/** Returns one object per distinct word of all texts, so that a batch projects it once. */
function readKnownWord(token: Token): Word {
  const key = `${token.kind} ${token.text}`;
  const found = known.get(key) ?? readWord(token.type);
  known.set(key, found);
  return found;
}

const prepared = examples.map(({ text }) => prepareText(text, readKnownWord, lexicon));
console.log(
  `${examples.length} examples, ${vocabulary.size} words of their own, ${lexiconTable.entries.length} graded`,
);

const ngrams = trainNgrams(
  hashTexts(prepared, buckets),
  examples.map(({ target }) => target),
  examples.map(({ weight }) => weight),
  { buckets, minCount: 3, epochs: 8, rate: 0.1, decay: 1e-5 },
  random,
);

const network = trainConvolution(
  examples.map(({ target, weight, emotions }, index) => {
    const text = prepared[index];
    if (!text) throw new RangeError(`No example ${index}`);
    return { text, target, weight, emotions };
  }),
  unpacked,
  {
    width: 64,
    learnedDimensions: 16,
    vocabulary: vocabulary.size,
    vectorLength,
    emotions: emotionNames.length,
    epochs: 4,
    batch: 256,
    rate: 0.003,
    decay: 0.02,
    dropout: 0.4,
    wordDropout: 0.08,
    emotionWeight: 0.3,
    featureDropout: 0.2,
  },
  seededRandom(seed + 1),
  (epoch, loss) => console.log(`epoch ${epoch + 1}: loss ${loss.toFixed(4)}`),
);

const judge = createJudge(unpacked, network);
const sets = readDevelopmentSets(new Set(examples.map(({ text }) => text))).map(
  ({ name, rows }): DevelopmentSet => {
    const texts = rows.map(({ text }) => prepareText(text, readKnownWord, lexicon));
    const labels = rows.map(({ label }) => label);
    return {
      name,
      labels,
      weights: weightsOf(name, labels),
      network: texts.map(judge),
      ngrams: hashTexts(texts, buckets).map((hashes) => {
        const [polarity, neutral] = ngramLogits(hashes, ngrams);
        return [polarity, neutral, -polarity];
      }),
    };
  },
);
const calibration = fitCalibration(sets);
console.log(calibration);
for (const set of sets) console.log(scoreSet(set, calibration));
const size = writeModel("sentiment", {
  ...packLexicon(lexiconTable, [...vocabulary.keys()]),
  inducedGrades,
  ...packNgrams(ngrams),
  ...packNetwork(network),
  ...packCalibration(calibration),
});
console.log(`${size} bytes`);
