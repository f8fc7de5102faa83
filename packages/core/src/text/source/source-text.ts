import { clusterEnd } from "../segment/cut-index.ts";
import { isDigitCode, isLatinLetter } from "../patterns/characters.ts";
import type { Span } from "../span.ts";
import { findWrapping } from "./wrapped-lines.ts";

/** A text as the analyses read it, and the place of each of its code units in the text of the caller. */
export interface SourceText {
  readonly text: string;
  /** Returns the place of a range of `text` in the text of the caller. */
  locate: (start: number, end: number) => Span;
  /** Returns the characters of a range as the caller wrote them, without markup. */
  original: (start: number, end: number) => string;
  /** Returns the same with the invisible characters around it: the text between two findings. */
  between: (start: number, end: number) => string;
  /** Whether `text` is the text of the caller. */
  isUnchanged: boolean;
}

/** A text whose code units come from ranges of another text. */
export class MappedText {
  text = "";
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];

  /** Appends code units that come from the range from `start` to `end`. */
  add(units: string, start: number, end: number): void {
    this.text += units;
    for (let count = 0; count < units.length; count++) {
      this.#starts.push(start);
      this.#ends.push(end);
    }
  }

  /** Appends the code units of a range unchanged, each with its own place. */
  keep(text: string, start: number, end: number): void {
    this.text += text.slice(start, end);
    for (let index = start; index < end; index++) {
      this.#starts.push(index);
      this.#ends.push(index + 1);
    }
  }

  /** Extends the place of the last code unit to the end of a range that the text leaves out. */
  extend(end: number): void {
    if (this.#ends.length > 0) this.#ends[this.#ends.length - 1] = end;
  }

  /** Returns the range of the other text from which a range of `text` comes. */
  locate(start: number, end: number): Span {
    return { start: this.#starts[start] ?? this.#ends.at(-1) ?? 0, end: this.#ends[end - 1] ?? 0 };
  }
}

/** The most combining marks that one character has. More of them (Zalgo text) stay as they are. */
const maxMarks = 30;

/** Returns the code unit, or 0 outside the text. */
function unitAt(text: string, index: number): number {
  return index >= 0 && index < text.length ? text.charCodeAt(index) : 0;
}

/** Combining marks of Latin, Greek, Cyrillic and kana, and the vowels and finals of decomposed Hangul. */
function isMark(unit: number): boolean {
  return (
    (unit >= 0x0300 && unit <= 0x036f) ||
    unit === 0x3099 ||
    unit === 0x309a ||
    (unit >= 0x1161 && unit <= 0x1175) ||
    (unit >= 0x11a8 && unit <= 0x11c2)
  );
}

/** Soft hyphens, zero-width characters, direction marks and the byte order mark. */
function isInvisible(unit: number): boolean {
  return (
    unit === 0x00ad ||
    unit === 0x180e ||
    (unit >= 0x200b && unit <= 0x200f) ||
    (unit >= 0x202a && unit <= 0x202e) ||
    (unit >= 0x2060 && unit <= 0x2069) ||
    unit === 0xfeff
  );
}

function isFullwidth(unit: number): boolean {
  return unit >= 0xff01 && unit <= 0xff5e;
}

/** Returns whether invisible characters after or before the unit have no meaning, unlike in Persian or in emoji. */
function isLatin(unit: number): boolean {
  return (unit > 0x20 && unit <= 0x036f) || isFullwidth(unit);
}

function isAlphanumeric(unit: number): boolean {
  const ascii = isFullwidth(unit) ? unit - 0xfee0 : unit;
  return isDigitCode(ascii) || isLatinLetter(ascii);
}

const joiningSigns: ReadonlySet<string> = new Set("＠．－＿＋／：");

/** Returns the end of the character at the index: a surrogate pair is one. */
function characterEnd(text: string, index: number): number {
  return index + ((text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1);
}

/** Returns whether {@link normalize} can change the text. Most texts contain no such unit. */
function mayChange(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit >= 0xad && (isMark(unit) || isInvisible(unit) || isFullwidth(unit))) return true;
  }
  return false;
}

