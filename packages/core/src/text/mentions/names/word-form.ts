/** The letters and signs of a word. */
export interface WordForm {
  lower: number;
  upper: number;
  digits: number;
  hasHyphen: boolean;
  hasPeriod: boolean;
  hasApostrophe: boolean;
  /** Whether the word contains a character outside ASCII. */
  isForeign: boolean;
  startsUpper: boolean;
  /** The classes of its characters, with each run as one: `Xx` for Ada, `X.X.` for U.S., `d-x` for 3-year. */
  shape: string;
}

/** Maximum runs in a shape. Further runs add no information. */
const maxShapeLength = 8;

const isUpper = /\p{Lu}/u;
const isLetter = /\p{L}/u;

function characterClass(code: number, word: string, index: number): string {
  if (code >= 0x61 && code <= 0x7a) return "x";
  if (code >= 0x41 && code <= 0x5a) return "X";
  if (code >= 0x30 && code <= 0x39) return "d";
  if (code < 0x80) return word.charAt(index);
  const character = String.fromCodePoint(word.codePointAt(index) ?? 0);
  if (isUpper.test(character)) return "X";
  return isLetter.test(character) ? "x" : "?";
}

/** Reads the characters of a word once. */
export function readForm(word: string): WordForm {
  const form: WordForm = {
    lower: 0,
    upper: 0,
    digits: 0,
    hasHyphen: false,
    hasPeriod: false,
    hasApostrophe: false,
    isForeign: false,
    startsUpper: false,
    shape: "",
  };
  let before = "";
  for (let index = 0; index < word.length; index++) {
    const code = word.charCodeAt(index);
    const is = characterClass(code, word, index);
    if (code >= 0x80) form.isForeign = true;
    if (is === "x") form.lower += 1;
    else if (is === "X") form.upper += 1;
    else if (is === "d") form.digits += 1;
    else if (is === "-") form.hasHyphen = true;
    else if (is === ".") form.hasPeriod = true;
    else if (is === "'") form.hasApostrophe = true;
    if (index === 0) form.startsUpper = is === "X";
    if (is !== before && form.shape.length < maxShapeLength) form.shape += is;
    before = is;
  }
  return form;
}
