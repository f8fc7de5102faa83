import type { Token } from "../../src/text/segment/tokenize.ts";
import { once } from "../../src/text/network/once.ts";
import { loadWink, type Wink, type WinkToken } from "./wink.ts";

/** A token's Universal POS tag (https://universaldependencies.org/u/pos/) and its lemma. */
export interface Tag {
  pos: string;
  lemma: string;
}

/** The maximum length of the text that wink reads at a time. Its tables have room for the new words of that many. */
const maxSourceLength = 4_096;

/** wink's word patterns backtrack: 100 kB of `a-a-a-…` take 40 s. Words of this length take no longer than prose. */
const maxWordLength = 64;

/** Maximum words per model. wink cannot free about 100 bytes per word; above this, a new model (0.1 s) costs less. */
const wordsBeforeRenewal = 100_000;

const loadBuilder = once(loadWink);
let model: Wink | undefined;

/** Tags of kinds that have no role in a sentence. */
const fixedTags: Readonly<Partial<Record<Token["kind"], string>>> = {
  url: "SYM",
  email: "SYM",
  hashtag: "SYM",
  emoji: "SYM",
  emoticon: "SYM",
  mention: "PROPN",
};

/** Clitics whose meaning depends on the word before them: she's, Ada's, won't. */
const isAmbiguous = /^(?:'s|n't)$/i;

const wordCharacter = /[\p{L}\p{N}]/u;

/** Returns the tag of a token that wink splits: the last word of a compound determines it. */
function compoundTag({ text, kind }: Token, winkTokens: readonly WinkToken[]): Tag {
  const lemma = text.toLowerCase();
  const last = winkTokens.findLast((winkToken) => wordCharacter.test(winkToken.text));
  if (kind === "number") return { pos: "NUM", lemma };
  if (!last) return { pos: winkTokens[0]?.pos ?? "X", lemma };
  // "Node.js"
  if (!text.includes("-") && text.includes(".") && lemma !== text) return { pos: "PROPN", lemma };
  // "based" is a verb; "rule-based" modifies a noun as adjectives do.
  if (last.pos === "VERB" && text.includes("-")) return { pos: "ADJ", lemma };
  const isEnd = last.pos === "NOUN" && last === winkTokens.at(-1);
  return { pos: last.pos, lemma: isEnd ? lemma.slice(0, -last.text.length) + last.lemma : lemma };
}

const irregularPlural = /(?:men|people|children|feet|teeth|geese|mice|lice|oxen|a|i|ae)$/;
/** Nouns that end like a plural and are none, or have an unusual one. */
const unusualNouns: Readonly<Record<string, string>> = {
  lenses: "lens",
  series: "series",
  species: "species",
  news: "news",
};
/** A verb of one syllable that doubles its consonant before -ing and -ed. */
const doubling = /^[^aeiou]*[aeiou][bdgklmnprtvz]$/;

/** Returns the lemma with the faults of wink's rules corrected: "cod" of "coding", "tumor" of "tumour". */
function correctLemma(text: string, pos: string, lemma: string): string {
  const lower = text.toLowerCase();
  if (pos === "NOUN" || pos === "PROPN") {
    if (Object.hasOwn(unusualNouns, lower)) return unusualNouns[lower] ?? lemma;
    return lower.endsWith("ics") || (!lower.endsWith("s") && !irregularPlural.test(lower)) ? lower : lemma;
  }
  const isRegular = lower === `${lemma}ing` || lower === `${lemma}ed`;
  return pos === "VERB" && isRegular && doubling.test(lemma) ? `${lemma}e` : lemma;
}

function tagFrom(token: Token, winkTokens: readonly WinkToken[]): Tag {
  const { kind, text, isClitic } = token;
  const fixed = fixedTags[kind] ?? (isClitic && winkTokens.length === 0 ? "PART" : undefined);
  if (fixed) return { pos: fixed, lemma: text.toLowerCase() };
  const [winkToken] = winkTokens;
  if (!winkToken || winkTokens.length > 1 || winkToken.text.length !== text.length)
    return compoundTag(token, winkTokens);
  // wink reads a time such as "5pm" as a symbol.
  const pos = kind === "number" && winkToken.pos === "SYM" ? "NUM" : winkToken.pos;
  return { pos, lemma: correctLemma(text, pos, winkToken.lemma) };
}

/** Tags tokens of at most {@link maxSourceLength} code units in total. */
function tagRange(tokens: readonly Token[], read: Wink["read"]): Tag[] {
  let source = "";
  const ends = tokens.map(({ text, isClitic }) => {
    const word = text.slice(0, maxWordLength).replaceAll("’", "'");
    source += (isClitic && isAmbiguous.test(word) ? "" : " ") + word;
    return source.length;
  });
  const winkTokens = read(source);
  let next = 0;
  let position = 0;
  return tokens.map((token, index) => {
    const first = next;
    for (
      let winkToken = winkTokens[next];
      winkToken && position < (ends[index] ?? 0);
      winkToken = winkTokens[++next]
    )
      position += winkToken.blanks + winkToken.text.length;
    const isDayHalf = tokens[index - 1]?.kind === "number" && /^[ap]m$/i.test(token.text);
    return isDayHalf
      ? { pos: "NOUN", lemma: token.text.toLowerCase() }
      : tagFrom(token, winkTokens.slice(first, next));
  });
}

/**
 * Returns the part of speech and the lemma of each token of an English text, by wink-nlp. The tokens are those of
 * `tokenize`, which wink reads separated by spaces.
 */
export async function tagTokens(tokens: readonly Token[]): Promise<Tag[]> {
  const build = await loadBuilder();
  // No `await` below this line: concurrent calls share the model, and each call must start and end with an empty
  // memory.
  if (!model || model.wordsMet() > wordsBeforeRenewal) model = build();
  const { read, forget } = model;
  try {
    const tags: Tag[] = [];
    for (let first = 0; first < tokens.length;) {
      let end = first;
      for (let length = 0; end < tokens.length; end++) {
        length += Math.min(tokens[end]?.text.length ?? 0, maxWordLength) + 1;
        if (length > maxSourceLength) break;
      }
      for (const tag of tagRange(tokens.slice(first, end), read)) tags.push(tag);
      first = end;
    }
    return tags;
  } finally {
    forget();
  }
}