/**
 * Returns the text in Normalization Form C (UAX #15), without invisible characters inside Latin words, and with
 * full-width letters and digits in ASCII. Returns `null` if nothing changes. Names are known only in their composed
 * form, and an address with a zero-width space or with full-width letters is as personal as one without.
 */
function normalize(text: string): MappedText | null {
  if (!mayChange(text)) return null;
  const normalized = new MappedText();
  let isChanged = false;
  for (let index = 0; index < text.length;) {
    const unit = text.charCodeAt(index);
    let end = characterEnd(text, index);
    if (isInvisible(unit)) {
      while (isInvisible(unitAt(text, end))) end += 1;
      if (isLatin(unitAt(text, index - 1)) && isLatin(unitAt(text, end))) {
        isChanged = true;
        // A joiner is a part of the character before it.
        normalized.extend(clusterEnd(text, index));
      } else normalized.keep(text, index, end);
    } else if (isMark(unitAt(text, end))) {
      while (end - index <= maxMarks && isMark(unitAt(text, end))) end += 1;
      const cluster = text.slice(index, end);
      const composed = cluster.normalize("NFC");
      if (composed === cluster) normalized.keep(text, index, end);
      else {
        isChanged = true;
        normalized.add(composed, index, end);
      }
    } else if (end > index + 1) normalized.keep(text, index, end);
    else {
      const isJoining =
        joiningSigns.has(text.charAt(index)) &&
        isAlphanumeric(unitAt(text, index - 1)) &&
        isAlphanumeric(unitAt(text, end));
      const isFolded = isFullwidth(unit) && (isJoining || isAlphanumeric(unit));
      if (isFolded) isChanged = true;
      normalized.add(isFolded ? String.fromCharCode(unit - 0xfee0) : text.charAt(index), index, end);
    }
    index = end;
  }
  return isChanged ? normalized : null;
}

/** Returns the text with its wrapped lines joined and without quote marks, or `null` if nothing changes. */
function unwrap(text: string): MappedText | null {
  const changes = findWrapping(text);
  if (changes.length === 0) return null;
  const unwrapped = new MappedText();
  let index = 0;
  for (const { start, end, by } of changes) {
    unwrapped.keep(text, index, start);
    unwrapped.add(by, start, end);
    index = end;
  }
  unwrapped.keep(text, index, text.length);
  return unwrapped;
}

/**
 * Returns the source of a text for its analyses.
 *
 * @param text The text of the caller.
 * @param readable The readable text of its markup, if it has any.
 */
export function createSource(text: string, readable?: MappedText): SourceText {
  const whole = readable?.text ?? text;
  const unwrapped = unwrap(whole);
  const normalized = normalize(unwrapped?.text ?? whole);
  const analyzed = normalized?.text ?? unwrapped?.text ?? whole;
  const layers = [normalized, unwrapped].filter((layer) => layer !== null);
  const locateReadable = (start: number, end: number) =>
    layers.reduce<Span>((span, layer) => layer.locate(span.start, span.end), { start, end });
  return {
    text: analyzed,
    locate: (start, end) => {
      const span = locateReadable(start, end);
      return readable?.locate(span.start, span.end) ?? span;
    },
    original: (start, end) => {
      const span = locateReadable(start, end);
      return whole.slice(span.start, span.end);
    },
    between: (start, end) => {
      const first = start === 0 ? 0 : layers.reduce((index, layer) => layer.locate(index, index).end, start);
      const last =
        end === analyzed.length
          ? whole.length
          : layers.reduce((index, layer) => layer.locate(index, index).start, end);
      return whole.slice(first, last);
    },
    isUnchanged: layers.length === 0 && !readable,
  };
}
