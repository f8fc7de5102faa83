import type { Document } from "../document.ts";
import type { Part } from "../record.ts";
import type { Token } from "../segment/tokenize.ts";
import { posTags, type Tag } from "../tagger/tags.ts";

/** Tags of kinds of tokens that have no role in a sentence, or whose form tells all. */
const fixedTags: Readonly<Partial<Record<Token["kind"], string>>> = {
  url: "SYM",
  email: "SYM",
  hashtag: "SYM",
  emoji: "SYM",
  emoticon: "SYM",
  mention: "PROPN",
};

/** The tags that a sign can have by its place: "&" between two names is a conjunction. */
const signTags: ReadonlySet<string> = new Set(["PUNCT", "SYM", "CCONJ"]);
/** The tags that a number can have: an ordinal is an adjective, "1980s" is a noun. */
const numberTags: ReadonlySet<string> = new Set(["NUM", "ADJ", "NOUN"]);
const symbol = /^[\p{S}%§°]/u;

/** Returns the tag of a token, by its kind if that tells all, otherwise by the sentence. */
function settleTag({ kind, text }: Token, tag: string): string {
  if (kind === "sign" && !signTags.has(tag)) return symbol.test(text) ? "SYM" : "PUNCT";
  if (kind === "number" && !numberTags.has(tag)) return "NUM";
  return fixedTags[kind] ?? tag;
}

/**
 * Returns the tokens of a text with Universal POS tags and lemmas, or `null` if no model knows the language. Words that
 * are written together with the next one, such as `l'` in French, are tokens of their own.
 */
export async function analyzeSyntax(document: Document): Promise<Part<"syntax"> | null> {
  const tagged = await document.tagged();
  if (!tagged) return null;
  const { tokens, tags, lemmatize } = tagged;
  const tagAt = (token: Token, index: number): Tag => {
    const tag = tags[index] ?? 0;
    const learned = posTags[tag] ?? "X";
    const pos = settleTag(token, learned);
    return { pos, lemma: pos === learned ? lemmatize(token.text, tag) : token.text.toLowerCase() };
  };
  return {
    tokens: tokens.map((token, index) => {
      const { text, start, end } = token;
      return { text, start, end, ...tagAt(token, index) };
    }),
  };
}
