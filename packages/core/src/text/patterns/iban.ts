import { isAsciiAlphanumeric, formStandsBefore } from "./characters.ts";
import type { PatternMatch } from "./match.ts";

/** The length of an IBAN by country: SWIFT IBAN Registry (ISO 13616-1). */
const lengths: Record<string, number> = Object.fromEntries(
  [
    "NO15 BE16",
    "DK18 FI18 FK18 FO18 GL18 NL18 SD18",
    "MK19 SI19",
    "AT20 BA20 EE20 KZ20 LT20 LU20 MN20 XK20",
    "CH21 CR21 HR21 LI21 LV21",
    "BG22 BH22 DE22 GB22 GE22 IE22 ME22 RS22 VA22",
    "AE23 GI23 IL23 IQ23 OM23 SO23 TL23",
    "AD24 CZ24 ES24 MD24 PK24 RO24 SA24 SE24 SK24 TN24 VG24",
    "LY25 PT25 ST25",
    "IS26 TR26",
    "BI27 DJ27 FR27 GR27 IT27 MC27 MR27 SM27",
    "AL28 AZ28 BY28 CY28 DO28 GT28 HN28 HU28 LB28 NI28 PL28 SV28",
    "BR29 EG29 PS29 QA29 UA29",
    "JO30 KW30 MU30 YE30",
    "MT31 SC31",
    "LC32",
    "RU33",
  ].flatMap((row) => row.split(" ").map((entry) => [entry.slice(0, 2), Number(entry.slice(2))])),
);

const beginning = new RegExp(`${formStandsBefore}[A-Z]{2}\\d{2}`, "giu");

/** Returns the remainder of ISO 7064 MOD 97-10 over the rearranged number: 1 for a valid IBAN. */
function remainder(iban: string): number {
  let value = 0;
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    const digits = Number.parseInt(character, 36);
    value = (value * (digits > 9 ? 100 : 10) + digits) % 97;
  }
  return value;
}

/**
 * Returns the `length` letters and digits from `start`, without separators or in groups of four, and their end. Returns
 * `null` if there are fewer.
 */
function collect(text: string, start: number, length: number): { iban: string; end: number } | null {
  let iban = "";
  let end = start;
  for (; iban.length < length; end += 1) {
    const unit = text.charAt(end);
    if (isAsciiAlphanumeric(unit)) iban += unit;
    else if ((unit !== " " && unit !== "-") || iban.length % 4 !== 0) return null;
    else if (!isAsciiAlphanumeric(text.charAt(end + 1))) return null;
  }
  return isAsciiAlphanumeric(text.charAt(end)) ? null : { iban: iban.toUpperCase(), end };
}

/**
 * Finds international bank account numbers with the length of their country and valid check digits. `normalized` is the
 * electronic form.
 */
export function findIbans(text: string): PatternMatch[] {
  const matches: PatternMatch[] = [];
  beginning.lastIndex = 0;
  for (let found = beginning.exec(text); found; found = beginning.exec(text)) {
    const length = lengths[found[0].slice(0, 2).toUpperCase()];
    const collected = length === undefined ? null : collect(text, found.index, length);
    if (!collected || remainder(collected.iban) !== 1) continue;
    const { iban, end } = collected;
    matches.push({ type: "iban", start: found.index, end, normalized: iban, confidence: 0.99 });
    beginning.lastIndex = end;
  }
  return matches;
}
