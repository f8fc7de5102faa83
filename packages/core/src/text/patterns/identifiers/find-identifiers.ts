import { foldDigits } from "../fold.ts";
import { mergeSpans } from "../match.ts";
import type { Span } from "../../span.ts";
import { findLabelledNumbers } from "./find-labelled-numbers.ts";
import { type IdentifierForm, identifierForms, type IdentifierType } from "./table.ts";

/** An identifier in a text, in UTF-16 units. */
export interface IdentifierMatch extends Span {
  type: IdentifierType;
  confidence: number;
}

/** The distance, in UTF-16 units, within which a word names the identifier after it. */
const contextWidth = 40;

function findForm(
  text: string,
  { type, form, isValid, context, confidence }: IdentifierForm,
): IdentifierMatch[] {
  const matches: IdentifierMatch[] = [];
  for (const { 0: whole, index, groups } of text.matchAll(form)) {
    const found = groups?.["value"] ?? whole;
    // A sentence can end with a password.
    const identifier = groups?.["value"] === undefined ? found : found.replace(/[.)\]}]{1,3}$/, "");
    if (isValid && !isValid(identifier)) continue;
    const start = index + whole.length - found.length;
    if (context && !context.test(text.slice(Math.max(0, start - contextWidth), start))) continue;
    matches.push({ type, start, end: start + identifier.length, confidence });
  }
  return matches;
}

/**
 * Finds identifiers of persons and secrets: official numbers with their check digits, keys by their published prefixes,
 * and numbers that a word names. The matches are sorted by `start` and do not overlap. The cost is linear in the length of
 * the text.
 */
export function findIdentifiers(text: string): IdentifierMatch[] {
  const inAscii = foldDigits(text);
  const lower = inAscii.toLowerCase();
  let trigger: IdentifierForm["trigger"] | undefined;
  let runs = false;
  let found: IdentifierMatch[] = [];
  for (const form of identifierForms) {
    if (form.trigger !== trigger) {
      trigger = form.trigger;
      runs = trigger instanceof RegExp ? trigger.test(inAscii) : trigger.some((word) => lower.includes(word));
    }
    if (runs) found = mergeSpans(found, findForm(inAscii, form));
  }
  return mergeSpans<IdentifierMatch>(found, findLabelledNumbers(inAscii));
}
