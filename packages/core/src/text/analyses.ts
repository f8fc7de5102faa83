import type { TextEngines } from "./engines.ts";
import { findEntities } from "./entities/entities.ts";
import { extractKeywords } from "./keywords/keywords.ts";
import { detectPii, type PiiSettings } from "./pii/pii.ts";
import { measureReadability } from "./readability/readability.ts";
import { measureLocalReadability } from "./readability/readability-languages.ts";
import type { Document } from "./document.ts";
import { nameLanguages } from "./language/name-codes.ts";
import { findUnspacedPersons } from "./mentions/names/unspaced-persons.ts";
import { mergeSpans } from "./patterns/match.ts";
import type { Part } from "./record.ts";
import type { LineKind } from "./segment/line-kinds.ts";
import type { Word } from "./segment/tokenize.ts";
import type { Span } from "./span.ts";
import { type AnalysisType, isPiiType, type PiiType } from "./schema.ts";
import { analyzeSentiment, sentimentLanguages } from "./sentiment/sentiment.ts";
import { summarize } from "./keywords/summary.ts";
import { analyzeSyntax } from "./syntax/syntax.ts";
import { syntaxLanguages } from "./tagger/codes.ts";
import type { CallerFinds } from "./terms/caller-lists.ts";

/**
 * The analyses that run on a {@link Document}. `language` is not one of them: it is detected before the document is
 * created.
 */
export type RunnableAnalysis = Exclude<AnalysisType, "language">;

/** The options of a call that an analysis reads. */
export interface AnalysisSettings extends PiiSettings {
  summarySentences: number | undefined;
  /** Whether names get the sentiment of their clauses. */
  entitySentiment: boolean;
}

interface Analysis<Name extends RunnableAnalysis> {
  /** Codes of the supported languages, or `any`. */
  languages: readonly string[] | "any";
  /** A part of the result that only some of the languages have without an engine of the host. */
  limited?: {
    part: string;
    languages: readonly string[];
    /** The type of personal data that is the part. */
    type?: PiiType;
    has: (document: Document, settings: AnalysisSettings) => Promise<boolean>;
  };
  /** Whether `all` includes it. */
  inAll: boolean;
  /** Whether `null` is a result: the text has nothing that the analysis could measure. */
  canBeNull?: true;
  /** Returns `null` as no result if the engine of the host does not know the language, and nothing else does. */
  run: (document: Document, settings: AnalysisSettings) => Part<Name> | Promise<Part<Name> | null>;
}

/** Every analysis. To add one, add its row here and its field to the schema. */
export const analyses: { readonly [Name in RunnableAnalysis]: Analysis<Name> } = {
  sentiment: { languages: sentimentLanguages, inAll: true, run: analyzeSentiment },
  entities: {
    languages: "any",
    limited: { part: "names", languages: nameLanguages, has: ({ knowsNames }) => knowsNames() },
    inAll: true,
    run: findEntities,
  },
  keywords: { languages: "any", inAll: true, run: extractKeywords },
  summary: {
    languages: "any",
    inAll: true,
    run: (document, { summarySentences }) => summarize(document, summarySentences),
  },
  readability: { languages: "any", inAll: true, canBeNull: true, run: readReadability },
  // One token per word makes it as large as all other parts together, and few callers want it with them.
  syntax: {
    languages: syntaxLanguages,
    inAll: false,
    run: analyzeSyntax,
  },
  pii: {
    languages: "any",
    // Redacted text that keeps names without a warning would be taken for safe.
    limited: {
      part: "persons without a title, a label, a salutation or a closing",
      type: "person",
      languages: nameLanguages,
      has: async ({ knowsNames }, { piiTypes }) =>
        piiTypes?.includes("person") === false || (await knowsNames()),
    },
    inAll: true,
    run: findPersonalData,
  },
};

/** A key or an order number in the position of a name, or the label of one: "AB-4471", "Steuer-ID". */
const notPersonal = /\d|[- ](?:ID|Nr|No)\.?$/;

