import { invalidParameters, describeValue } from "../schema/validate.ts";
import { type NameMention, nameTypes, type NameType } from "./mentions/names/tags.ts";
import type { Part } from "./record.ts";
import { round } from "./network/round.ts";
import type { Span } from "./span.ts";

/** The probabilities of the labels of a sentence. They are normalized, so any positive numbers do. */
export type SentimentShares = Part<"sentiment">["confidence"];

/** A name that a model found. Offsets are UTF-16 indices of the text that the model received. */
export interface FoundName extends Span {
  type: NameType;
  /** From 0 to 1. */
  confidence: number;
}

/** The models of a host, which replace those of this package. */
export interface TextEngines {
  /**
   * Returns the shares of the labels for each sentence, or `null` for a language that the model does not know. The
   * built-in analysis then runs, if it has the language.
   */
  sentiment?: (
    sentences: readonly string[],
    context: { language: string },
  ) => Promise<readonly SentimentShares[] | null>;
  /**
   * Returns the names of a text, in any order, or `null` for a language that the model does not know. The built-in
   * model then runs, if it has the language.
   */
  entities?: (text: string, context: { language: string }) => Promise<readonly FoundName[] | null>;
}

function engineError(name: "sentiment" | "entities", expected: string, received: unknown): Error {
  return new TypeError(`engines.${name}: expected ${expected}, received ${describeValue(received)}`);
}

/** Checks the engines that a program passes. */
export function readEngines(engines: unknown): TextEngines {
  if (engines === undefined) return {};
  const isValid =
    typeof engines === "object" &&
    engines !== null &&
    Object.entries(engines).every(
      ([name, engine]) =>
        (name === "sentiment" || name === "entities") &&
        (engine === undefined || typeof engine === "function"),
    );
  if (isValid) return engines;
  throw invalidParameters([
    {
      name: "engines",
      detail: `expected an object with the functions sentiment and entities, received ${describeValue(engines)}`,
    },
  ]);
}

const toShare = (value: number) => (value > 0 && value < Infinity ? value : 0);

/** Returns the shares that an engine found, normalized; `null` if it does not know the language. */
export async function runSentimentEngine(
  engine: NonNullable<TextEngines["sentiment"]>,
  sentences: readonly string[],
  language: string,
): Promise<SentimentShares[] | null> {
  const found = sentences.length === 0 ? [] : await engine(sentences, { language });
  if (found === null) return null;
  if (!Array.isArray(found) || found.length !== sentences.length)
    throw engineError("sentiment", `an array of ${sentences.length} members, one per sentence`, found);
  return (found as readonly SentimentShares[]).map((shares) => {
    const up = toShare(shares.positive);
    const middle = toShare(shares.neutral);
    const down = toShare(shares.negative);
    const sum = up + middle + down;
    if (sum === 0)
      throw engineError("sentiment", "positive numbers for positive, neutral or negative", shares);
    const [positive, negative] = [round(up / sum), round(down / sum)];
    return { positive, neutral: round(1 - positive - negative), negative };
  });
}

/** Returns the names that an engine found: in order, the first of those that overlap. */
export async function runEntityEngine(
  engine: NonNullable<TextEngines["entities"]>,
  text: string,
  language: string,
): Promise<NameMention[] | null> {
  const found = await engine(text, { language });
  if (found === null) return null;
  if (!Array.isArray(found)) throw engineError("entities", "an array of names", found);
  const names: NameMention[] = [];
  let covered = 0;
  const sorted = (found as readonly FoundName[]).toSorted((a, b) => a.start - b.start);
  for (const { start, end, type, confidence } of sorted) {
    const isInside = Number.isInteger(start) && Number.isInteger(end) && start >= 0 && end > start;
    if (!isInside || end > text.length || !nameTypes.includes(type))
      throw engineError(
        "entities",
        `a range of the text with one of the types ${nameTypes.join(", ")}`,
        `${type} from ${start} to ${end}`,
      );
    if (start < covered) continue;
    names.push({ start, end, type, confidence: round(Math.min(1, Math.max(0, confidence))) });
    covered = end;
  }
  return names;
}
