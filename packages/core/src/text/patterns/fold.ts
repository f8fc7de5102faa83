/** The code points of zero in the decimal digits of the Basic Multilingual Plane, except ASCII (Unicode, `Nd`). */
const zeros = [
  0x0660, 0x06f0, 0x07c0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6, 0x0c66, 0x0ce6, 0x0d66, 0x0de6,
  0x0e50, 0x0ed0, 0x0f20, 0x1040, 0x1090, 0x17e0, 0x1810, 0xff10,
];

const typographic: Record<string, string> = {
  "\u00a0": " ",
  "\u2002": " ",
  "\u2003": " ",
  "\u2007": " ",
  "\u2008": " ",
  "\u2009": " ",
  "\u200a": " ",
  "\u202f": " ",
  "\u3000": " ",
  // The Arabic signs of decimals and of thousands mean the same in every language.
  "\u066b": ".",
  "\u066c": ",",
  "\u2010": "-",
  "\u2011": "-",
  "\u2012": "-",
  "\u2013": "-",
  "\u2212": "-",
  "\uff0d": "-",
  "\uff0b": "+",
  "\uff08": "(",
  "\uff09": ")",
  "\uff0e": ".",
  "\uff0f": "/",
  "\uff1a": ":",
};

const foldable =
  /[\u00a0\u066b\u066c\u2002\u2003\u2007-\u200a\u2010-\u2013\u202f\u2212\u3000\uff08\uff09\uff0b\uff0d-\uff0f\uff1a]|(?![0-9])\p{Nd}/gu;

/** All units from the first folded one, the no-break space. Most texts contain none of them. */
const mayFold = /[\u00a0-\uffff]/;

function fold(character: string): string {
  const code = character.charCodeAt(0);
  const zero = zeros.find((candidate) => code >= candidate && code <= candidate + 9);
  return zero === undefined ? (typographic[character] ?? character) : String(code - zero);
}

/**
 * Returns the text with its digits, spaces and hyphens in ASCII. Each unit is replaced by one unit, so offsets do not
 * change. A card number with no-break spaces or fullwidth digits is as personal as one without.
 */
export function foldDigits(text: string): string {
  return mayFold.test(text) ? text.replace(foldable, fold) : text;
}
