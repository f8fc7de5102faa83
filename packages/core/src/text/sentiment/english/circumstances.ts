import type { FoundConstruction } from "../constructions.ts";
import type { Word, WordRange } from "./words.ts";

const set = (words: string) => new Set(words.split(" "));

const conditionals = set("if unless whenever");
/** Words before "if" that make it no condition. */
const noCondition = set("as even what only but");
/** Words of a condition that is not true: "if it worked, it would be great". */
const unreal = set("would could were was had only wish should worked 'd better did");
const questionWords = set(
  "is are was were do does did will can could should have has which what where when who how am any anyone anybody would may",
);
/** Words of a question that is a complaint or a boast. */
const rhetorical = set(
  "not never so such hell fuck even wtf on earth really why still always just ever wrong joke kidding serious seriously",
);
const commands = set(
  "click press tap select choose enter type insert install download submit unplug scroll swipe drag toggle hover double-click right-click",
);
const legal = set(
  "shall hereby herein hereof hereto hereunder thereof therein pursuant notwithstanding indemnify indemnification lessee lessor licensee licensor undersigned hereinafter",
);
/** Words of contracts that other texts use too: two of them make a clause of a contract. */
const contractual = set(
  "agreement liability liable party parties tenant landlord terminate terminated termination breach obligation obligations clause section contract lease warranty warranties consent notice indemnity supplier buyer seller borrower lender employer employee arbitration jurisdiction confidential damages",
);
const personal = set("i we you my me our us your");
/** The grade beyond which blame in a question is a complaint: "Is this garbage legal?". */
const strongBlame = -2.4;
/** The minimum grade, of the lexicon or of words with similar use, of a word that is muted. */
const minGrade = 0.5;
const laughter = set("lol lmao lmfao rofl haha hahaha hahahaha hehe heh ha xd lolz");
/** The minimum grade of blame that laughter does not soften. */
const minBlame = 1.2;
/** The maximum length of a condition in words. */
const conditionReach = 14;
const minContractual = 2;
/** Words of a person who speaks or points at a thing. */
const speaking = set("i me my mine we us our you your this these it 'm");
const copulas = set("is are was were 's be been looks feels seems tastes sounds");
/** The kinds of tokens of messages. */
const spokenKinds: ReadonlySet<Word["kind"]> = new Set(["emoji", "emoticon", "mention", "hashtag", "url"]);
/** The minimum length of a report in words, and the grade that no report has. */
const minReportLength = 6;
const strongGrade = 3;
/** The number of words after a form of "be" in which a word of at least the grade is a judgment. */
const judgingReach = 4;
const judgedGrade = 1;

function has({ words, first, end }: WordRange, forms: ReadonlySet<string>): boolean {
  for (let index = first; index < end; index++) if (forms.has(words[index]?.form ?? "")) return true;
  return false;
}

function count({ words, first, end }: WordRange, forms: ReadonlySet<string>): number {
  let found = 0;
  for (let index = first; index < end; index++) if (forms.has(words[index]?.form ?? "")) found += 1;
  return found;
}

/** Puts a plain word in place of each word of praise or blame whose grade is at least `least`. */
function mute(words: Word[], first: number, end: number, plainWord: Word, least = -Infinity): void {
  for (let index = first; index < end; index++) {
    const word = words[index];
    if (word?.kind !== "word" || word.role.negates > 0) continue;
    if (Math.abs(word.likelyGrade) >= minGrade && word.likelyGrade >= least) words[index] = plainWord;
  }
}

/** Returns the conditions of a sentence: "if it breaks", "in case of problems". */
function findConditions({ words, first, end }: WordRange): { first: number; end: number }[] {
  const found: { first: number; end: number }[] = [];
  const form = (index: number) => (index < end ? (words[index]?.form ?? "") : "");
  for (let index = first; index < end; index++) {
    const isCase =
      form(index) === "in" &&
      (form(index + 1) === "case" || (form(index + 1) === "the" && /^(?:event|case)$/.test(form(index + 2))));
    const isIf = conditionals.has(form(index)) && (index === first || !noCondition.has(form(index - 1)));
    if (!isCase && !isIf) continue;
    let stop = index + 1;
    while (stop < end && stop - index < conditionReach && !words[stop]?.endsClause) stop++;
    if (isCase || !has({ words, first: index, end: stop }, unreal)) found.push({ first: index, end: stop });
    index = stop - 1;
  }
  return found;
}

/** Mutes laughter next to blame without other praise: "lol this is trash". */
function muteLaughter(words: Word[], first: number, end: number, plainWord: Word): void {
  let [laughs, blames, praises] = [0, 0, 0];
  for (let index = first; index < end; index++) {
    const { form = "", grade = 0 } = words[index] ?? {};
    if (laughter.has(form)) laughs += 1;
    else if (grade <= -minBlame) blames += 1;
    else if (grade >= minBlame) praises += 1;
  }
  if (laughs === 0 || blames === 0 || praises > 0) return;
  for (let index = first; index < end; index++)
    if (laughter.has(words[index]?.form ?? "")) words[index] = plainWord;
}

function isQuestion(range: WordRange): boolean {
  const { words, first, end } = range;
  const mark = words[end - 1]?.form === "?" || words[end - 2]?.form === "?";
  const exclaims = words[first]?.form === "what" && /^an?$/.test(words[first + 1]?.form ?? "");
  return mark && !exclaims && questionWords.has(words[first]?.form ?? "") && !has(range, rhetorical);
}

/**
 * Returns whether a sentence reports a fact: it is whole, names something, and no person speaks or judges in it. "The
 * film won two awards in Venice" is a report, "The film is great" is none.
 */
function isReport({ words, first, end }: WordRange, hasName: boolean): boolean {
  if (!hasName || end - first < minReportLength || words[end - 1]?.form !== ".") return false;
  let judging = 0;
  for (let index = first; index < end; index++) {
    const word = words[index];
    if (!word || speaking.has(word.form) || spokenKinds.has(word.kind) || word.isElongated) return false;
    if (word.role.negates > 0 || word.role.degree > 1 || Math.abs(word.grade) >= strongGrade) return false;
    judging = copulas.has(word.form) ? judgingReach : judging - 1;
    if (judging > 0 && Math.abs(word.grade) >= judgedGrade) return false;
  }
  return true;
}

/**
 * Mutes the words of praise and blame that a sentence does not assert: those of conditions, questions, instructions and
 * contracts. Returns a construction without opinion if the whole sentence asserts nothing or reports a fact.
 *
 * @param hasName Whether a name or a figure is in the sentence.
 */
export function muteCircumstances(
  range: WordRange & { words: Word[] },
  plainWord: Word,
  hasName: boolean,
): FoundConstruction[] {
  const { words, first, end } = range;
  const nothing: FoundConstruction = { first, last: first, weight: 0, isNegated: false };
  const isContract =
    (has(range, legal) || count(range, contractual) >= minContractual) && !has(range, personal);
  const commandAt = words[first]?.form === "please" ? first + 1 : first;
  if (isContract || commands.has(words[commandAt]?.form ?? "")) {
    mute(words, first, end, plainWord);
    return [nothing];
  }
  muteLaughter(words, first, end, plainWord);
  const conditions = has(range, unreal) ? [] : findConditions(range);
  for (const condition of conditions) mute(words, condition.first, condition.end, plainWord);
  if (isReport(range, hasName)) return [nothing];
  if (!isQuestion(range)) return [];
  mute(words, first, end, plainWord, strongBlame);
  return [nothing];
}
