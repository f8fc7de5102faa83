import type { FoundConstruction } from "../constructions.ts";
import { cue } from "./word-cues.ts";
import { spokenKinds, type Word, type WordRange } from "./words.ts";

const conditionals: ReadonlySet<string> = new Set(["if", "unless", "whenever"]);
/** Words before "if" that make it no condition. */
const noCondition: ReadonlySet<string> = new Set(["as", "even", "what", "only", "but"]);
/** The grade beyond which blame in a question is a complaint: "Is this garbage legal?". */
const strongBlame = -2.4;
/** The minimum grade, of the lexicon or of words with similar use, of a word that is muted. */
const minGrade = 0.5;
/** The minimum grade of blame that laughter does not soften. */
const minBlame = 1.2;
/** The maximum length of a condition in words. */
const conditionReach = 14;
const minContractual = 2;
/** The minimum length of a report in words, and the grade that no report has. */
const minReportLength = 6;
const strongGrade = 3;
/** The number of words after a form of "be" in which a word of at least the grade is a judgment. */
const judgingReach = 4;
const judgedGrade = 1;

/** Returns the cues of a range of words together. */
function cuesOf({ words, first, end }: WordRange): number {
  let found = 0;
  for (let index = first; index < end; index++) found |= words[index]?.cues ?? 0;
  return found;
}

function count({ words, first, end }: WordRange, bit: number): number {
  let found = 0;
  for (let index = first; index < end; index++) if ((words[index]?.cues ?? 0) & bit) found += 1;
  return found;
}

/**
 * Puts a plain word in place of each word of praise or blame whose grade is at least `least`. Without `least`, also in
 * place of the first words of phrases.
 */
function mute(words: Word[], first: number, end: number, plainWord: Word, least = -Infinity): void {
  for (let index = first; index < end; index++) {
    const word = words[index];
    if (word?.kind !== "word" || word.role.negates > 0) continue;
    const isOpinion = Math.abs(word.likelyGrade) >= minGrade && word.likelyGrade >= least;
    if (isOpinion || (word.startsPhrase && least === -Infinity)) words[index] = plainWord;
  }
}

/** Returns the conditions of a sentence: "if it breaks", "in case of problems". */
function findConditions({ words, first, end }: WordRange): { first: number; end: number }[] {
  const found: { first: number; end: number }[] = [];
  const form = (index: number) => (index < end ? (words[index]?.form ?? "") : "");
  for (let index = first; index < end; index++) {
    if (!((words[index]?.cues ?? 0) & cue.conditional)) continue;
    const isCase =
      form(index) === "in" &&
      (form(index + 1) === "case" || (form(index + 1) === "the" && /^(?:event|case)$/.test(form(index + 2))));
    const isIf = conditionals.has(form(index)) && (index === first || !noCondition.has(form(index - 1)));
    if (!isCase && !isIf) continue;
    let stop = index + 1;
    while (stop < end && stop - index < conditionReach && !words[stop]?.endsClause) stop++;
    if (isCase || !(cuesOf({ words, first: index, end: stop }) & cue.unreal))
      found.push({ first: index, end: stop });
    index = stop - 1;
  }
  return found;
}

/** Mutes laughter next to blame without other praise: "lol this is trash". */
function muteLaughter(words: Word[], first: number, end: number, plainWord: Word): void {
  let [laughs, blames, praises] = [0, 0, 0];
  for (let index = first; index < end; index++) {
    const { cues = 0, grade = 0 } = words[index] ?? {};
    if (cues & cue.laughter) laughs += 1;
    else if (grade <= -minBlame) blames += 1;
    else if (grade >= minBlame) praises += 1;
  }
  if (laughs === 0 || blames === 0 || praises > 0) return;
  for (let index = first; index < end; index++)
    if ((words[index]?.cues ?? 0) & cue.laughter) words[index] = plainWord;
}

