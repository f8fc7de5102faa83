import { createDocument } from "../../src/text/document.ts";
import type { SyntaxModel } from "../../src/text/tagger/model.ts";
import { splitClitics } from "../../src/text/tagger/split-clitics.ts";
import {
  beginTag,
  insideTag,
  nameTypes,
  type NameType,
  outside,
} from "../../src/text/mentions/names/tags.ts";
import type { LabelledSentence } from "../entities/sentences.ts";
import { readLines } from "../shared-data.ts";

/** A range of a text with the type of its name. */
interface GoldSpan {
  start: number;
  end: number;
  type: string;
}

/** A line of a set of names. */
export interface NameLine {
  text: string;
  entities: GoldSpan[];
}

const typeNames: Readonly<Record<string, NameType>> = {
  PER: "person",
  ORG: "organization",
  LOC: "location",
  MISC: "misc",
};

/** Returns whether a name begins in lower case. Sets have different conventions about such names. */
const beginsLow = (name: string) => /^\p{Ll}|^\P{Lu}*$/u.test(name);

/** Returns the tokens and sentences of a text as the analysis reads them. */
export function readText(text: string, language: string, syntax: SyntaxModel) {
  const document = createDocument(text, language);
  return { tokens: splitClitics(document.tokens(), syntax), sentences: document.sentences() };
}

/** Returns the sentences of a line with the tags of their tokens. */
export function labelLine(
  { text, entities }: NameLine,
  language: string,
  syntax: SyntaxModel,
): LabelledSentence[] {
  const names = entities.filter(({ start, end }) => !beginsLow(text.slice(start, end)));
  const { tokens, sentences } = readText(text, language, syntax);
  const anyTag = (1 << (1 + 2 * nameTypes.length)) - 1;
  const labelled = tokens.map(({ text: word, kind, start, end }) => {
    const span = names.find((one) => one.start < end && start < one.end);
    if (!span) return { text: word, kind, allowed: 1 << outside };
    const type = nameTypes.indexOf(typeNames[span.type] ?? "misc");
    // A name that covers only part of a token says nothing about the token.
    const isWhole = span.start <= start && end <= span.end;
    const tag = start === span.start ? beginTag(type) : insideTag(type);
    return { text: word, kind, allowed: isWhole ? 1 << tag : anyTag };
  });
  return sentences.flatMap(({ start, end }) => {
    const sentence = labelled.filter((_, at) => {
      const from = tokens[at]?.start ?? -1;
      return from >= start && from < end;
    });
    return sentence.length > 0 ? [sentence] : [];
  });
}

/** Returns the lines of a set. */
export function readNameLines(name: string, limit: number): NameLine[] {
  return readLines<NameLine>(name).slice(0, limit);
}
