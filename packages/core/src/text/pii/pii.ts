import type { IdentifierMatch } from "../patterns/identifiers/find-identifiers.ts";
import { findAddressesWithin, type PatternMatch, type PatternType } from "../patterns/index.ts";
import { mergeSpans, withoutOverlaps } from "../patterns/match.ts";
import { isPiiType, type PiiPolicy, type PiiType, type TermType } from "../schema.ts";
import type { Span } from "../span.ts";
import { clusterWidener, wholeSpans } from "../terms/clusters.ts";
import type { CallerFinds } from "../terms/caller-lists.ts";
import { type CallerFind, termFinder } from "../terms/find-terms.ts";
import { coverSpans } from "./cover.ts";
import { createRedaction } from "./replacements.ts";

/** A span of personal data. `text` equals `text.slice(start, end)` of the whole text. */
export interface PiiEntity extends Span {
  text: string;
  type: PiiType;
  confidence: number;
}

/** A text with the findings that can be personal. Both lists are sorted by `start`, without overlaps. */
interface PiiSource {
  text: string;
  /** The result of `findPatterns`. */
  patterns: readonly PatternMatch[];
  /** The result of `findIdentifiers`. */
  identifiers: readonly IdentifierMatch[];
  /** The names of persons, with the confidence that they are names. */
  persons: readonly (Span & { confidence: number })[];
  /** The finds of the lists of the caller. */
  callerFinds: CallerFinds;
  /** Returns the text between two findings as the caller wrote it. */
  between: (start: number, end: number) => string;
  /** Returns a finding as the caller wrote it. */
  original: (start: number, end: number) => string;
}

/** The way in which a redaction hides a value: by its type, character by character, or by a digest. */
export type PiiMask = "label" | "character" | "hash";

const maskPolicies: Readonly<Record<PiiMask, PiiPolicy>> = {
  label: "label",
  character: "mask",
  hash: "hash",
};

/** The options of the redaction. */
export interface PiiSettings {
  /** The types to find; all if absent. */
  piiTypes?: readonly PiiType[] | undefined;
  /** The lowest confidence of a finding. */
  piiThreshold: number;
  piiMask: PiiMask;
  /** How each type is redacted. A type without a policy is redacted by `piiMask`. */
  piiPolicy: Readonly<Partial<Record<PiiType, PiiPolicy>>>;
  /** Whether the result has the values of tokens. */
  includeTokens: boolean;
  /** The key of the digests. Equal values have equal digests under the same key. */
  piiSalt?: string | undefined;
  /** Values that are not personal, in lower case. */
  piiAllow: ReadonlySet<string>;
}

type Found = Omit<PiiEntity, "text">;

/** The types whose forms are more certain than those of identifiers. */
const certain: ReadonlySet<PatternType> = new Set(["email", "iban", "ip_address", "credit_card", "us_ssn"]);

/** The types of patterns that are personal, and the type of the finding. */
const personalTypes: Readonly<Partial<Record<PatternType, PiiType>>> = {
  email: "email",
  phone: "phone",
  credit_card: "credit_card",
  iban: "iban",
  ip_address: "ip_address",
  us_ssn: "us_ssn",
  address: "address",
  mention: "handle",
};

/**
 * Yields the personal data among the matches, including data inside links: ?email=ada@example.com, http://192.0.2.7/.
 */
function* personalPatterns(text: string, matches: readonly PatternMatch[]): Generator<Found> {
  for (const match of matches)
    for (const { type, start, end, confidence } of match.type === "url"
      ? findAddressesWithin(text, match.start, match.end)
      : [match]) {
      const personal = personalTypes[type];
      if (personal) yield { type: personal, start, end, confidence };
    }
}

/** Returns the personal data of a text that have a form, and its names outside of them. */
function findBuiltIn({ text, patterns, identifiers: found, persons }: PiiSource): Found[] {
  const identifiers = withoutOverlaps(
    found,
    patterns.filter(({ type }) => certain.has(type)),
  );
  const personal = withoutOverlaps([...personalPatterns(text, patterns)], identifiers);
  const forms = mergeSpans<Found>(identifiers, personal);
  const taken = mergeSpans<Span>(identifiers, patterns);
  const names = withoutOverlaps(persons, taken).map(({ start, end, confidence }): Found => ({
    type: "person",
    start,
    end,
    confidence,
  }));
  return mergeSpans(forms, names);
}