/** Returns whether a name or a figure of two digits is in a sentence, other than its first word. */
function hasName({ words, first, end }: WordRange): boolean {
  for (let index = first + 1; index < end; index++) {
    const { kind, isCapitalized = false, form = "" } = words[index] ?? {};
    if (isCapitalized || (kind === "number" && form !== "1" && form !== "2")) return true;
  }
  return false;
}

function isQuestion({ words, first, end }: WordRange, cues: number): boolean {
  const mark = words[end - 1]?.form === "?" || words[end - 2]?.form === "?";
  if (!mark || !((words[first]?.cues ?? 0) & cue.question) || cues & cue.rhetorical) return false;
  return words[first]?.form !== "what" || !/^an?$/.test(words[first + 1]?.form ?? "");
}

/**
 * Returns whether a sentence reports a fact: it is whole, names something, and no person speaks or judges in it. "The
 * film won two awards in Venice" is a report, "The film is great" is none.
 *
 * @param cues The cues of the sentence.
 */
function isReport(range: WordRange, cues: number): boolean {
  const { words, first, end } = range;
  if (cues & cue.speaking || end - first < minReportLength || words[end - 1]?.form !== ".") return false;
  let judging = 0;
  for (let index = first; index < end; index++) {
    const word = words[index];
    if (!word || spokenKinds.has(word.kind) || word.isElongated) return false;
    const grade = word.cues & cue.event ? 0 : Math.abs(word.grade);
    if (word.role.negates > 0 || word.role.degree > 1 || grade >= strongGrade) return false;
    judging = word.cues & cue.copula ? judgingReach : judging - 1;
    if (judging > 0 && grade >= judgedGrade) return false;
  }
  return hasName(range);
}

/**
 * Returns whether a whole sentence names something, or tells of war and crime, and tells of events only: "The ministry said that 12 people were
 * killed, but not by soldiers." No person of the text is in it, and no other word of it praises or blames.
 *
 * @param cues The cues of the sentence.
 */
function isEventReport(range: WordRange, cues: number): boolean {
  const { words, first, end } = range;
  if (!(cues & cue.event) || cues & cue.personal || end - first < minReportLength) return false;
  const isWhole = words[end - 1]?.form === "." || words[end - 2]?.form === ".";
  for (let index = first; index < end; index++) {
    const word = words[index];
    if (!word || spokenKinds.has(word.kind) || word.isElongated) return false;
    if (!(word.cues & cue.event) && Math.abs(word.grade) >= judgedGrade) return false;
  }
  return isWhole && ((cues & cue.conflict) !== 0 || hasName(range));
}

/**
 * Mutes the words of praise and blame that a sentence does not assert: those of conditions, questions, instructions and
 * contracts. Returns a construction without opinion if the whole sentence asserts nothing or reports a fact.
 */
export function muteCircumstances(
  range: WordRange & { words: Word[] },
  plainWord: Word,
): FoundConstruction[] {
  const { words, first, end } = range;
  const nothing: FoundConstruction = { first, last: first, weight: 0, isNegated: false };
  const cues = cuesOf(range);
  const isContract =
    !(cues & cue.personal) &&
    (cues & cue.legal || (cues & cue.contractual && count(range, cue.contractual) >= minContractual));
  const commandAt = words[first]?.form === "please" ? first + 1 : first;
  if (isContract || (words[commandAt]?.cues ?? 0) & cue.command) {
    mute(words, first, end, plainWord);
    return [nothing];
  }
  if (cues & cue.laughter) muteLaughter(words, first, end, plainWord);
  const conditions = cues & cue.conditional && !(cues & cue.unreal) ? findConditions(range) : [];
  for (const condition of conditions) mute(words, condition.first, condition.end, plainWord);
  if (isReport(range, cues)) return [nothing];
  if (isEventReport(range, cues)) {
    mute(words, first, end, plainWord);
    return [nothing];
  }
  if (!isQuestion(range, cues)) return [];
  mute(words, first, end, plainWord, strongBlame);
  return [nothing];
}
