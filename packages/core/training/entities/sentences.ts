import type { TokenKind } from "../../src/text/segment/word-types.ts";
import type { Token } from "../../src/text/segment/tokenize.ts";
import {
  beginTag,
  insideTag,
  outside,
  tagCount,
  nameTypes,
  type NameType,
} from "../../src/text/mentions/names/tags.ts";
import { createDocument } from "../../src/text/document.ts";
import { readLines } from "../shared-data.ts";

/** A word and its allowed tags, one bit each. An unclear label allows several tags. */
export interface LabelledWord {
  text: string;
  kind: TokenKind;
  allowed: number;
}

/** A sentence of a training set. */
export type LabelledSentence = LabelledWord[];

interface Span {
  start: number;
  end: number;
  type: string;
}

/** A line of a training set. */
interface LabelledText {
  text: string;
  entities: Span[];
}

const typeNames: Readonly<Record<string, NameType>> = {
  PER: "person",
  ORG: "organization",
  LOC: "location",
  MISC: "misc",
};

/** All tags. */
const anyTag = (1 << tagCount) - 1;

const misc = nameTypes.indexOf("misc");
const outsideOrMisc = (1 << outside) | (1 << beginTag(misc)) | (1 << insideTag(misc));

const addresses: readonly TokenKind[] = ["url", "email", "mention", "hashtag"];

/** Returns whether a span is an @handle. The library treats handles as addresses, not as names. */
function isHandle(text: string, { start }: Span): boolean {
  return text.startsWith("@", start) || /@ ?$/.test(text.slice(Math.max(0, start - 2), start));
}

/** Returns whether a label is unreliable. */
function isUnclear(set: string, text: string, span: Span): boolean {
  if (isHandle(text, span)) return true;
  // The SEC set labels roles of a contract, such as Borrower and Lender, as persons.
  return set.includes("sec") && span.type === "PER" && !text.slice(span.start, span.end).includes(" ");
}

/** Returns whether a span is a name. CrossNER also labels terms such as "semantic network". */
function isName(text: string, span: Span): boolean {
  return span.type !== "MISC" || /\p{Lu}/u.test(text.slice(span.start, span.end));
}

/** Titles. Some sets include "Dr." in the name, most do not. */
const title = /^(?:Mr|Mrs|Ms|Dr|Prof)\.? /;

/** Returns the tag of the word at a position of a name. A negative position is a title before the name. */
function tagAt(place: number, type: number): number {
  if (place < 0) return outside;
  return place === 0 ? beginTag(type) : insideTag(type);
}

function allowedTags(
  set: string,
  text: string,
  spans: readonly Span[],
  tokens: readonly Token[],
): Uint16Array {
  const none = set.includes("btc") ? outsideOrMisc : 1 << outside;
  const allowed = new Uint16Array(tokens.length).fill(none);
  for (const span of spans) {
    if (!isName(text, span)) continue;
    const covered = [...tokens.keys()].filter((index) => {
      const token = tokens[index];
      return token && token.start < span.end && token.end > span.start;
    });
    const isTitled =
      span.type === "PER" && covered.length > 1 && title.test(text.slice(span.start, span.end));
    const [first, last] = [tokens[covered[0] ?? -1], tokens[covered.at(-1) ?? -1]];
    const type = nameTypes.indexOf(typeNames[span.type] ?? "misc");
    // A name that covers only part of a token says nothing about the token.
    const isWhole = first?.start === span.start && last?.end === span.end;
    for (const [place, index] of covered.entries())
      allowed[index] =
        !isWhole || isUnclear(set, text, span) ? anyTag : 1 << tagAt(isTitled ? place - 1 : place, type);
  }
  for (const [index, { kind }] of tokens.entries()) if (addresses.includes(kind)) allowed[index] = anyTag;
  return allowed;
}

/**
 * Returns the sentences of a text with its labels mapped to the library's tokens. The reliability of a label depends on
 * its set.
 */
function labelSentences({ text, entities }: LabelledText, set: string): LabelledSentence[] {
  const document = createDocument(text, "en");
  const tokens = document.tokens();
  const allowed = allowedTags(set, text, entities, tokens);
  return document.sentences().flatMap(({ start, end }) => {
    const sentence = tokens.flatMap((token, index) =>
      token.start >= start && token.start < end
        ? [{ text: token.text, kind: token.kind, allowed: allowed[index] ?? anyTag }]
        : [],
    );
    return sentence.length > 0 ? [sentence] : [];
  });
}

/** Returns the sentences of a set, except those of the texts in `without`. */
export function readSentences(set: string, without: ReadonlySet<string> = new Set()): LabelledSentence[] {
  return readLines<LabelledText>(set)
    .filter(({ text }) => !without.has(text))
    .flatMap((line) => labelSentences(line, set));
}

/** Returns the texts of a set. */
export function readTexts(set: string): string[] {
  return readLines<LabelledText>(set).map(({ text }) => text);
}
