import { type NounPhrases, nounPhraseFinder } from "./english/noun-phrases.ts";
import { loadTagger, sentenceStarts, type Tagger } from "./english/tagger.ts";
import { loadWordVectors } from "./english/word-vectors.ts";
import type { Reading } from "./reading.ts";
import type { Span } from "./span.ts";

/** A few words together that may be a keyword. */
export interface Phrase extends Span {
  /** In the form in which phrases are compared. */
  words: string[];
  /** The mean of the logarithms of the words' ranks by frequency in the language; zero where they are not known. */
  rarity: number;
  isName: boolean;
}

const longestPhrase = 4;
const longestWord = 64;
const letter = /\p{L}/u;
/** Scripts without blanks between words; a word of one sign is a particle there more often than a topic. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const capital = /^\p{Lu}/u;

/** Languages that write all nouns, and little else, with a capital. */
const capitalizesNouns = new Set(["de", "lb"]);

interface Run extends Phrase {
  /** Where the last word with a capital ends, and how many words stand up to there. */
  lastCapital: { end: number; words: number };
}

/** Words between stopwords and punctuation (RAKE; Rose et al. 2010), at most four together. */
function stopwordRuns(text: string, words: readonly Span[], stopwords: ReadonlySet<string>): Run[] {
  const runs: Run[] = [];
  let open: Run | null = null;
  for (const { start, end } of words) {
    const surface = text.slice(start, end);
    const word = surface.toLowerCase();
    const isContent =
      surface.length > 1 && surface.length <= longestWord && !stopwords.has(word) && letter.test(surface);
    if (!isContent) {
      open = null;
      continue;
    }
    const gap: string | null = open && text.slice(open.end, Math.min(start, open.end + 2));
    const joins: boolean =
      open !== null &&
      open.words.length < longestPhrase &&
      (gap === " " || (gap === "" && unspaced.test(surface)));
    if (!open || !joins) {
      open = { start, end, words: [], rarity: 0, isName: false, lastCapital: { end: start, words: 0 } };
      runs.push(open);
    }
    open.end = end;
    open.words.push(word);
    if (capital.test(surface)) open.lastCapital = { end, words: open.words.length };
  }
  return runs;
}

/** The runs up to their last noun; all of them where the text, like a chat, has no capitals. */
function endAtNouns(runs: readonly Run[]): Phrase[] {
  const nominal = runs
    .filter(({ lastCapital }) => lastCapital.words > 0)
    .map((run) => ({ ...run, end: run.lastCapital.end, words: run.words.slice(0, run.lastCapital.words) }));
  return nominal.length > 0 ? nominal : [...runs];
}

let loading: Promise<{ tag: Tagger; find: NounPhrases }> | undefined;

async function loadEnglish(stopwords: ReadonlySet<string>) {
  const [tag, vectors] = await Promise.all([loadTagger(), loadWordVectors()]);
  return { tag, find: nounPhraseFinder(stopwords, vectors) };
}

/** The phrases of a text that may be keywords: noun phrases in English, runs without stopwords elsewhere. */
export async function findPhrases(reading: Reading): Promise<Phrase[]> {
  const stopwords = await reading.stopwords();
  const { sentences, words } = reading.segmented();
  if (reading.language !== "en") {
    const runs = stopwordRuns(reading.text, words, stopwords);
    return capitalizesNouns.has(reading.language) ? endAtNouns(runs) : runs;
  }
  loading ??= loadEnglish(stopwords);
  const { tag, find } = await loading;
  const tokens = reading.tokens();
  const starts = sentenceStarts(tokens, sentences);
  return find(tokens, tag(tokens, starts), starts);
}
