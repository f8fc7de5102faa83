import { hashRange } from "../../segment/hash.ts";
import type { TokenKind } from "../../segment/word-types.ts";
import { wordFact, wordType, type WordType } from "../../segment/word-types.ts";
import type { WordVectors } from "../../english/word-vectors.ts";
import type { Lexicon } from "./lexicon.ts";
import type { Construction } from "../constructions.ts";
import { constructionsFrom } from "./constructions.ts";
import { wordCues } from "./word-cues.ts";
import { wordRole, type WordRole } from "./word-roles.ts";

/** A word with its properties that do not depend on the context. */
export interface Word {
  /** In lower case, with contractions expanded. All handles share one form, and so do all addresses. */
  form: string;
  kind: TokenKind;
  /** Its row of the word vectors; −1 if there is none. */
  row: number;
  /** Its row of the model's own vocabulary; −1 if there is none. */
  entry: number;
  /** From −4 to 4; 0 if the lexicon does not contain the word. */
  grade: number;
  /** The grade of the lexicon, otherwise the grade that words with similar use have. */
  likelyGrade: number;
  role: WordRole;
  /** The circumstances that it signals, as bits. */
  cues: number;
  /** The constructions that may begin with it. */
  constructions: readonly Construction[];
  hash: number;
  /** Whether all letters are capitals. */
  isUpper: boolean;
  /** Whether it begins with a capital and has small letters. */
  isCapitalized: boolean;
  /** Whether letters are repeated for emphasis: "sooo". */
  isElongated: boolean;
  /** Whether the word ends the reach of a negation. */
  endsClause: boolean;
  /** Whether a phrase of the lexicon begins with the word. */
  startsPhrase: boolean;
  /** The representative of all words that are identical to the network. */
  seenAs: WordType;
}

/** A range of the words of a text. */
export interface WordRange {
  words: readonly Word[];
  first: number;
  /** Exclusive. */
  end: number;
}

/** The tables in which words are looked up. */
export interface WordSources {
  vectors: WordVectors;
  lexicon: Lexicon;
  /** Row by form. */
  vocabulary: ReadonlyMap<string, number>;
  /** For each row of the vectors, the grade in tenths that words with similar use have. */
  inducedGrades: Int8Array;
}

/** The kinds of tokens of messages. */
export const spokenKinds: ReadonlySet<TokenKind> = new Set([
  "emoji",
  "emoticon",
  "mention",
  "hashtag",
  "url",
]);

const formsOfKind: Readonly<Partial<Record<TokenKind, string>>> = {
  mention: "@",
  url: "http",
  email: "http",
};

/** Full forms of the parts of contractions, and of negations written without an apostrophe. */
const fullForms: ReadonlyMap<string, string> = new Map([
  ["n't", "not"],
  ["nt", "not"],
  ["ca", "can"],
  ["wo", "will"],
  ["'m", "am"],
  ["'re", "are"],
  ["'ve", "have"],
  ["'ll", "will"],
  ..."dont doesnt didnt isnt wasnt arent werent wont wouldnt couldnt shouldnt havent hasnt hadnt aint cant cannot"
    .split(" ")
    .map((word) => [word, "not"] as const),
]);

const clauseEnds = new Set([",", ";", ":", ".", "!", "?", "(", ")", "–", "—", "-", "...", "…"]);

/** The maximum length of a word that is also looked up by shortened forms. */
const maxWordLength = 40;

/** Returns whether a word has capitals and no small letters. */
function isInCapitals(text: string): boolean {
  // For most words the second letter decides.
  const code = text.charCodeAt(1);
  return !(code >= 0x61 && code <= 0x7a) && text === text.toUpperCase() && text !== text.toLowerCase();
}

function isDrawnOut(form: string): boolean {
  for (let index = 2; index < form.length; index++)
    if (form[index] === form[index - 1] && form[index] === form[index - 2]) return true;
  return false;
}

/** Returns the word with runs of a letter cut to `maxRunLength`: "sooo" becomes "soo" or "so". */
function shortened(form: string, maxRunLength: number): string {
  let short = "";
  let run = 0;
  for (let index = 0; index < form.length; index++) {
    run = form[index] === form[index - 1] ? run + 1 : 1;
    if (run <= maxRunLength) short += form[index];
  }
  return short;
}

function wordForm(text: string, kind: TokenKind): string {
  const general = formsOfKind[kind];
  if (general) return general;
  // "10/10" and "0 stars" are opinions; years and prices are not.
  if (kind === "number") return text.length <= 2 ? text : "0";
  if (kind === "emoticon") return text;
  // An emoji has the same meaning with and without the selector of color, a skin tone and a gender.
  if (kind === "emoji") return text.replace(/\ufe0f|[\u{1f3fb}-\u{1f3ff}]|\u200d[♀♂]/gu, "") || text;
  const folded = text.toLowerCase().replaceAll("’", "'");
  if (kind === "hashtag") return folded.slice(1);
  if (kind === "sign") return folded.length > 3 ? folded.slice(0, 3) : folded;
  return fullForms.get(folded) ?? folded;
}

function describeWord(type: WordType, { vectors, lexicon, vocabulary, inducedGrades }: WordSources): Word {
  const { text, kind } = type;
  const original = wordForm(text, kind);
  const isElongated = kind === "word" && original.length <= maxWordLength && isDrawnOut(original);
  const isKnown = (form: string) => vocabulary.has(form) || lexicon.findGrade(form) !== undefined;
  const form = isElongated
    ? ([original, shortened(original, 2), shortened(original, 1)].find(isKnown) ?? shortened(original, 2))
    : original;
  const row = kind === "emoji" || kind === "emoticon" ? -1 : vectors.findRow(form);
  const grade = lexicon.findGrade(form);
  const role = wordRole(form);
  return {
    form,
    kind,
    row,
    entry: vocabulary.get(form) ?? -1,
    grade: grade ?? 0,
    likelyGrade: grade ?? (inducedGrades[row] ?? 0) / 10,
    role,
    // The US is a country.
    cues: text === "US" ? 0 : wordCues(form),
    constructions: constructionsFrom(form, grade ?? 0, role),
    hash: hashRange(form) >>> 0,
    isUpper: kind === "word" && text.length > 2 && isInCapitals(text),
    isCapitalized: kind === "word" && /^\p{Lu}\p{Ll}/u.test(text),
    isElongated,
    endsClause: kind === "sign" && clauseEnds.has(form),
    startsPhrase: lexicon.phrases.next.has(form),
    // "good", "Good" and "gOOd" would each cost a projection. A drawn-out word or a hashtag differs from its form.
    seenAs: form === text || isElongated || kind === "hashtag" ? type : wordType(form, kind),
  };
}

/** Creates the function that describes a word regardless of its context. Call it once per model, as for `wordFact`. */
export function createWordReader(sources: WordSources): (type: WordType) => Word {
  return wordFact((type) => describeWord(type, sources));
}
