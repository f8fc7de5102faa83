/** Source of a class: letters of scripts that are written without spaces between words, or, as Hangul, with particles glued to foreign words. */
export const unspacedLetters =
  "[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}]";

const unspacedLetter = new RegExp(`^${unspacedLetters}$`, "u");
const letterOrDigit = /^[\p{L}\p{M}\p{N}]$/u;

/**
 * Source of a lookbehind. A number stands alone when no word touches it and it is no part of a longer figure
 * such as 1.2.3.4.5 or 12,345. Letters of unspaced scripts may touch: 电话13800138000.
 */
const wordCharacter = `(?:(?!${unspacedLetters})[\\p{L}\\p{M}]|[\\p{N}_])`;
export const standsAloneBefore = `(?<!${wordCharacter}|\\p{N}[-.,/:+])`;

/**
 * Sources of a lookbehind and a lookahead for forms that no longer figure has, such as four groups with valid check
 * digits: the comma beside them parts the fields of a table, a slash in front of a date belongs to the date.
 */
export const formStandsBefore = `(?<!${wordCharacter}|\\p{N}[./:+])`;
export const formStandsAfter = `(?!${wordCharacter}|[-.:]\\p{N})`;

/** Whether the UTF-16 unit is a letter or a digit of a script that separates words by spaces. */
export function isSpaced(unit: string): boolean {
  return (
    isAsciiAlphanumeric(unit) || (unit > "\x7f" && letterOrDigit.test(unit) && !unspacedLetter.test(unit))
  );
}

/** Whether the UTF-16 unit is a letter of a script that runs words together. */
export function isUnspaced(unit: string): boolean {
  return unit > "\x7f" && unspacedLetter.test(unit);
}

/** Whether the UTF-16 unit is one of A–Z, a–z and 0–9. */
export function isAsciiAlphanumeric(unit: string): boolean {
  return (unit >= "a" && unit <= "z") || (unit >= "0" && unit <= "9") || (unit >= "A" && unit <= "Z");
}

/** Whether the UTF-16 unit is one of 0–9. */
export function isDigit(unit: string): boolean {
  return unit >= "0" && unit <= "9";
}