/** Returns the persons without those that a term of the caller says to be something else: "Mercury" the company. */
function withoutOtherTerms<Person extends Span>(
  persons: readonly Person[],
  { listed }: CallerFinds,
): readonly Person[] {
  const others = listed.flat().filter(({ type }) => !isPiiType(type));
  if (others.length === 0) return persons;
  others.sort((a, b) => a.start - b.start);
  let next = 0;
  return persons.filter(({ start, end }) => {
    while ((others[next]?.end ?? Infinity) <= start) next += 1;
    const other = others[next];
    return !other || other.start > start || other.end < end;
  });
}

async function findPersonalData(
  { text, between, original, callerFinds, patterns, identifiers, knowsNames, names, mentions }: Document,
  settings: AnalysisSettings,
): Promise<Part<"pii">> {
  // Only a model takes the names of months for persons, so without one the other mentions decide nothing.
  const found = (await knowsNames()) ? await mentions() : await names();
  const persons = found.filter(
    ({ type, start, end }) => type === "person" && !notPersonal.test(text.slice(start, end)),
  );
  const finds = callerFinds();
  return detectPii(
    {
      text,
      patterns: patterns(),
      identifiers: identifiers(),
      persons: withoutOtherTerms(
        mergeSpans<Span & { confidence: number }>(findUnspacedPersons(text), persons),
        finds,
      ),
      callerFinds: finds,
      between,
      original,
    },
    settings,
  );
}

/** The kinds of lines that are read as sentences. */
const readKinds: ReadonlySet<LineKind> = new Set(["prose", "list"]);

/** Scores of fewer words say little. */
const minMeasuredWords = 30;

const letter = /\p{L}/u;

/** Returns whether a word is in a sentence, and no address, which is not read syllable by syllable. */
function isRead({ lineKindAt }: Document, { start, type: { kind } }: Word): boolean {
  return kind !== "url" && kind !== "email" && readKinds.has(lineKindAt(start));
}

function readReadability(document: Document): Part<"readability"> {
  const { words, sentences, lineKindAt, language } = document;
  const read = words().flatMap((word) => (isRead(document, word) ? [word.type] : []));
  if (!read.some(({ text }) => letter.test(text))) return null;
  const count = sentences().filter(({ start }) => readKinds.has(lineKindAt(start))).length;
  return language === "en" ? measureReadability(read, count) : measureLocalReadability(read, count, language);
}

/** Returns whether the sentences of a text have so few words that their scores say little. */
export function isTooShort(document: Document): boolean {
  let count = 0;
  for (const word of document.words()) {
    if (isRead(document, word)) count += 1;
    if (count === minMeasuredWords) return false;
  }
  return true;
}

/** Returns whether the analysis supports the language. */
export function isAvailable(name: AnalysisType, language: string, engines: TextEngines = {}): boolean {
  if (name === "language" || (name === "sentiment" && engines.sentiment)) return true;
  const { languages } = analyses[name];
  return languages === "any" || languages.includes(language);
}

/**
 * Returns the part of the analysis that the document lacks, with the languages or the entry point that have it, or
 * `null`.
 */
export async function missingPart(
  name: AnalysisType,
  document: Document,
  settings: AnalysisSettings,
): Promise<{ part: string; languages: string; type?: PiiType } | null> {
  const limited = name === "language" ? undefined : analyses[name].limited;
  if (!limited || (await limited.has(document, settings))) return null;
  const { part, languages, type } = limited;
  const available = document.models.findNames ? languages.join(", ") : "@tools-api/core/text";
  return { part, languages: available, ...(type && { type }) };
}

/** Returns the codes of the languages that the analysis supports, as prose. */
export function availableLanguages(name: AnalysisType): string {
  const languages = name === "language" ? "any" : analyses[name].languages;
  return languages === "any" ? "every language" : languages.join(", ");
}
