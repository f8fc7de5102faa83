import { createDocument } from "../../src/text/document.ts";
import type { Token } from "../../src/text/segment/tokenize.ts";
import { type PosTag, posTags } from "../../src/text/tagger/tags.ts";
import { readLines } from "../shared-data.ts";

/** A line of a treebank file. */
export interface TreebankLine {
  text: string;
  tokens: readonly (readonly [start: number, end: number, pos: PosTag, lemma: string])[];
}

/** A sentence of a treebank: its words, the indices of their tags and their lemmas. */
export interface Sentence {
  words: string[];
  gold: number[];
  /** `null` for a placeholder. */
  lemmas: (string | null)[];
}

/** The tags and lemmas of the second halves of contractions, which the treebanks do not split from the words before. */
const cliticTags: Readonly<Record<string, readonly [pos: PosTag, lemma: string]>> = {
  "n't": ["PART", "not"],
  not: ["PART", "not"],
  "'m": ["AUX", "be"],
  "'re": ["AUX", "be"],
  "'ve": ["AUX", "have"],
  "'ll": ["AUX", "will"],
  "'d": ["AUX", "would"],
};
const nominal: ReadonlySet<string | undefined> = new Set(["NOUN", "PROPN", "ADJ", "NUM"]);

/** Returns the tag and lemma of `'s`: after a noun and before another it is the genitive, otherwise a verb. */
function genitiveOrVerb(host: PosTag, next: PosTag | undefined): readonly [pos: PosTag, lemma: string] {
  const isGenitive = (host === "NOUN" || host === "PROPN") && (nominal.has(next) || next === "PUNCT");
  return isGenitive ? ["PART", "'s"] : ["AUX", "be"];
}

/** Returns our tokens of a gold token if they are a word with its clitics, and otherwise nothing. */
function splitContraction(ours: readonly Token[], start: number, end: number): readonly Token[] {
  const first = ours.findIndex((token) => token.start === start);
  const last = ours.findIndex((token) => token.end === end);
  if (first < 0 || last <= first) return [];
  const split = ours.slice(first, last + 1);
  return split.slice(1).every(({ isClitic }) => isClitic) ? split : [];
}

/** Lemmas of placeholders of the Czech treebank, and the separators of compounds in others: "basis_niveau". */
const placeholder = /^&/;
const separators = /[_#](?=\p{L})/gu;

/** Returns the lemma without the marks that a treebank adds to it, or `null` for a placeholder. */
function readLemma(lemma: string): string | null {
  return placeholder.test(lemma) ? null : lemma.replaceAll(separators, "");
}

function readSentence({ text, tokens }: TreebankLine, language: string): Sentence {
  const ours = createDocument(text, language).tokens();
  const sentence: Sentence = { words: [], gold: [], lemmas: [] };
  const add = (word: string, pos: PosTag, lemma: string | null) => {
    sentence.words.push(word);
    sentence.gold.push(posTags.indexOf(pos));
    sentence.lemmas.push(lemma);
  };
  for (const [index, [start, end, pos, lemma]] of tokens.entries()) {
    const [host, ...clitics] = splitContraction(ours, start, end);
    add(host?.text ?? text.slice(start, end), pos, readLemma(lemma));
    for (const clitic of clitics) {
      const form = clitic.text.toLowerCase().replaceAll("’", "'");
      add(clitic.text, ...(cliticTags[form] ?? genitiveOrVerb(pos, tokens[index + 1]?.[2])));
    }
  }
  return sentence;
}

/** Spoken forms of two words, which treebanks of written text hardly have. */
const spokenForms: Readonly<Record<string, string>> = {
  "going to": "gonna",
  "want to": "wanna",
  "got to": "gotta",
  "have to": "hafta",
};

/** Returns two words as one, or `null` if they are never written so. */
export type JoinWords = (first: string, second: string) => string | null;

/** Returns the spoken form of two English words. */
export function joinSpoken(first: string, second: string): string | null {
  const phrase = `${first} ${second}`.toLowerCase();
  return Object.hasOwn(spokenForms, phrase) ? (spokenForms[phrase] ?? null) : null;
}

/** Returns a Greek preposition with its article, which the treebank writes apart. */
export function joinArticle(first: string, second: string): string | null {
  return /^σ$/iu.test(first) && second.startsWith("τ") ? first + second : null;
}

/**
 * Returns the sentences that have two words which are also written as one, with that one: "I wanna sleep", "στο". It
 * has the tag and the lemma of the first.
 */
export function withJoinedWords(sentences: readonly Sentence[], join: JoinWords): Sentence[] {
  return sentences.flatMap(({ words, gold, lemmas }) => {
    const joined: Sentence = { words: [], gold: [], lemmas: [] };
    for (let at = 0; at < words.length; at++) {
      const word = words[at] ?? "";
      const both = join(word, words[at + 1] ?? "");
      joined.words.push(both ?? word);
      joined.gold.push(gold[at] ?? 0);
      joined.lemmas.push(lemmas[at] ?? null);
      if (both !== null) at += 1;
    }
    return joined.words.length < words.length ? [joined] : [];
  });
}

/** Returns the sentences of a treebank of the shared data, such as `train` of `de`. */
export function readTreebank(part: "train" | "dev", language: string): Sentence[] {
  return readLines<TreebankLine>(`${part}/pos-${language}`).map((line) => readSentence(line, language));
}
