import type { Phrase } from "../keyword-candidates.ts";
import { rememberWords } from "./remember-words.ts";
import type { PartOfSpeech } from "./tagger.ts";
import type { Token } from "./tokenize.ts";
import type { WordVectors } from "./word-vectors.ts";

/** What a word contributes to a phrase. */
interface TopicalWord {
  /** The form in which phrases are compared: lower case, singular. */
  key: string;
  rarity: number;
  isStopword: boolean;
  /** Whether it says nothing of a topic at the head of a phrase: "several", "new". */
  isGeneral: boolean;
}

/** Finds the noun phrases among the tokens of a text. */
export type NounPhrases = (
  tokens: readonly Token[],
  tags: readonly PartOfSpeech[],
  starts: readonly boolean[],
) => Phrase[];

const longestPhrase = 5;
const longestWord = 64;
const rememberedWords = 32_000;
const letter = /\p{L}/u;

/** Adjectives that weigh or count what follows rather than name a kind of it. */
const general = new Set(
  (
    "able additional appropriate available best better certain common complete complex current different early easy " +
    "effective efficient enough entire existing few first following full further future general given good great hard high " +
    "important interesting large last late latest less main major many more most much necessary new next novel old other " +
    "overall own particular past possible present previous proper real recent same second several significant similar " +
    "simple small specific such suitable third total true typical usual useful various whole wide"
  ).split(" "),
);

/** Endings of plurals and what stands for them, the longest first (the S stemmer; Harman 1991, How effective is suffixing?). */
const plurals: readonly { ending: string; singular: string; unless: RegExp }[] = [
  { ending: "ies", singular: "y", unless: /[ae]ies$/ },
  { ending: "es", singular: "e", unless: /[aeo]es$/ },
  { ending: "s", singular: "", unless: /[us]s$/ },
];

function singularOf(word: string): string {
  if (word.length < 4) return word;
  const plural = plurals.find(({ ending }) => word.endsWith(ending));
  if (!plural || plural.unless.test(word)) return word;
  return word.slice(0, -plural.ending.length) + plural.singular;
}

/** "The proposed method" tells of a noun as an adjective does; "the method proposed" and "using" do not. */
function isTopical(token: Token, tag: PartOfSpeech | undefined): boolean {
  const { text, kind } = token;
  if (kind !== "word" || text.length < 2 || text.length > longestWord) return false;
  return tag === "noun" || tag === "proper" || tag === "adjective" || (tag === "verb" && text.endsWith("ed"));
}

function isNominal(tag: PartOfSpeech | undefined): boolean {
  return tag === "noun" || tag === "proper";
}

/**
 * Prepares the search for noun phrases: adjectives, participles and nouns that end in a noun (Justeson, Katz 1995), names
 * joined by "of", and hashtags, each of them at most five words.
 *
 * @param stopwords Only a noun may be one of them.
 */
export function nounPhraseFinder(stopwords: ReadonlySet<string>, vectors: WordVectors): NounPhrases {
  const read = rememberWords((word): TopicalWord => {
    const lower = word.toLowerCase();
    const row = vectors.rowOf(word);
    return {
      key: singularOf(lower),
      rarity: Math.log(2 + (row < 0 ? vectors.words.length : row)),
      isStopword: stopwords.has(lower) || !letter.test(word),
      isGeneral: general.has(lower),
    };
  }, rememberedWords);

  const phraseOf = (tokens: readonly Token[], isName: boolean): Phrase[] => {
    const [first, last] = [tokens[0], tokens.at(-1)];
    if (!first || !last) return [];
    const words = tokens.map(({ text }) => read(text));
    const rarity = words.reduce((sum, word) => sum + word.rarity, 0) / words.length;
    return [{ start: first.start, end: last.end, words: words.map(({ key }) => key), rarity, isName }];
  };

  return (tokens, tags, starts) => {
    const phrases: Phrase[] = [];
    const close = (from: number, to: number) => {
      let end = to;
      while (end > from && !isNominal(tags[end - 1])) end -= 1;
      let start = Math.max(from, end - longestPhrase);
      while (start < end - 1 && read(tokens[start]?.text ?? "").isGeneral) start += 1;
      const isName = tags.slice(start, end).every((tag) => tag === "proper");
      phrases.push(...phraseOf(tokens.slice(start, end), isName));
    };
    let open = -1;
    for (const [index, token] of tokens.entries()) {
      const tag = tags[index];
      const joinsNames =
        token.text === "of" && open >= 0 && tags[index - 1] === "proper" && tags[index + 1] === "proper";
      const continues =
        (isTopical(token, tag) && (tag === "noun" || !read(token.text).isStopword)) || joinsNames;
      if (open >= 0 && (!continues || starts[index] === true)) {
        close(open, index);
        open = -1;
      }
      if (continues && open < 0) open = index;
      if (token.kind === "hashtag") phrases.push(...phraseOf([token], true));
    }
    if (open >= 0) close(open, tokens.length);
    return phrases;
  };
}
