import type { Phrase } from "./keyword-candidates.ts";
import type { Span } from "./span.ts";

const longestPhrase = 4;
const longestWord = 64;
const letter = /\p{L}/u;
const capital = /^\p{Lu}/u;
/** Scripts without blanks between words; a word of one sign is a particle there more often than a topic. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Languages that write all nouns, and little else, with a capital. */
const capitalizesNouns = new Set(["de", "lb"]);

/** Stopwords that join nouns to one term: "réforme des retraites", "fábrica de baterías". */
const connectors: Readonly<Record<string, ReadonlySet<string>>> = {
  ca: new Set(["de", "del", "dels"]),
  es: new Set(["de", "del"]),
  fr: new Set(["de", "des", "du"]),
  gl: new Set(["de", "do", "da", "dos", "das"]),
  it: new Set(["di", "del", "della", "dei", "delle", "degli", "dello"]),
  pt: new Set(["de", "do", "da", "dos", "das"]),
};

interface Run extends Phrase {
  /** Where the last word with a capital ends, and how many words stand up to there. */
  lastCapital: { end: number; words: number };
}

/** A connector that waits for the word behind it. */
interface Connector extends Span {
  word: string;
}

/** Whether only a blank stands between the words, or nothing where the script has no blanks. */
function isAdjacent(text: string, end: number, start: number, surface: string): boolean {
  if (start - end > 1) return false;
  return unspaced.test(surface) ? start === end : text[end] === " ";
}

function findRuns(
  text: string,
  words: readonly Span[],
  stopwords: ReadonlySet<string>,
  joining: ReadonlySet<string> | undefined,
): Run[] {
  const runs: Run[] = [];
  let open: Run | null = null;
  let connector: Connector | null = null;
  for (const { start, end } of words) {
    const surface = text.slice(start, end);
    const word = surface.toLowerCase();
    const last: Span | null = connector ?? open;
    const continues: boolean = last !== null && isAdjacent(text, last.end, start, surface);
    if (open && continues && !connector && joining?.has(word)) {
      connector = { start, end, word };
      continue;
    }
    const isContent =
      surface.length > 1 && surface.length <= longestWord && !stopwords.has(word) && letter.test(surface);
    if (!isContent) {
      open = null;
      connector = null;
      continue;
    }
    const added: string[] = connector ? [connector.word, word] : [word];
    if (!open || !continues || open.words.length + added.length > longestPhrase) {
      open = { start, end, words: [word], rarity: 0, isName: false, lastCapital: { end: start, words: 0 } };
      runs.push(open);
    } else {
      open.end = end;
      open.words.push(...added);
    }
    connector = null;
    if (capital.test(surface)) open.lastCapital = { end, words: open.words.length };
  }
  return runs;
}

/** The runs up to their last noun; all of them where the text, like a chat, has no capitals. */
function endAtNouns(runs: readonly Run[]): readonly Phrase[] {
  const nominal = runs
    .filter(({ lastCapital }) => lastCapital.words > 0)
    .map((run) => ({ ...run, end: run.lastCapital.end, words: run.words.slice(0, run.lastCapital.words) }));
  return nominal.length > 0 ? nominal : runs;
}

/** Words between stopwords and punctuation (RAKE; Rose et al. 2010), at most four together. */
export function stopwordRuns(
  text: string,
  language: string,
  words: readonly Span[],
  stopwords: ReadonlySet<string>,
): readonly Phrase[] {
  // An own property: a language is whatever tag a caller names.
  const joining = Object.hasOwn(connectors, language) ? connectors[language] : undefined;
  const runs = findRuns(text, words, stopwords, joining);
  return capitalizesNouns.has(language) ? endAtNouns(runs) : runs;
}
