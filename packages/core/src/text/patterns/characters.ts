/**
 * Source of a character class: letters of scripts without spaces between words, or with particles attached to foreign
 * words (Hangul).
 */
export const unspacedLetters =
  "[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}]";

const unspacedLetter = new RegExp(`^${unspacedLetters}$`, "u");
const letterOrDigit = /^[\p{L}\p{M}\p{N}]$/u;

const wordCharacter = `(?:(?!${unspacedLetters})[\\p{L}\\p{M}]|[\\p{N}_])`;
/**
 * Source of a lookbehind for a number that no word touches. The number is not part of a longer figure such as 1.2.3.4.5
 * or 12,345. Letters of unspaced scripts may touch it: 电话13800138000.
 */
export const standsAloneBefore = `(?<!${wordCharacter}|\\p{N}[-.,/:+])`;

/**
 * Sources of a lookbehind and a lookahead for forms that no longer figure contains, such as four groups with valid check
 * digits. A comma next to them separates the fields of a table. A slash after them precedes a date.
 */
export const formStandsBefore = `(?<!${wordCharacter}|\\p{N}[./:+])`;
export const formStandsAfter = `(?!${wordCharacter}|[-.:]\\p{N})`;

/** Returns whether the UTF-16 unit is a letter or a digit of a script that separates words by spaces. */
export function isSpacedAlphanumeric(unit: string): boolean {
  return (
    isAsciiAlphanumeric(unit) || (unit > "\x7f" && letterOrDigit.test(unit) && !unspacedLetter.test(unit))
  );
}

/** Returns whether a letter or a digit of a script that separates words by spaces is at the index. */
export function isAlphanumericAt(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code > 0x7f ? isSpacedAlphanumeric(text.charAt(index)) : isLatinLetter(code) || isDigitCode(code);
}

/** Returns whether the UTF-16 unit is a letter of a script that does not separate words by spaces. */
export function isUnspacedLetter(unit: string): boolean {
  return unit > "\x7f" && unspacedLetter.test(unit);
}

/** Returns whether the UTF-16 unit is one of A–Z, a–z and 0–9. */
export function isAsciiAlphanumeric(unit: string): boolean {
  return (unit >= "a" && unit <= "z") || (unit >= "0" && unit <= "9") || (unit >= "A" && unit <= "Z");
}

/** Returns whether the UTF-16 unit is one of 0–9. */
export function isDigit(unit: string): boolean {
  return unit >= "0" && unit <= "9";
}

/** Returns whether the UTF-16 code is that of one of A–Z and a–z. */
export function isLatinLetter(code: number): boolean {
  return (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a;
}

/** Returns whether the UTF-16 code is that of one of 0–9. */
export function isDigitCode(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}
