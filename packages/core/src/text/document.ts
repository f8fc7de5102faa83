import { runEntityEngine, type TextEngines } from "./engines.ts";
import { findMentions } from "./mentions/mentions.ts";
import type { Mention } from "./mentions/mention.ts";
import { findCuedPersons } from "./mentions/names/cued-persons.ts";
import { nameLanguages } from "./language/name-codes.ts";
import { wholeClusters } from "./segment/cut-index.ts";
import { type LineKind, lineKindFinder } from "./segment/line-kinds.ts";
import { findLines, findParagraphs } from "./segment/lines.ts";
import { withOrganizations } from "./mentions/names/company-names.ts";
import { withPersons, withStreets } from "./mentions/names/settle-names.ts";
import type { NameMention } from "./mentions/names/tags.ts";
import { findIdentifiers, type IdentifierMatch } from "./patterns/identifiers/find-identifiers.ts";
import { findPatterns, type PatternMatch } from "./patterns/index.ts";
import { withoutOverlaps } from "./patterns/match.ts";
import { findSentences } from "./segment/sentences.ts";
import { once } from "./network/once.ts";
import type { Span } from "./span.ts";
import { loadStopwords } from "./segment/stopwords.ts";
import { type CallerFinds, noFinds } from "./terms/caller-lists.ts";
import { countWords, findWords, type Token, tokenize, type Word } from "./segment/tokenize.ts";
import type { TaggedText } from "./tagger/tag-text.ts";

/** The models of names and of syntax. `text/light` leaves them out, except the tags of English. */
export interface TextModels {
  /** Finds the names of a text in one of the languages of names. */
  findNames?: (document: Document) => Promise<readonly NameMention[]>;
  /** Tags the tokens of a text. Returns `null` for a language without a model. */
  tagText?: (
    language: string,
    tokens: readonly Token[],
    sentences: readonly Span[],
  ) => Promise<TaggedText | null>;
}

/**
 * A text with the data that the analyses share. Each function computes its result on the first call and caches it. The
 * spans of each list are in order, do not overlap, and include no white space at their edges.
 */
export interface Document {
  readonly text: string;
  /** Returns the text between two findings as the caller wrote it. */
  between: (start: number, end: number) => string;
  /** Returns a finding as the caller wrote it. */
  original: (start: number, end: number) => string;
  /** The code of the language in which the analyses run. */
  readonly language: string;
  /** The models of the host. */
  readonly engines: TextEngines;
  readonly models: TextModels;
  sentences: () => readonly Span[];
  /** The blocks between blank lines. */
  paragraphs: () => readonly Span[];
  /** Returns the kind of the line at an index. */
  lineKindAt: (index: number) => LineKind;
  patterns: () => readonly PatternMatch[];
  /** The numbers and secrets that a form or a label identifies. */
  identifiers: () => readonly IdentifierMatch[];
  tokens: () => readonly Token[];
  /** The tokens with their tags, or `null` if no model knows the language. */
  tagged: () => Promise<TaggedText | null>;
  words: () => readonly Word[];
  /** The number of words, which costs less if nothing else needs them. */
  wordCount: () => number;
  /** The names: those of the engine or the model, and persons by their place in the text. */
  names: () => Promise<readonly NameMention[]>;
  /** Whether a model knows the names of the language: the engine of the host, or one of this package. */
  knowsNames: () => Promise<boolean>;
  /** The mentions, each of whole tokens: patterns in every language, and the names that are known. */
  mentions: () => Promise<readonly Mention[]>;
  stopwords: () => Promise<ReadonlySet<string>>;
  /** The finds of the lists of the caller. */
  callerFinds: () => CallerFinds;
}

/** The parts of a document that its text does not determine. */
interface DocumentOptions extends Partial<Pick<Document, "between" | "original" | "engines" | "models">> {
  /** Finds the lists of the caller. */
  findListed?: (text: string) => CallerFinds;
}

/** Creates the document of a text in a language. Computes nothing until one of its functions is called. */
export function createDocument(
  text: string,
  language: string,
  {
    between = (start, end) => text.slice(start, end),
    original = (start, end) => text.slice(start, end),
    engines = {},
    models = {},
    findListed = () => noFinds,
  }: DocumentOptions = {},
): Document {
  const lines = once(() => findLines(text));
  const sentences = once(() => wholeClusters(text, findSentences(text, lines(), language)));
  const findLineKind = once(() => lineKindFinder(text, lines(), language));
  const patterns = once(() => wholeClusters(text, findPatterns(text)));
  const identifiers = once(() => wholeClusters(text, findIdentifiers(text)));
  let known: readonly Token[] | undefined;
  const tokens = () => (known ??= tokenize(text, language, patterns()));
  const words = once(() => findWords(text, tokens()));
  const engineNames = once(async () =>
    engines.entities ? runEntityEngine(engines.entities, text, language) : null,
  );
  const knowsNames = nameLanguages.includes(language) && models.findNames !== undefined;
  const names = once(async () => {
    const found = await engineNames();
    if (found) return found;
    const modelNames = (knowsNames && (await models.findNames?.(document))) || [];
    const settled = withPersons(
      text,
      withStreets(text, knowsNames ? withOrganizations(text, tokens(), modelNames) : [], patterns()),
      findCuedPersons({ text, language, tokens: tokens(), lines: lines() }),
    );
    return settled.length > 0 ? withoutOverlaps(settled, identifiers()) : settled;
  });
  const document: Document = {
    text,
    between,
    original,
    language,
    engines,
    models,
    sentences,
    paragraphs: once(() => findParagraphs(text, lines())),
    lineKindAt: (index) => findLineKind()(index),
    patterns,
    identifiers,
    tokens,
    tagged: once(async () => (await models.tagText?.(language, tokens(), sentences())) ?? null),
    words,
    wordCount: () => (known ? words().length : countWords(text, language, patterns())),
    names,
    knowsNames: async () => knowsNames || (await engineNames()) !== null,
    mentions: once(async () =>
      findMentions(
        { text, language, tokens: tokens(), patterns: patterns(), identifiers: identifiers() },
        await names(),
      ),
    ),
    stopwords: once(async () => (await loadStopwords())(language)),
    callerFinds: once(() => findListed(text)),
  };
  return document;
}
