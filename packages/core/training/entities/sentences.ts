import type { Token, TokenKind } from "../../src/text/english/tokenize.ts";
import {
  beginTag,
  insideTag,
  outside,
  tagCount,
  nameTypes,
  type NameType,
} from "../../src/text/entities/names/tags.ts";
import { createReading } from "../../src/text/reading.ts";
import { readLines } from "../shared-data.ts";

/** A word and the tags that it may have, a bit each: where the label is unclear, several. */
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
export interface LabelledText {
  text: string;
  entities: Span[];
}

const typeNames: Readonly<Record<string, NameType>> = {
  PER: "person",
  ORG: "organization",
  LOC: "location",
  MISC: "misc",
};

/** Any tag. */
const anyTag = (1 << tagCount) - 1;

const misc = nameTypes.indexOf("misc");
const outsideOrMisc = (1 << outside) | (1 << beginTag(misc)) | (1 << insideTag(misc));

const addresses: readonly TokenKind[] = ["url", "email", "mention", "hashtag"];

/** Whether a span is an @handle, which is an address to us. */
function isHandle(text: string, { start }: Span): boolean {
  return text.startsWith("@", start) || /@ ?$/.test(text.slice(Math.max(0, start - 2), start));
}

/** Whether a label says less than it seems to. */
function isUnclear(set: string, text: string, span: Span): boolean {
  if (isHandle(text, span)) return true;
  // Roles of a contract, such as Borrower and Lender, count as persons there.
  return set.includes("sec") && span.type === "PER" && !text.slice(span.start, span.end).includes(" ");
}

/** Whether a span is a name at all: CrossNER labels "semantic network" as well. */
function isName(text: string, span: Span): boolean {
  return span.type !== "MISC" || /\p{Lu}/u.test(text.slice(span.start, span.end));
}

/** Some sets count "Dr." to the name, most do not. */
const title = /^(?:Mr|Mrs|Ms|Dr|Prof)\.? /;

/** The tag of the word at a place of a name; before the first, of a title. */
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
    // A name that is a part of one of our tokens teaches nothing about it.
    const isWhole = first?.start === span.start && last?.end === span.end;
    for (const [place, index] of covered.entries())
      allowed[index] =
        !isWhole || isUnclear(set, text, span) ? anyTag : 1 << tagAt(isTitled ? place - 1 : place, type);
  }
  for (const [index, { kind }] of tokens.entries()) if (addresses.includes(kind)) allowed[index] = anyTag;
  return allowed;
}

/** The sentences of a text, its labels on our own tokens; what a label says depends on its set. */
export function labelSentences({ text, entities }: LabelledText, set: string): LabelledSentence[] {
  const reading = createReading(text, "en");
  const tokens = reading.tokens();
  const allowed = allowedTags(set, text, entities, tokens);
  return reading.segmented().sentences.flatMap(({ start, end }) => {
    const sentence = tokens.flatMap((token, index) =>
      token.start >= start && token.start < end
        ? [{ text: token.text, kind: token.kind, allowed: allowed[index] ?? anyTag }]
        : [],
    );
    return sentence.length > 0 ? [sentence] : [];
  });
}

/** The sentences of a set, without those of the texts `without`. */
export function readSentences(set: string, without: ReadonlySet<string> = new Set()): LabelledSentence[] {
  return readLines<LabelledText>(set)
    .filter(({ text }) => !without.has(text))
    .flatMap((line) => labelSentences(line, set));
}

/** The texts of a set. */
export function textsOf(set: string): string[] {
  return readLines<LabelledText>(set).map(({ text }) => text);
}
