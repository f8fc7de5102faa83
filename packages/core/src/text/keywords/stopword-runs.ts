import type { Phrase } from "../segment/phrase.ts";
import type { Span } from "../span.ts";

const maxPhraseLength = 4;
const maxWordLength = 64;
const letter = /\p{L}/u;
const capital = /^\p{Lu}/u;
/** Scripts without spaces between words. A word of one character in them is more often a particle than a topic. */
export const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Languages that capitalize all nouns and few other words. */
const capitalizesNouns = new Set(["de", "lb"]);

/** Articles. After a phrase without a preposition, an article begins the object of a verb: "la banque annonce une hausse". */
const articles: Readonly<Record<string, ReadonlySet<string>>> = {
  es: new Set(["el", "la", "los", "las", "un", "una", "unos", "unas"]),
  fr: new Set(["le", "la", "les", "un", "une"]),
  it: new Set(["il", "lo", "la", "i", "gli", "le", "un", "uno", "una"]),
  nl: new Set(["de", "het", "een"]),
  pt: new Set(["o", "a", "os", "as", "um", "uma"]),
};

/** Stopwords that join nouns into one term: "réforme des retraites", "fábrica de baterías". */
const connectors: Readonly<Record<string, ReadonlySet<string>>> = {
  ca: new Set(["de", "del", "dels"]),
  es: new Set(["de", "del"]),
  fr: new Set(["de", "des", "du"]),
  gl: new Set(["de", "do", "da", "dos", "das"]),
  it: new Set(["di", "del", "della", "dei", "delle", "degli", "dello"]),
  pt: new Set(["de", "do", "da", "dos", "das"]),
};

/**
 * Particles that are attached to the end of a word, the longest first. A particle ends a phrase and is not part of it.
 * At least two characters of the word remain, because many nouns of two characters end like a particle.
 */
const particles: Readonly<Record<string, readonly string[]>> = {
  ko: "에서 에게 으로 까지 부터 은 는 이 가 을 를 의 에 와 과 로 도".split(" "),
};

/**
 * Endings of predicates, which describe an action rather than the topic of a text. The table has only endings that few
 * nouns share.
 */
const predicates: Readonly<Record<string, readonly string[]>> = {
  es: "ó aron eron aba aban ían iendo ará erá irá arán erán irán".split(" "),
  fr: "èrent aient erait iront eront".split(" "),
  it: "ò arono erono irono avano evano ivano eranno iranno".split(" "),
  ko: "니다 한다 된다 있다 없다 했다 었다 였다 았다 는다 이다 하고 하여 해서 하며 하는".split(" "),
  pl: "kał tał wał sał rał nał dał ała ały ił iła iły ął ęła ęli owali uje ują".split(" "),
  pt: "ou aram eram iram íram avam ará erá irá arão".split(" "),
  ru: "щил тил дил вил лся лась лось лись ает ают яет яют ует уют осла осли ошла ошли".split(" "),
};

/** Japanese words without ideographs and katakana are particles and endings, and those with an ending are predicates. */
const japanesePredicate =
  /^[\p{Script=Hiragana}ー]+$|\p{Script=Han}\p{Script=Hiragana}*[うくぐすつぬむぶるいたてだ]$/u;

interface Grammar {
  articles: ReadonlySet<string>;
  connectors: ReadonlySet<string>;
  particles: readonly string[];
  predicates: readonly string[];
  /** A pattern of further predicates. */
  predicate?: RegExp | undefined;
}

interface Run extends Phrase {
  /** The end of the last capitalized word, and the number of words up to and including it. */
  lastCapital: { end: number; words: number };
  /** The end and the number of the words before the last one. */
  beforeLast: { end: number; words: number };
}

/** A connector whose following word is not read yet. */
interface Connector extends Span {
  word: string;
}

/** Returns the length of the particle at the word's end, or 0 if there is none. */
function particleLength(word: string, { particles: endings }: Grammar): number {
  return endings.find((ending) => word.length > ending.length + 1 && word.endsWith(ending))?.length ?? 0;
}

/** Returns whether only one space separates the words, or nothing in a script without spaces. */
function isAdjacent(text: string, end: number, start: number, surface: string): boolean {
  if (start - end > 1) return false;
  return unspaced.test(surface) ? start === end : text[end] === " ";
}

/** Removes the last word of a run, which is a verb, unless it is capitalized or the only word. */
function dropVerb(run: Run): void {
  const { end, words } = run.beforeLast;
  if (words === 0 || run.lastCapital.end === run.end) return;
  run.end = end;
  run.words.length = words;
}

