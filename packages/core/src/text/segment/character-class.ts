/** The classes of characters that the tokenizer distinguishes. */
export const characterClass = {
  sign: 1,
  space: 2,
  letter: 3,
  digit: 4,
  /** A letter of a script without spaces between words. */
  unspaced: 5,
  pictograph: 6,
  /** Extends the character before it: combining marks, variation selectors, invisible joiners, skin tones. */
  joiner: 7,
} as const;

/** A value of {@link characterClass}. */
export type CharacterClass = (typeof characterClass)[keyof typeof characterClass];

const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u30fc\uff70]/u;

/** The first match wins. */
const classes: readonly { pattern: RegExp; is: CharacterClass }[] = [
  { pattern: /\s/u, is: characterClass.space },
  // A zero-width space separates words, unlike the other invisible characters.
  { pattern: /[\p{Cc}\u200b]/u, is: characterClass.sign },
  { pattern: /[\p{M}\p{Cf}\p{Emoji_Modifier}]/u, is: characterClass.joiner },
  { pattern: /\p{N}/u, is: characterClass.digit },
  { pattern: unspaced, is: characterClass.unspaced },
  { pattern: /[\p{L}_]/u, is: characterClass.letter },
  {
    pattern: /[\p{Extended_Pictographic}\p{Regional_Indicator}]/u,
    is: characterClass.pictograph,
  },
];

function testClass(codePoint: number): CharacterClass {
  const character = String.fromCodePoint(codePoint);
  return classes.find(({ pattern }) => pattern.test(character))?.is ?? characterClass.sign;
}

/**
 * The known classes of the first two planes, which hold all characters except rare ideographs. 0 means that the class
 * is not computed yet.
 */
const known = new Uint8Array(0x20000);

/** Returns the class of a code point. */
export function classifyCodePoint(codePoint: number): CharacterClass {
  if (codePoint >= known.length) return testClass(codePoint);
  const found = known[codePoint];
  // `known` stores only classes.
  if (found) return found as CharacterClass;
  const is = testClass(codePoint);
  known[codePoint] = is;
  return is;
}