const severalWords = /\S\s+\S/;

/** The most names that are searched again, and of those that are first counted one by one, which is faster. */
const [maxRepeatedNames, maxCountedNames] = [1000, 16];

/**
 * Returns every place of the full names that were found as persons. The model can miss the second mention of a name, in
 * the line above a quoted mail or in a list, and a redaction that leaves it is of no use.
 */
function findRepeated(text: string, found: readonly Found[]): Found[] {
  const names = new Map<string, Found>();
  for (const item of found) {
    const name = text.slice(item.start, item.end);
    if (item.type === "person" && names.size < maxRepeatedNames && severalWords.test(name))
      names.set(name, item);
  }
  const occursOnce = (name: string) => text.indexOf(name) === text.lastIndexOf(name);
  if (names.size <= maxCountedNames && Array.from(names.keys()).every(occursOnce)) return [];
  const find = termFinder(
    Array.from(names, ([name, item]) => ({ text: name, type: item, match: "exact" as const })),
  );
  return find(text).map(({ type: { type, confidence }, start, end }) => ({ type, start, end, confidence }));
}

/** Returns the finds of a list of the caller that are personal. */
function listedFindings(finds: readonly CallerFind<TermType>[]): Found[] {
  return finds.flatMap(({ type, start, end }) =>
    isPiiType(type) ? [{ type, start, end, confidence: 1 }] : [],
  );
}

/**
 * Returns what a redaction covers: what the caller denies, then what its lists find, then what the analysis finds. A
 * finding that is kept in the text covers nothing.
 */
function settleFindings(source: PiiSource, settings: PiiSettings): Found[] {
  const { text } = source;
  const { piiTypes: types, piiThreshold, piiAllow, piiPolicy } = settings;
  const { denied, listed } = source.callerFinds;
  const isFound = ({ type, start, end, confidence }: Found) =>
    confidence >= piiThreshold &&
    (!types || types.includes(type)) &&
    !(piiAllow.size > 0 && piiAllow.has(text.slice(start, end).toLowerCase()));
  const builtIn = findBuiltIn(source).filter(isFound);
  const layers = [
    listedFindings(denied),
    ...listed.map((finds) => listedFindings(finds).filter(isFound)),
    wholeSpans(coverSpans(text, builtIn, findRepeated(text, builtIn)), clusterWidener(text)),
  ];
  const isKept = ({ type }: Found) => piiPolicy[type] === "keep";
  const covering = layers.map((layer) => layer.filter((found) => !isKept(found)));
  const kept = layers.map((layer) => layer.filter(isKept));
  return [...covering, ...kept].reduce((higher, lower, index) =>
    index < layers.length ? coverSpans(text, higher, lower) : mergeSpans(higher, lower),
  );
}

/**
 * Returns the personal data and the persons of a text, and the text with a mark in place of each. A person's name
 * inside an email address, a link, a handle or a postal address belongs to that match.
 *
 * @returns Entities in the order of `start`, in UTF-16 units, and the values of tokens if a policy has them.
 */
export async function detectPii(
  source: PiiSource,
  settings: PiiSettings,
): Promise<{ entities: PiiEntity[]; redactedText: string; tokens?: Record<string, string> }> {
  const { text, between, original } = source;
  const { piiPolicy, piiMask, piiSalt, includeTokens } = settings;
  const redaction = await createRedaction(
    (type) => piiPolicy[type] ?? maskPolicies[piiMask],
    piiSalt,
    () => between(0, text.length),
  );
  const entities: PiiEntity[] = [];
  let redactedText = "";
  let kept = 0;
  for (const { type, start, end, confidence } of settleFindings(source, settings)) {
    const entity = { text: text.slice(start, end), type, start, end, confidence };
    entities.push(entity);
    redactedText += between(kept, start) + (await redaction.replace(entity, original(start, end)));
    kept = end;
  }
  redactedText += between(kept, text.length);
  const hasTokens = includeTokens && Object.values(piiPolicy).includes("token");
  return { entities, redactedText, ...(hasTokens && { tokens: redaction.tokens() }) };
}
