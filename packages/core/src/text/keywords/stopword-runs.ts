import { isCalendarWord } from "./calendar-words.ts";
import { findLanguageWords, type LanguageWords } from "../mentions/local/language-words.ts";
import type { Phrase } from "../segment/phrase.ts";
import type { Span } from "../span.ts";

const maxPhraseLength = 4;
const maxWordLength = 64;
const letter = /\p{L}/u;
const capital = /^\p{Lu}/u;
/** Scripts without spaces between words. A word of one character in them is more often a particle than a topic. */
export const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Languages that capitalize all nouns and few other words. German has tags, but not in a chat without capitals. */
const capitalizesNouns = new Set(["de", "lb"]);

// The strings are words of texts. check-english: off
/** Articles. After a phrase without a preposition, an article begins the object of a verb: "el banc anuncia una pujada". */
const articles: Readonly<Record<string, ReadonlySet<string>>> = {
  ca: new Set(["el", "la", "els", "les", "un", "una", "uns", "unes"]),
  gl: new Set(["o", "a", "os", "as", "un", "unha", "uns", "unhas"]),
};

/** Stopwords that join nouns into one term: "fàbrica de bateries". */
const connectors: Readonly<Record<string, ReadonlySet<string>>> = {
  ca: new Set(["de", "del", "dels"]),
  gl: new Set(["de", "do", "da", "dos", "das"]),
};

/**
 * Particles that are attached to the end of a word, the longest first. A particle ends a phrase and is not part of it.
 * At least two characters of the word remain, because many nouns of two characters end like a particle.
 */
const particles: Readonly<Record<string, readonly string[]>> = {
  ko: "에서 에게 으로 까지 부터 은 는 이 가 을 를 의 에 와 과 로 도".split(" "),
};

/** Endings of predicates, which describe an action rather than the topic of a text. Few nouns share them. */
const predicates: Readonly<Record<string, readonly string[]>> = {
  ca: "aren iren aven arà erà irà aran iran".split(" "),
  gl: "ou aron eron iron arán erán irán".split(" "),
  ko: "니다 한다 된다 있다 없다 했다 었다 였다 았다 는다 이다 하고 하여 해서 하며 하는".split(" "),
};

const wordSet = (list: string): ReadonlySet<string> => new Set(list.split(" "));
/** The most frequent verbs of news, letters and reviews in languages without tags. */
const verbs: Readonly<Record<string, ReadonlySet<string>>> = {
  ar: wordSet(
    "قال قالت أعلن أعلنت كان كانت يكون تكون يمكن يجب بدأ بدأت أصبح أصبحت وصل وصلت افتتح أكد أكدت أضاف أضافت ذكر اشتريت",
  ),
  bg: wordSet(
    "е са беше бяха има имат каза заяви съобщи обяви обясни стана става може могат трябва иска работи получи започна направи прави идва дойде даде дава взе отиде видя откри показа показва остана остава очаква очакват купи струва пристигна затвори",
  ),
  ca: wordSet(
    "és són era eren ha han va van diu fa fan té tenen pot poden vol volen anuncia obre tanca arriba costa funciona",
  ),
  et: wordSet(
    "on oli olid ütles teatas saab sai peab võib tuleb tuli läheb läks teeb tegi annab andis avas avab töötab maksab ostis",
  ),
  fa: wordSet("است بود شد کرد گفت دارد داشت خواهد شده کرده می‌شود می‌کند می‌گوید افزود"),
  gl: wordSet(
    "é son era foi foron ten teñen di dixo fai fan pode poden quere queren anuncia abre pecha chega custa",
  ),
  hi: wordSet("है हैं था थे थी होगा होगी कहा किया गया गई गए करता करते करती हुआ हुई हुए दिया दी लिया रहा रही रहे"),
  hu: wordSet(
    "van vannak volt voltak lesz lett lettek mondta közölte kell lehet tud tudott akar kezdte kezdett jelentette érkezett működik ment jött ad adott kap kapott vett nyitott nyílt zárt tart tartott készül készült áll állt marad maradt látott épül romlott kerül került",
  ),
  is: wordSet("er eru var voru hefur hafa sagði segir kemur kom fer fór opnaði kostar virkar"),
  lt: wordSet(
    "yra buvo bus sakė pranešė gali turi daro darė pradėjo ateina atėjo davė atidarė veikia kainuoja",
  ),
  lv: wordSet("ir bija būs teica paziņoja var dara darīja sāka nāk nāca dod deva atvēra strādā maksā"),
  vi: wordSet("là có được nói bị đã đang sẽ phải cho biết mua bán"),
};
// check-english: on

/** Japanese words without ideographs and katakana are particles and endings, and those with an ending are predicates. */
const japanesePredicate =
  /^[\p{Script=Hiragana}ー]+$|\p{Script=Han}\p{Script=Hiragana}*[うくぐすつぬむぶるいたてだ]$/u;

/** Languages whose months and weekdays have endings of cases. */
const withCases = new Set(["et", "hu", "is", "lt", "lv"]);

interface Grammar {
  articles: ReadonlySet<string>;
  connectors: ReadonlySet<string>;
  particles: readonly string[];
  predicates: readonly string[];
  verbs: ReadonlySet<string>;
  words: LanguageWords;
  /** Whether months and weekdays have endings. */
  hasCases: boolean;
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
      !grammar.verbs.has(word) &&
      !isCalendarWord(word, grammar.words, grammar.hasCases) &&
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
 * the text repeats. They are the phrases of languages without tags.
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
    verbs: ownEntry(verbs, language) ?? new Set(),
    words: findLanguageWords(language),
    hasCases: withCases.has(language),
    predicate: language === "ja" ? japanesePredicate : undefined,
  });
  return atRepetitions(text, capitalizesNouns.has(language) ? endAtNouns(runs) : runs, stopwords);
}
