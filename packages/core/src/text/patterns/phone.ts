import { isDigit, isSpacedAlphanumeric, standsAloneBefore } from "./characters.ts";
import { isLabelledOtherwise, type PhoneContexts, findPhoneContexts } from "./context.ts";
import type { PatternMatch } from "./match.ts";
import { otherShapes, phoneFormats, toE164 } from "./phone-formats.ts";
import { beginsWithDate, type Group, isYearRange, maxDigits, maxGroups, readGroups } from "./phone-groups.ts";

const minDigits = 7;

// In "45 (12) 345-367" the parentheses contain the issue of a journal. In "INV-2024-00317" the digits are a part of a
// name. The lookahead saves most positions of a text the costly lookbehinds.
const beginning = new RegExp(
  `(?=[(+\\d])(?:${standsAloneBefore}|(?<=,)(?=\\+))(?<!\\+|\\p{Lu}-)(?!(?<=\\d )\\()\\(?\\+?\\(?\\d`,
  "gu",
);
const extension = /,? ?(?:x|ext\.?|extension|Durchwahl|poste) ?\d{1,6}(?!\d)/iy;

type Reading = Pick<PatternMatch, "normalized" | "confidence">;

/** A range of the text that can be a number. */
interface Candidate {
  text: string;
  contexts: PhoneContexts;
  start: number;
  end: number;
  groups: readonly Group[];
}

function readNational({ text, contexts, start, end, groups }: Candidate): Reading | null {
  const shape = groups.at(-1)?.shape ?? "";
  const digits = groups.map((group) => group.digits).join("");
  const format = phoneFormats.find((row) => row.digits.test(digits) && row.shape.test(shape));
  if (!format || otherShapes.test(shape) || beginsWithDate(groups) || isYearRange(groups)) return null;
  if (format.context === "near" && !contexts.isNear(start, end)) return null;
  if (format.context === "label" && !contexts.isLabelled(start, end)) return null;
  return isLabelledOtherwise(text, start, end) ? null : { normalized: null, confidence: format.confidence };
}

/** Reads a number after 00, which most countries dial before a country code (ITU-T E.164 annex). */
function readDialled({ contexts, start, end, groups: [first, ...others] }: Candidate): Reading | null {
  if (!first?.digits.startsWith("00")) return null;
  const normalized = toE164([{ ...first, digits: first.digits.slice(2) }, ...others]);
  const isTelling = others.length > 0 || contexts.isLabelled(start, end);
  return normalized !== null && isTelling ? { normalized, confidence: 0.9 } : null;
}

function readInternational({ groups }: Candidate): Reading | null {
  const normalized = toE164(groups);
  return normalized === null ? null : { normalized, confidence: 0.97 };
}

/** Returns whether the text after the digits does not make them part of something else. */
function endsAt(text: string, end: number, plus: boolean): boolean {
  const next = text.charAt(end);
  if (isSpacedAlphanumeric(next) || next === "_" || next === "%") return false;
  // After a number with a plus, a comma separates the fields of a table. After other numbers it may separate thousands.
  if (plus && next === ",") return true;
  return !(next !== "" && "-.,/:".includes(next) && isDigit(text.charAt(end + 1)));
}

/** Returns the longest number that begins at `start`, or `null`. */
function readPhone(text: string, start: number, contexts: PhoneContexts): PatternMatch | null {
  // A first group of one digit is the trunk prefix 1 or 8. The check bounds the work on a text of single digits.
  const first = text.charAt(start);
  if (isDigit(first) && first !== "1" && first !== "8" && !isDigit(text.charAt(start + 1))) return null;
  const { plus, groups } = readGroups(text, start);
  for (let last = groups.at(-1); last && last.total >= minDigits; groups.pop(), last = groups.at(-1)) {
    if (groups.length > maxGroups || last.total > maxDigits) continue;
    extension.lastIndex = last.end;
    const end = last.end + (extension.exec(text)?.[0].length ?? 0);
    if (!endsAt(text, end, plus)) continue;
    const candidate = { text, contexts, start, end, groups };
    const reading = plus ? readInternational(candidate) : (readDialled(candidate) ?? readNational(candidate));
    if (reading) return { type: "phone", start, end, ...reading };
  }
  return null;
}

/**
 * Finds phone numbers. `normalized` is the E.164 form, without the extension, if the text contains the country code.
 * Other numbers can have the same format; such a format counts only near a word about telephony.
 */
export function findPhones(text: string): PatternMatch[] {
  const matches: PatternMatch[] = [];
  const contexts = findPhoneContexts(text);
  beginning.lastIndex = 0;
  for (let found = beginning.exec(text); found; found = beginning.exec(text)) {
    const match = readPhone(text, found.index, contexts);
    if (match) matches.push(match);
    beginning.lastIndex = match ? match.end : found.index + 1;
  }
  return matches;
}
