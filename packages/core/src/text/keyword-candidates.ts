import type { EnglishSentence, EnglishToken } from "./english/reading.ts";
import type { Reading } from "./reading.ts";
import type { Span } from "./span.ts";

/** A phrase of one to four words that may be a keyword; `words` in the form in which they are compared. */
export interface Phrase extends Span {
  words: string[];
}

const longestPhrase = 4;
const longestWord = 64;
const letter = /\p{L}/u;
/** Scripts without blanks between words; a word of one sign is a particle there more often than a topic. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;

const nominal = new Set(["NOUN", "PROPN"]);

function isTopical(token: EnglishToken, stopwords: ReadonlySet<string>): boolean {
  const { text, pos } = token;
  return (
    (pos === "ADJ" || nominal.has(pos)) &&
    text.length > 1 &&
    text.length <= longestWord &&
    letter.test(text) &&
    (pos === "NOUN" || !stopwords.has(text.toLowerCase()))
  );
}

/** Adjectives and nouns that end in a noun: the classic pattern of English terms (Justeson, Katz 1995). */
function nounPhrases({ tokens }: EnglishSentence, stopwords: ReadonlySet<string>): Phrase[] {
  const phrases: Phrase[] = [];
  let run: EnglishToken[] = [];
  const close = () => {
    const end = run.findLastIndex(({ pos }) => nominal.has(pos)) + 1;
    const phrase = run.slice(Math.max(0, end - longestPhrase), end);
    const [first, last] = [phrase[0], phrase.at(-1)];
    if (first && last)
      phrases.push({
        start: first.start,
        end: last.end,
        words: phrase.map(({ lemma }) => lemma.toLowerCase()),
      });
    run = [];
  };
  for (const token of tokens) {
    if (isTopical(token, stopwords)) run.push(token);
    else close();
  }
  close();
  return phrases;
}

/** Words between stopwords and punctuation (RAKE; Rose et al. 2010), at most four together. */
function stopwordRuns(text: string, words: readonly Span[], stopwords: ReadonlySet<string>): Phrase[] {
  const phrases: Phrase[] = [];
  let open: Phrase | null = null;
  for (const { start, end } of words) {
    const surface = text.slice(start, end);
    const word = surface.toLowerCase();
    const isUnspaced = unspaced.test(surface);
    const isContent =
      letter.test(surface) && surface.length > 1 && surface.length <= longestWord && !stopwords.has(word);
    if (!isContent) {
      open = null;
      continue;
    }
    const gap: string | null = open && text.slice(open.end, Math.min(start, open.end + 2));
    const joins = open && open.words.length < longestPhrase && (gap === " " || (gap === "" && isUnspaced));
    if (open && joins) {
      open.end = end;
      open.words.push(word);
    } else {
      open = { start, end, words: [word] };
      phrases.push(open);
    }
  }
  return phrases;
}

/** The phrases of a text that may be keywords: noun phrases in English, runs without stopwords elsewhere. */
export async function findPhrases(reading: Reading): Promise<Phrase[]> {
  const stopwords = await reading.stopwords();
  if (reading.language !== "en") return stopwordRuns(reading.text, reading.segmented().words, stopwords);
  const sentences = await reading.english();
  return sentences.flatMap((sentence) => nounPhrases(sentence, stopwords));
}
