/** A text in one letter case, with single spaces and straight apostrophes, and the place of each of its code units. */
export interface FoldedText {
  /** The first `length` members are the code units. */
  units: Uint16Array;
  /** The index in the text at which each code unit starts, and the end of the text. */
  starts: Uint32Array;
  length: number;
}

const [space, lineFeed] = [0x20, 0x0a];

/** Signs that people write for one another. */
const alike: ReadonlyMap<number, number> = new Map([
  [0x2018, 0x27],
  [0x2019, 0x27],
  [0x02bc, 0x27],
  [0x2010, 0x2d],
  [0x2011, 0x2d],
  // The final sigma.
  [0x03c2, 0x03c3],
]);

/** Returns the lower case of a code unit if it is one code unit too. */
function lowerUnit(unit: number): number {
  if (unit < 0x80) return unit >= 0x41 && unit <= 0x5a ? unit + 0x20 : unit;
  const lower = String.fromCharCode(unit).toLowerCase();
  const code = lower.length === 1 ? lower.charCodeAt(0) : unit;
  return alike.get(code) ?? code;
}

const white = /\s/;

function isWhite(unit: number): boolean {
  return unit < 0x80
    ? unit === space || (unit >= 0x09 && unit <= 0x0d)
    : white.test(String.fromCharCode(unit));
}

/**
 * Folds a text. White space becomes one space, and a blank line one line feed, because no term continues after it.
 */
export function foldText(text: string): FoldedText {
  const units = new Uint16Array(text.length);
  const starts = new Uint32Array(text.length + 1);
  let length = 0;
  for (let index = 0; index < text.length; length++) {
    starts[length] = index;
    const unit = text.charCodeAt(index);
    if (!isWhite(unit)) {
      units[length] = lowerUnit(unit);
      index += 1;
      continue;
    }
    let lines = 0;
    for (; index < text.length && isWhite(text.charCodeAt(index)); index++)
      if (text.charCodeAt(index) === lineFeed) lines += 1;
    units[length] = lines > 1 ? lineFeed : space;
  }
  starts[length] = text.length;
  return { units, starts, length };
}

/** Returns the text with single spaces and straight apostrophes and hyphens, in its letter case. */
export function plainSigns(text: string): string {
  return text.replace(/\s+/g, " ").replace(/[‘’ʼ]/g, "'").replace(/[‐‑]/g, "-");
}
