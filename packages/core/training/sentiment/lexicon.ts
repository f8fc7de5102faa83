import { readFileSync } from "node:fs";
import { emoji, emoticons, plainWords, slang } from "./lexicon/other-words.ts";
import { expandWords, type GradedWords } from "./lexicon/graded-words.ts";
import { negativeWords } from "./lexicon/negative-words.ts";
import { phrases } from "./lexicon/phrases.ts";
import { positiveWords } from "./lexicon/positive-words.ts";

/** Entries and their grades in tenths, in the form that the model stores. */
export interface LexiconTable {
  entries: string[];
  tenths: Int8Array;
}

function* gradesOf(list: readonly GradedWords[], expand: boolean): Generator<[entry: string, grade: number]> {
  for (const { grade, words } of list)
    for (const word of expand ? expandWords(words) : words.trim().split(/\s+/)) yield [word, grade];
}

/**
 * The short entries of VADER that are kept. The others are mostly initialisms with a more common meaning, such as KIA.
 */
const shortWords = new Set(
  (
    "bad ban cry die dud fab fad fan fit flu foe fun gag gun joy hug ill lag mad nag odd rob sad shy sin wit won win woe ass axe " +
    "lol thx wtf ok jk np gg ftw gr8 h8 m8 luv fav yay yes wow ugh meh nah heh ha xd"
  ).split(" "),
);

function* vaderGrades(): Generator<[entry: string, grade: number]> {
  const file = readFileSync(new URL("lexicon/vader-lexicon.txt", import.meta.url), "utf8");
  for (const line of file.split("\n")) {
    const [entry = "", grade] = line.split("\t");
    // Its phrases are emoticons that contain spaces, which are several tokens.
    const isInitialism = /^[a-z0-9]{1,3}$/.test(entry) && !shortWords.has(entry);
    if (grade !== undefined && !entry.includes(" ") && !isInitialism) yield [entry, Number(grade)];
  }
}

/**
 * Returns VADER's lexicon merged with this project's lists. An entry of a later list replaces that of an earlier one.
 */
export function buildLexicon(): LexiconTable {
  const grades = new Map<string, number>([
    ...vaderGrades(),
    ...gradesOf(positiveWords, true),
    ...gradesOf(negativeWords, true),
    ...gradesOf(slang, false),
    ...gradesOf(emoticons, false),
    ...gradesOf(emoji, false),
    ...gradesOf(plainWords, false),
    ...gradesOf(phrases, false),
  ]);
  return {
    entries: [...grades.keys()],
    tenths: Int8Array.from(grades.values(), (grade) => Math.round(grade * 10)),
  };
}
