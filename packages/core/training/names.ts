// Trains the tagger of names in languages other than English: pnpm --filter @tools-api/training names [--dry-run]
// With --dry-run the model learns from the training sets only, is scored on the development sets, and is not written.
import { parseArgs } from "node:util";
import { multilingualNames } from "../src/text/language/name-codes.ts";
import { createNameLists } from "../src/text/mentions/names/multilingual/name-lists.ts";
import { createNameTagger } from "../src/text/mentions/names/multilingual/tagger.ts";
import { loadSyntaxModel } from "../src/text/tagger/languages.ts";
import { packWeights } from "../src/text/network/sparse-weights.ts";
import type { SyntaxModel } from "../src/text/tagger/model.ts";
import { labelLine, readNameLines } from "./names/examples.ts";
import { packLists, readListedWords } from "./names/lists.ts";
import { scoreNames } from "./names/score-names.ts";
import { createChainWeights, type Example, exampleReader, train } from "./names/train-chain.ts";
import { prune, quantize } from "./syntax/train-tagger.ts";
import { writeModel } from "./write-model.ts";

/** A set of names to learn from. */
interface NameSet {
  name: string;
  language: string;
  /** A name under which the features of the language are learned, for texts that are unlike its other texts. */
  kind?: string;
  /** The lines to read. */
  limit?: number;
  /** Whether the set has a development set to learn from too. */
  hasDev?: boolean;
}

/** Newspapers of about 1900, read by OCR. Their capitals and spellings are not those of today. */
const ocr = "ocr";

const sets: readonly NameSet[] = [
  { name: "de-germeval", language: "de" },
  { name: "de-europeana", language: "de", kind: ocr, limit: 600 },
  { name: "nl-europeana", language: "nl", kind: ocr, limit: 600 },
  { name: "fr-europeana", language: "fr", limit: 5000 },
  { name: "pt-uner", language: "pt" },
  { name: "sv-uner", language: "sv" },
  { name: "da-uner", language: "da" },
  { name: "no-nob", language: "no" },
  { name: "no-nno", language: "no" },
  { name: "hr-uner", language: "hr" },
  { name: "sr-uner", language: "sr" },
  { name: "sk-uner", language: "sk" },
  { name: "ru-nerel", language: "ru" },
  { name: "en-ewt", language: "en", hasDev: false },
  { name: "crossner-politics", language: "en", hasDev: false },
  { name: "crossner-literature", language: "en", hasDev: false },
  { name: "crossner-science", language: "en", hasDev: false },
];

/** The sets that score a trial. Those of other sources than the training texts are not learned from at all. */
const trials: readonly { name: string; language: string }[] = [
  ...sets.filter(({ hasDev = true, kind }) => hasDev && kind === undefined),
  { name: "nl-conll2002", language: "nl" },
  { name: "es-conll2002", language: "es" },
  { name: "de-newseye", language: "de" },
  { name: "fr-newseye", language: "fr" },
  { name: "sv-newseye", language: "sv" },
];

const epochs = { all: 4, pruned: 2 };
const kept = 300_000;
const maxWeight = 127;

const { values } = parseArgs({ options: { "dry-run": { type: "boolean", default: false } } });
const isTrial = values["dry-run"];

/** Returns the tagger of parts of speech of a language. */
async function loadSyntax(language: string): Promise<SyntaxModel> {
  const syntax = await loadSyntaxModel(language);
  if (!syntax) throw new RangeError(`language: expected one with a tagger, received ${language}`);
  return syntax;
}

const lists = packLists(readListedWords(multilingualNames));
const nameLists = createNameLists(lists.hashes, lists.kinds);
const examples: Example[] = [];
for (const { name, language, kind = language, limit = Infinity, hasDev = true } of sets) {
  const syntax = await loadSyntax(language);
  const read = exampleReader(nameLists, kind, syntax.tag);
  for (const part of hasDev && !isTrial ? ["train", "dev"] : ["train"])
    for (const line of readNameLines(`${part}/entities-${name}`, limit))
      for (const labels of labelLine(line, language, syntax)) examples.push(read(labels));
}
console.log(`${examples.length} sentences, ${lists.kinds.length} listed words`);

const weights = createChainWeights();
train(examples, weights, epochs.all, 1);
prune(weights, kept);
console.log(`loss ${train(examples, weights, epochs.pruned, 2).toFixed(4)}`);

const limit = weights.values.reduce((highest, value) => Math.max(highest, Math.abs(value)), 0);
const quantized = quantize(weights.values, maxWeight);
const unit = limit / maxWeight;
const { transitions } = weights;
if (isTrial)
  for (const { name, language } of trials) {
    const syntax = await loadSyntax(language);
    const model = { weights: quantized, unit, transitions, lists: nameLists };
    const tagger = createNameTagger(model, language, syntax.tag);
    const lines = readNameLines(`dev/entities-${name}`, Infinity);
    console.log(`${name}: ${scoreNames(lines, language, syntax, tagger)}`);
  }
else {
  const parts = { ...packWeights(quantized), unit: Float32Array.of(unit), transitions, ...lists };
  console.log(`${writeModel("names", parts)} bytes`);
}
