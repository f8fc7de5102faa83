/** Country calling codes of one and two digits; all others have three (ITU-T E.164 annex, list of assigned codes). */
const short = new Set(
  "1 7 20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 65 66 81 82 84 86 90 91 92 93 94 95 98".split(
    " ",
  ),
);

/** The first two digits of assigned codes of three. */
const longBeginnings = new Set(
  "21 22 23 24 25 26 29 35 37 38 42 50 59 67 68 69 80 85 87 88 96 97 99".split(" "),
);

/** The country calling code that the digits of an international number begin with, or `null`. */
export function callingCodeOf(digits: string): string | null {
  for (const length of [1, 2]) {
    const code = digits.slice(0, length);
    if (short.has(code)) return code;
  }
  return longBeginnings.has(digits.slice(0, 2)) ? digits.slice(0, 3) : null;
}
