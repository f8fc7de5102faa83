import type { LanguageModel } from "./model.ts";
import { han, kana, latin, scripts } from "./scripts.ts";
import type { Sample } from "./words.ts";

/** A language with its confidence. */
export interface Candidate {
  code: string;
  confidence: number;
}

/** The result of {@link classify}. */
export interface Classification {
  /** The most likely first. The remainder to 1 is the probability that the language is none of them. */
  candidates: Candidate[];
  /** The number of the script with the most letters. */
  script: number;
}

/** The weight of a letter. One ideograph or syllable carries more text than one letter of an alphabet. */
const lettersPerSign: readonly number[] = scripts.map(({ name }) =>
  name === "Han" || name === "Kana" || name === "Hangul" ? 3 : 1,
);

/** Parameters of the confidence, tuned on development data: see `models/language.md`. */
const settings = {
  /** The evidence, in the model's units, that changes the odds of two languages by a factor of e, for one n-gram. */
  temperature: 10,
  /** n-grams are not independent of each other, so the temperature grows with their number to this power. */
  dependence: 0.7,
  /** The evidence that an n-gram of an unknown language would have. */
  unknown: 55,
  /** Added to the number of n-grams, so that one or two of them do not decide. */
  fewNgrams: 2,
  /** The factor of the confidence if all words are names, and if many characters are program code. */
  doubt: 0.5,
  /** A language or script with at least this share of a text is the text's. Below it, the confidence falls. */
  majority: 0.75,
  /** The number of words to read. Of twice as many words every second is read, of three times as many every third. */
  enoughWords: 20,
  /** The number of words in one chunk. */
  chunkWords: 12,
  /** The lead, in temperatures, from which another language clearly wins a chunk. */
  clearLead: 2,
} as const;

/** Languages below this fraction of the best one's odds are not candidates. */
const minOdds = 0.01;
/** A text with fewer code characters per letter may be prose. */
const codeShare = 0.06;
const minCodeSigns = 2;
/**
 * The maximum length, in words, of a list of names. A longer text without lower-case words is a headline or all in
 * capitals.
 */
const maxNames = 10;
/** The usual minimum share of kana in a Japanese text. */
const japaneseKana = 0.08;

function mainScript(letters: Uint32Array): { script: number; share: number } {
  let total = 0;
  const weighted: number[] = [];
  for (let script = 0; script < letters.length; script++) {
    const weight = (letters[script] ?? 0) * (lettersPerSign[script] ?? 1);
    total += weight;
    weighted.push(weight);
  }
  // Japanese uses both scripts, so its ideographs count as kana.
  const kanaLetters = weighted[kana] ?? 0;
  if (kanaLetters > japaneseKana * (kanaLetters + (weighted[han] ?? 0))) {
    weighted[kana] = kanaLetters + (weighted[han] ?? 0);
    weighted[han] = 0;
  }
  const script = weighted.indexOf(Math.max(...weighted));
  return { script, share: total === 0 ? 0 : (weighted[script] ?? 0) / total };
}

function capAtMajority(share: number): number {
  return Math.min(1, share / settings.majority);
}

function classifyIdeographs({ letters, japaneseForms }: Sample, share: number): Candidate[] {
  const japanese = japaneseForms > 0 ? 0.9 : 0.3 / (1 + (letters[han] ?? 0) / 4);
  const both = [
    { code: "zh", confidence: (1 - japanese) * share },
    { code: "ja", confidence: japanese * share },
  ];
  return both.toSorted((a, b) => b.confidence - a.confidence);
}

interface Evidence {
  /** By language number. */
  sums: Float64Array;
  ngrams: number;
}

function temperature(ngrams: number): number {
  return settings.temperature * (ngrams + settings.fewNgrams) ** settings.dependence;
}

function findBest(sums: Float64Array, numbers: readonly number[]): number {
  let best = numbers[0] ?? 0;
  for (const number of numbers) if ((sums[number] ?? 0) > (sums[best] ?? 0)) best = number;
  return best;
}

