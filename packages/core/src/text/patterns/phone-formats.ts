import { readCallingCode } from "./calling-codes.ts";

/** Evidence that a number needs near it: none, a word about telephony, or such a word as its label. */
type PhoneContext = "none" | "near" | "label";

/** A way to write numbers inside their country. */
export interface PhoneFormat {
  name: string;
  /**
   * Matches the shape. The shape replaces each group by its count of digits in hexadecimal: `(020) 7946-0000` becomes
   * `(3) 4-4`.
   */
  shape: RegExp;
  /** Matches the digits without separators. */
  digits: RegExp;
  context: PhoneContext;
  confidence: number;
}

/**
 * The national formats. The first match decides. `libphonenumber-js` 1.13 cannot replace them: it finds .11 of the
 * numbers of a development set without a country, .24 with the country US, and .95 at a precision of .20 with ten
 * countries. The formats find all at a precision of .98.
 */
export const phoneFormats: readonly PhoneFormat[] = [
  {
    name: "North American, assignable (NANPA: area and exchange begin with 2 to 9)",
    shape: /^(?:1[-. ])?(?:\(3\)[ -]?|3[-./ ])3[-. ]4$/,
    digits: /^1?[2-9]\d{2}[2-9]\d{6}$/,
    context: "none",
    confidence: 0.95,
  },
  {
    name: "North American in form",
    shape: /^(?:1[-.])?(?:\(3\)[ -]?|3[-.])3[-.]4$/,
    digits: /^1?[2-9]\d{9}$/,
    context: "none",
    confidence: 0.8,
  },
  {
    name: "trunk zero, three groups or more",
    shape: /^(?:\([2-5]\)|[2-5])([-. /])?[2-4](?:[-. ][2-4]){1,4}$/,
    digits: /^0[1-9]\d{7,9}$/,
    context: "none",
    confidence: 0.9,
  },
  {
    name: "trunk zero, area and subscriber",
    shape: /^(?:\([2-5]\)[- ]?|[2-5][- /])[4-8](?:-[1-4])?$/,
    digits: /^0[1-9]\d{7,10}$/,
    context: "none",
    confidence: 0.8,
  },
  {
    name: "area code in parentheses",
    // Four digits in parentheses are a year.
    shape: /^\([235]\)[- ]?[2-8](?:[- .][2-5]){0,3}$/,
    digits: /^\d{7,11}$/,
    context: "none",
    confidence: 0.8,
  },
  {
    name: "trunk eight (Russia, Kazakhstan)",
    shape: /^1[- ]?\(3\)[- ]?3[- ]2[- ]2$/,
    digits: /^8\d{10}$/,
    context: "none",
    confidence: 0.9,
  },
  {
    name: "groups of digits",
    shape: /^[2-5]([ -])[2-7](?:\1[2-7]){0,3}$/,
    digits: /^\d{7,12}$/,
    context: "near",
    confidence: 0.75,
  },
  {
    name: "groups of digits with signs of several kinds",
    shape: /^(?:\([2-5]\)[- ]?|[1-5][- /])[2-7](?:[- /][2-7]){1,4}$/,
    digits: /^\d{8,12}$/,
    context: "label",
    confidence: 0.7,
  },
  {
    name: "digits in one piece",
    shape: /^[7-9abc]$/,
    digits: /^(?!(?:19|20)\d{2}(?:0[1-9]|1[0-2])[0-3]\d$)\d{7,12}$/,
    context: "label",
    confidence: 0.7,
  },
];

/** Shapes of other numbers: postcodes with a hyphen, ranges of dates, US social security numbers and tax numbers. */
export const otherShapes = /^(?:4-3|5-3|5-4|3-2-4|2-7|[12]\.[12](?:\.[24])?-[12]\.[12](?:\.[24])?)$/;

/** Calling codes that keep the national zero in the international number: Italy and the countries in its plan. */
const zeroKept = new Set(["39"]);

/**
 * Returns the E.164 form of the groups after `+` or `00`, or `null` if no country has such a number. A zero in
 * parentheses, as in +44 (0)20, is for callers inside the country. It is dropped, except for Italy's code.
 */
export function toE164(groups: readonly { digits: string; enclosed: boolean }[]): string | null {
  const all = groups.map(({ digits }) => digits).join("");
  const code = readCallingCode(all);
  if (code === null) return null;
  const number = groups
    .filter(({ digits, enclosed }) => !(enclosed && digits === "0") || zeroKept.has(code))
    .map(({ digits }) => digits)
    .join("");
  // E.164 §6.2.1 allows at most 15 digits. Only countries of some thousand people have fewer than 8.
  if (number.length < 8 || number.length > 15) return null;
  return code === "1" && number.length !== 11 ? null : `+${number}`;
}
