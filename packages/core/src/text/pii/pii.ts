import { findIdentifiers } from "../patterns/identifiers/find-identifiers.ts";
import { findAddressesWithin, type PatternMatch, type PatternType } from "../patterns/index.ts";
import { mergeSpans } from "../patterns/match.ts";
import type { PiiType } from "../schema.ts";
import type { Span } from "../span.ts";

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
  /** The names of persons, with the confidence that they are names. */
  persons: readonly (Span & { confidence: number })[];
  /** Returns the text between two findings as the caller wrote it. */
  between: (start: number, end: number) => string;
}

/** The way in which a redaction hides a value: by its type, character by character, or by a digest. */
export type PiiMask = "label" | "character" | "hash";

/** The options of the redaction. */
export interface PiiSettings {
  /** The types to find; all if absent. */
  piiTypes?: readonly PiiType[] | undefined;
  /** The lowest confidence of a finding. */
  piiThreshold: number;
  piiMask: PiiMask;
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

/** Returns the spans that overlap none of the others. Both lists are sorted by `start`. */
function withoutOverlaps<Item extends Span>(spans: readonly Item[], others: readonly Span[]): Item[] {
  let next = 0;
  return spans.filter(({ start, end }) => {
    while ((others[next]?.end ?? Infinity) <= start) next++;
    return (others[next]?.start ?? Infinity) >= end;
  });
}

const encoder = new TextEncoder();

/** Returns the first 64 bits of an HMAC-SHA-256 (RFC 2104) in hexadecimal. */
async function digestWith(salt: string): Promise<(value: string) => Promise<string>> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", encoder.encode(salt), algorithm, false, ["sign"]);
  const known = new Map<string, Promise<string>>();
  const digest = async (value: string) => {
    const bytes = new Uint8Array(await crypto.subtle.sign("HMAC", key, encoder.encode(value)));
    return Array.from(bytes.subarray(0, 8), (byte) => byte.toString(16).padStart(2, "0")).join("");
  };
  return (value) => {
    const found = known.get(value) ?? digest(value);
    known.set(value, found);
    return found;
  };
}

/** Returns the function that writes the replacement of a finding. */
async function createMask({
  piiMask,
  piiSalt = "",
}: PiiSettings): Promise<(found: PiiEntity) => string | Promise<string>> {
  const label = (type: PiiType) => type.toUpperCase();
  if (piiMask === "label") return ({ type }) => `[${label(type)}]`;
  if (piiMask === "character")
    return ({ text }) => text.replace(/[\p{L}\p{N}]/gu, (unit) => "*".repeat(unit.length));
  const digest = await digestWith(piiSalt);
  return async ({ type, text }) => `[${label(type)}:${await digest(text.toLowerCase())}]`;
}

/**
 * Returns the personal data and the persons of a text, and the text with a mark in place of each. A person's name
 * inside an email address, a link, a handle or a postal address belongs to that match.
 *
 * @returns Entities in the order of `start`, in UTF-16 units.
 */
export async function detectPii(
  { text, patterns, persons, between }: PiiSource,
  settings: PiiSettings,
): Promise<{ entities: PiiEntity[]; redactedText: string }> {
  const { piiTypes, piiThreshold, piiAllow } = settings;
  const identifiers = withoutOverlaps(
    findIdentifiers(text),
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
  const mask = await createMask(settings);
  const entities: PiiEntity[] = [];
  let redactedText = "";
  let kept = 0;
  for (const { type, start, end, confidence } of mergeSpans(forms, names)) {
    const value = text.slice(start, end);
    if (
      confidence < piiThreshold ||
      (piiTypes && !piiTypes.includes(type)) ||
      piiAllow.has(value.toLowerCase())
    )
      continue;
    const entity = { text: value, type, start, end, confidence };
    entities.push(entity);
    redactedText += between(kept, start) + (await mask(entity));
    kept = end;
  }
  return { entities, redactedText: redactedText + between(kept, text.length) };
}