function findRuns(
  text: string,
  words: readonly Span[],
  stopwords: ReadonlySet<string>,
  grammar: Grammar,
): Run[] {
  const runs: Run[] = [];
  let open: Run | null = null;
  let connector: Connector | null = null;
  for (const { start, end } of words) {
    const surface = text.slice(start, end);
    const word = surface.toLowerCase();
    const before: Span | null = connector ?? open;
    const continues: boolean = before !== null && isAdjacent(text, before.end, start, surface);
    if (open && continues && !connector && grammar.connectors.has(word)) {
      connector = { start, end, word };
      continue;
    }
    const isContent =
      surface.length > 1 &&
      surface.length <= maxWordLength &&
      !stopwords.has(word) &&
      letter.test(surface) &&
      !grammar.predicate?.test(surface) &&
      // A name can end like a predicate: "Niccolò".
      (capital.test(surface) || !grammar.predicates.some((ending) => word.endsWith(ending)));
    if (!isContent) {
      if (open && continues && !connector && grammar.articles.has(word)) dropVerb(open);
      open = null;
      connector = null;
      continue;
    }
    const cut = particleLength(word, grammar);
    const bare = cut > 0 ? word.slice(0, -cut) : word;
    const last = end - cut;
    const added: string[] = connector ? [connector.word, bare] : [bare];
    if (!open || !continues || open.words.length + added.length > maxPhraseLength) {
      open = {
        start,
        end: last,
        words: [bare],
        rarity: 0,
        isName: false,
        lastCapital: { end: start, words: 0 },
        beforeLast: { end: start, words: 0 },
      };
      runs.push(open);
    } else {
      open.beforeLast = { end: open.end, words: open.words.length };
      open.end = last;
      open.words.push(...added);
    }
    connector = null;
    if (capital.test(surface)) open.lastCapital = { end, words: open.words.length };
    if (cut > 0) open = null;
  }
  return runs;
}

/** Returns the runs up to their last noun. Returns all runs if the text has no capitals, as in a chat. */
function endAtNouns(runs: readonly Run[]): readonly Phrase[] {
  const nominal = runs
    .filter(({ lastCapital }) => lastCapital.words > 0)
    .map((run) => ({ ...run, end: run.lastCapital.end, words: run.words.slice(0, run.lastCapital.words) }));
  return nominal.length > 0 ? nominal : runs;
}

/**
 * Returns the entry of a language. Callers choose the language tag, so it may be `constructor`: inherited properties do
 * not count.
 */
function ownEntry<Value>(table: Readonly<Record<string, Value>>, language: string): Value | undefined {
  return Object.hasOwn(table, language) ? table[language] : undefined;
}

/** Visits every sequence of the words of a phrase that is shorter than the phrase, the longest first. */
function* shorterSequences(words: readonly string[]): Generator<readonly string[]> {
  for (let length = words.length - 1; length > 0; length--)
    for (let from = 0; from + length <= words.length; from++) yield words.slice(from, from + length);
}

/** Returns the range of a sequence of words of a phrase, or `null` if the words are not written next to each other. */
function findSequence(text: string, { start, end }: Span, sequence: readonly string[]): Span | null {
  const written = text.slice(start, end);
  const lower = written.toLowerCase();
  if (lower.length !== written.length) return null;
  for (const separator of [" ", ""]) {
    const key = sequence.join(separator);
    const at = lower.indexOf(key);
    if (at >= 0) return { start: start + at, end: start + at + key.length };
  }
  return null;
}

/**
 * Shortens each phrase that occurs once to the longest of its sequences that the text repeats. The rest of such a phrase
 * is mostly the verb: "energia eólica cresce", "energia eólica é limpa".
 */
function atRepetitions(
  text: string,
  phrases: readonly Phrase[],
  stopwords: ReadonlySet<string>,
): readonly Phrase[] {
  const counts = new Map<string, number>();
  const readCount = (words: readonly string[]) => counts.get(words.join(" ")) ?? 0;
  const add = (words: readonly string[]) => counts.set(words.join(" "), readCount(words) + 1);
  for (const { words } of phrases) {
    add(words);
    for (const sequence of shorterSequences(words)) add(sequence);
  }
  return phrases.map((phrase) => {
    if (phrase.words.length === 1 || readCount(phrase.words) > 1) return phrase;
    for (const words of shorterSequences(phrase.words)) {
      if (readCount(words) < 2 || stopwords.has(words[0] ?? "") || stopwords.has(words.at(-1) ?? ""))
        continue;
      const range = findSequence(text, phrase, words);
      if (range) return { ...phrase, ...range, words: [...words] };
    }
    return phrase;
  });
}

/**
 * Returns the runs of at most four words between stopwords and punctuation (RAKE; Rose et al. 2010), shortened to what
 * the text repeats.
 */
export function stopwordRuns(
  text: string,
  language: string,
  words: readonly Span[],
  stopwords: ReadonlySet<string>,
): readonly Phrase[] {
  const runs = findRuns(text, words, stopwords, {
    articles: ownEntry(articles, language) ?? new Set(),
    connectors: ownEntry(connectors, language) ?? new Set(),
    particles: ownEntry(particles, language) ?? [],
    predicates: ownEntry(predicates, language) ?? [],
    predicate: language === "ja" ? japanesePredicate : undefined,
  });
  return atRepetitions(text, capitalizesNouns.has(language) ? endAtNouns(runs) : runs, stopwords);
}