/**
 * Returns the evidence of the words in chunks, so that a text in two languages is noticed. A repeated word counts once
 * per chunk.
 */
function readChunks({ words }: Sample, script: number, model: LanguageModel): Evidence[] {
  const chunks: Evidence[] = [];
  const seen = new Set<string>();
  const step = Math.max(1, Math.floor(words.length / settings.enoughWords));
  let chunk: Evidence | undefined;
  let count = 0;
  for (let index = 0; index < words.length; index += step) {
    const word = words[index];
    if (word?.script !== script) continue;
    if (count++ % settings.chunkWords === 0 || !chunk) {
      chunk = { sums: new Float64Array(model.languages.length), ngrams: 0 };
      chunks.push(chunk);
      seen.clear();
    }
    if (seen.has(word.text)) continue;
    seen.add(word.text);
    chunk.ngrams += model.addEvidence(word, chunk.sums);
  }
  return chunks;
}

function addUp(chunks: readonly Evidence[], prior: Float64Array): Evidence {
  const sums = prior.slice();
  let ngrams = 0;
  for (const chunk of chunks) {
    ngrams += chunk.ngrams;
    for (let number = 0; number < sums.length; number++)
      sums[number] = (sums[number] ?? 0) + (chunk.sums[number] ?? 0);
  }
  return { sums, ngrams };
}

/**
 * Returns the share of n-grams that are in chunks where no other language clearly beats the best language of the whole.
 */
function agreement(chunks: readonly Evidence[], best: number, numbers: readonly number[]): number {
  let agreeing = 0;
  let total = 0;
  for (const { sums, ngrams } of chunks) {
    const lead = (sums[findBest(sums, numbers)] ?? 0) - (sums[best] ?? 0);
    total += ngrams;
    if (lead < settings.clearLead * temperature(ngrams)) agreeing += ngrams;
  }
  return total === 0 ? 1 : agreeing / total;
}

/** Returns the factor of the confidence. Program code and texts of only names say little about a language. */
function trustIn({ letters, codeSigns, capitalized, small, words }: Sample): number {
  const letterCount = letters.reduce((sum, count) => sum + count, 0);
  const isCode = codeSigns >= minCodeSigns && codeSigns > codeShare * letterCount;
  const isNames = capitalized > 1 && small === 0 && words.length < maxNames;
  return (isCode ? settings.doubt : 1) * (isNames ? settings.doubt : 1);
}

/** Returns the candidate languages of a sample with their confidences. */
export function classify(sample: Sample, model: LanguageModel): Classification {
  const { script, share } = mainScript(sample.letters);
  if (share === 0) return { candidates: [], script: latin };
  const whole = capAtMajority(share);
  if (script === han) return { candidates: classifyIdeographs(sample, whole), script };
  const language = scripts[script]?.language;
  if (language !== undefined) return { candidates: [{ code: language, confidence: 0.99 * whole }], script };

  const chunks = readChunks(sample, script, model);
  const { sums, ngrams } = addUp(chunks, model.prior);
  const numbers = model.languagesIn(script);
  const best = findBest(sums, numbers);
  const most = sums[best] ?? 0;
  const scale = temperature(ngrams);
  const odds = numbers.map((number) => Math.exp(((sums[number] ?? 0) - most) / scale));
  const unknown = Math.exp((settings.unknown * ngrams - most) / scale);
  const total = odds.reduce((sum, value) => sum + value, unknown);
  const certainty = (whole * capAtMajority(agreement(chunks, best, numbers)) * trustIn(sample)) / total;
  const candidates: Candidate[] = [];
  for (const [position, chance] of odds.entries())
    if (chance >= minOdds)
      candidates.push({
        code: model.languages[numbers[position] ?? 0] ?? "",
        confidence: chance * certainty,
      });
  return { candidates: candidates.toSorted((a, b) => b.confidence - a.confidence), script };
}
