import { formStandsAfter, formStandsBefore } from "./characters.ts";
import { hasCardContext } from "./context.ts";
import type { PatternMatch } from "./match.ts";

/** The issuer ranges of the networks by leading digits, and the lengths that they issue (ISO/IEC 7812-1). */
const networks: { name: string; leads: RegExp; lengths: readonly number[] }[] = [
  { name: "Visa", leads: /^4/, lengths: [13, 16, 19] },
  { name: "Mastercard", leads: /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, lengths: [16] },
  { name: "American Express", leads: /^3[47]/, lengths: [15] },
  { name: "Diners Club", leads: /^(?:30[0-5]|309|36|3[89])/, lengths: [14, 16, 19] },
  { name: "Discover", leads: /^(?:6011|64[4-9]|65)/, lengths: [16, 19] },
  { name: "JCB", leads: /^35(?:2[89]|[3-8])/, lengths: [16, 17, 18, 19] },
  { name: "JCB, first series", leads: /^(?:2131|1800)/, lengths: [15] },
  { name: "UnionPay", leads: /^(?:62|81)/, lengths: [16, 17, 18, 19] },
  { name: "Mir", leads: /^220[0-4]/, lengths: [16, 17, 18, 19] },
  {
    name: "Maestro",
    leads: /^(?:50[0-9]{2}|5[6-9]|6304|6390|67)/,
    lengths: [12, 13, 14, 15, 16, 17, 18, 19],
  },
];

/** Card numbers as printed: in groups of four or eight, Amex as 4-6-5, Diners as 4-6-4, or without separators. */
const printed = new RegExp(
  `(?<!\\p{N}-)${formStandsBefore}(?:\\d{8}[ -]\\d{8}|\\d{4}( {1,2}|[-.])\\d{4}\\1\\d{4}\\1\\d{4}(?:\\1\\d{3})?|\\d{4}([ -])\\d{6}\\2\\d{4,5}|\\d{12,19})${formStandsAfter}`,
  "gu",
);

/** Returns whether the last digit is the check digit of the others (ISO/IEC 7812-1 annex B, the Luhn formula). */
function hasLuhnDigit(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits.charAt(digits.length - 1 - index));
    sum += index % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2;
  }
  return sum % 10 === 0;
}

/** Returns whether the digits are also a valid article number (GTIN-12 to GTIN-14, the number under a bar code). */
function isArticleNumber(digits: string): boolean {
  if (digits.length < 12 || digits.length > 14) return false;
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1)
    sum += Number(digits.charAt(digits.length - 1 - index)) * (index % 2 === 0 ? 1 : 3);
  return sum % 10 === 0;
}

function isIssued(digits: string): boolean {
  return networks.some(({ leads, lengths }) => lengths.includes(digits.length) && leads.test(digits));
}

/**
 * Returns the digits and the confidence that they are a card number, or `null`. One number in ten passes the Luhn
 * check, so the check is not enough.
 */
function readCard(
  text: string,
  start: number,
  written: string,
): { digits: string; confidence: number } | null {
  const digits = written.replace(/[ .-]/g, "");
  if (!hasLuhnDigit(digits)) return null;
  const isNamed = hasCardContext(text, start, start + written.length);
  if (!isIssued(digits)) return isNamed ? { digits, confidence: 0.85 } : null;
  if (!isNamed && isArticleNumber(written)) return null;
  return { digits, confidence: isNamed ? 0.99 : written.length < 15 ? 0.8 : 0.95 };
}

/**
 * Finds payment card numbers. The check digit must be valid. The issuer range and length must be known, or the text
 * must mention a card nearby. `normalized` contains only the digits.
 */
export function findCreditCards(text: string): PatternMatch[] {
  const matches: PatternMatch[] = [];
  for (const { 0: found, index: start } of text.matchAll(printed)) {
    // The match can end with a security code of three digits.
    for (const written of found.length > 19 ? [found, found.slice(0, 19)] : [found]) {
      const card = readCard(text, start, written);
      if (!card) continue;
      const end = start + written.length;
      matches.push({ type: "credit_card", start, end, normalized: card.digits, confidence: card.confidence });
      break;
    }
  }
  return matches;
}
