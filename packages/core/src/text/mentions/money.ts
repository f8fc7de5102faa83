import { type Currency, lacksCents, nationalCurrencies, sharesSign } from "./currencies.ts";
import { withMinorUnits } from "./decimal.ts";
import { isBlankAt, isWordAt, wordAfter, wordBefore } from "./letters.ts";
import type { Mention } from "./mention.ts";
import type { Numeral } from "./numeral.ts";
import { readNumeral } from "./numerals.ts";
import { readJoint, type Scan, type WordToken } from "./scan.ts";

const maxCountryLength = 13;
/** Words before "five pounds" that make it money rather than a weight. */
const poundCues: ReadonlySet<string> = new Set(
  "paid pay pays paying cost costs costing worth spend spends spent fined owed owe owes raised raise earn earns earned save saved charge charged charges price priced lend lent borrow borrowed won".split(
    " ",
  ),
);

const pointedThousands = /^(\d{1,3})\.(\d{3})$/;

/**
 * Returns the ISO 4217 code and the amount, or `null` if one is unknown. Keeps more decimal places than the currency
 * has, because the author means them.
 */
function normalize(
  text: string,
  currency: Currency,
  { start, end, value, decimalComma }: Numeral,
  sign: string,
): string | null {
  const { code, places } = currency;
  // Without cents, the point of "300.000 VND" separates thousands.
  const written = lacksCents(currency)
    ? pointedThousands.exec(text.slice(start, Math.min(end, start + 9)))
    : null;
  const amount = written ? `${written[1] ?? ""}${written[2] ?? ""}` : (value ?? decimalComma);
  return code === null || amount === null ? null : `${code} ${sign}${withMinorUnits(amount, places)}`;
}

function mention(start: number, end: number, normalized: string | null, confidence: number): Mention {
  return { type: "money", start, end, normalized, confidence };
}

/** Returns the end of a second amount of the same currency after a hyphen, "$5-$10", or `null`. */
function rangeEnd(scan: Scan, { end, next }: Numeral, currency: Currency): number | null {
  const sign = scan.tokens[next];
  if (sign?.kind !== "currency" || sign.currency.code !== currency.code) return null;
  const amount = readJoint(scan.text, end, sign.start) === "-" ? readNumeral(scan, next + 1, true) : null;
  return amount && readJoint(scan.text, sign.end, amount.start) === "" && !isWordAt(scan.text, amount.end)
    ? amount.end
    : null;
}

/** Returns an amount after its currency, or `null`: "$5", "US$ 1,200.50", "USD 100", "Rs. 500". */
export function readMoneyBefore(scan: Scan, index: number): Mention | null {
  const { text, tokens } = scan;
  const token = tokens[index];
  if (token?.kind !== "currency" && token?.kind !== "word") return null;
  const currency = token.kind === "currency" ? token.currency : token.is.currency?.is;
  if (!currency) return null;
  if (token.kind === "word") {
    const where = token.is.currency?.where;
    const isCode = where === "code" || where === "capitals";
    if (isCode ? token.word.toUpperCase() !== text.slice(token.start, token.end) : where !== "before")
      return null;
    if (isWordAt(text, token.start - 1)) return null;
  }
  const amount = readNumeral(scan, index + 1, true, true);
  if (!amount || !amount.inDigits) return null;
  // "$-5" and "USD -5" are debts, but "USD-5" is a name.
  const joint = readJoint(text, token.end, amount.start);
  if (joint !== "" && joint !== " " && !(joint === "." && token.kind === "word")) return null;
  const end = moneySuffixEnd(text, amount.end);
  if (isWordAt(text, end)) return null;
  const isNegative =
    text.charAt(token.start - 1) === "-" &&
    (token.start === 1 || isBlankAt(text, token.start - 2) || text.charAt(token.start - 2) === "(");
  const start = isNegative ? token.start - 1 : token.start;
  const to = rangeEnd(scan, amount, currency);
  if (to !== null) return mention(start, to, null, currency.confidence);
  const code = codeAfter(scan, amount, currency);
  const normalized = normalize(text, code?.is ?? currency, amount, isNegative ? "-" : "");
  return mention(start, code?.end ?? end, normalized, currency.confidence);
}

/** Returns the code after an amount, which decides the meaning of the sign before it, or `null`: "$250 CAD". */
function codeAfter(scan: Scan, { end, next }: Numeral, sign: Currency): { is: Currency; end: number } | null {
  const token = scan.tokens[next];
  if (token?.kind !== "word" || readJoint(scan.text, end, token.start) !== " ") return null;
  const is = token.is.currency?.is;
  const isCode =
    token.word.toUpperCase() === scan.text.slice(token.start, token.end) && token.word.length === 3;
  if (!is || !isCode || isWordAt(scan.text, token.end)) return null;
  return is.code === sign.code || sharesSign(sign, is) ? { is, end: token.end } : null;
}

/** Returns the end after the ".-" of "$5.-", as German and Swiss prices end, or `end`. */
function moneySuffixEnd(text: string, end: number): number {
  return text.slice(end, end + 2) === ".-" && !isWordAt(text, end + 2) ? end + 2 : end;
}

/** Returns an amount before its currency, or `null`: "5 €", "100 yen", "five Canadian dollars", "50 EUR". */
export function readMoneyAfter(scan: Scan, numeral: Numeral): Mention | null {
  const { text } = scan;
  const token = scan.tokens[numeral.next];
  if (!token || token.kind === "figure" || token.kind === "emoji" || isWordAt(text, token.end)) return null;
  const joint = readJoint(text, numeral.end, token.start);
  if (token.kind === "currency") {
    if (joint !== "" && joint !== " ") return null;
    // In "table 5 $10" the sign belongs to the second number.
    const isOwn = joint === "" || !/^ ?\d/.test(text.slice(token.end, token.end + 2));
    return isOwn
      ? mention(
          numeral.start,
          token.end,
          normalize(text, token.currency, numeral, ""),
          token.currency.confidence,
        )
      : null;
  }
  const { currency } = token.is;
  if (!currency || currency.where === "before") return null;
  const isCapital = token.word.toUpperCase() === text.slice(token.start, token.end);
  if (currency.where === "capitals" && !isCapital) return null;
  const isJoined =
    joint === " " || joint === "-" || (joint === "" && numeral.inDigits && currency.where !== "after");
  const national = isJoined ? undefined : nationalCurrency(text, numeral.end, token);
  if (!isJoined && !national) return null;
  const is = national ?? currency.is;
  if (is.code === "GBP" && is.confidence < 0.9 && isWeight(text, numeral, token)) return null;
  return mention(numeral.start, token.end, normalize(text, is, numeral, ""), is.confidence);
}

/** Returns the currency whose country is between the amount and the name, or `undefined`. */
function nationalCurrency(text: string, end: number, token: WordToken): Currency | undefined {
  if (token.start - end > maxCountryLength) return undefined;
  const country = text.slice(end, token.start).trim().toLowerCase();
  return nationalCurrencies.get(`${country} ${token.word.replace(/s$/, "")}`);
}

/** Returns whether pounds are a weight: "lost five pounds", "five pounds of flour", "a 25-pound dog". */
function isWeight(text: string, { start, end, scaled }: Numeral, token: WordToken): boolean {
  const next = wordAfter(text, token.end);
  if (scaled || next === "sterling") return false;
  return text.charAt(end) === "-" || next === "of" || !poundCues.has(wordBefore(text, start).word);
}
