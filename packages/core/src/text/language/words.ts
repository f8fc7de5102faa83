import { isDigitCode } from "../patterns/characters.ts";
import { wordFact, typeAt, type WordType } from "../segment/word-types.ts";
import { han, latin, markScript, noScript, scriptOfUnit, scripts } from "./scripts.ts";

/** A word of a sample. */
export interface SampleWord {
  type: WordType;
  /** In lower case and in the spelling of the model's training texts. */
  text: string;
  script: number;
  /** `isCapitalized`: a capital letter followed by only small ones. `isSmall`: the first letter is not a capital. */
  isCapitalized: boolean;
  isSmall: boolean;
}

/** Features of excerpts of a text that indicate its language. */
export interface Sample {
  /** Words, without addresses, handles, hashtags and identifiers with digits. */
  words: SampleWord[];
  /** The number of letters of each script, by the number of the script. */
  letters: Uint32Array;
  /** The number of words that consist of a capital letter followed by small ones. */
  capitalized: number;
  /** The number of words that do not begin with a capital letter. */
  small: number;
  /** The number of characters that are rare in prose and frequent in program code, including calls such as "f(". */
  codeSigns: number;
  /** The number of Japanese ideographs that neither simplified nor traditional Chinese uses. */
  japaneseForms: number;
}

/** The maximum length of the analyzed start of a word. A run of a million letters does not indicate a language. */
const maxWordLength = 70;

function toUnits(signs: string): ReadonlySet<number> {
  return new Set(Array.from(signs, (sign) => sign.charCodeAt(0)));
}

const codeSigns = toUnits("{}<>=;_|\\`~^");
const japaneseForms = toUnits(
  "円気売駅対応変帰図団圧囲栄営塩縁桜価壊懐絵拡覚楽勧関歓観犠戯拠挙暁駆恵渓経継蛍軽鶏撃倹剣圏検権県険顕験厳広鉱砕済斎剤雑" +
    "桟賛歯児実釈収従渋獣縦粛処渉焼縄畳剰譲醸嬢穂髄瀬斉摂専戦繊銭捜挿巣総騒増蔵臓続帯滝択沢単弾遅鋳庁徴聴転伝稲闘徳読弐" +
    "悩脳廃発髪払仏辺豊満黙訳薬揺様謡頼覧竜両猟緑塁霊齢労録黒峠畑働込辻枠塀匂栃",
);

const at = 0x40;
const colon = 0x3a;
const hash = 0x23;
const openParenthesis = 0x28;
const slash = 0x2f;
const smallW = 0x77;

function isBlank(unit: number): boolean {
  return (
    unit === 0x20 || (unit >= 0x09 && unit <= 0x0d) || unit === 0xa0 || unit === 0x3000 || unit === 0x2028
  );
}

/** An apostrophe within a word belongs to it: "don't", "l'été". */
function isApostrophe(unit: number): boolean {
  return unit === 0x27 || unit === curvedApostrophe;
}

/** Returns an empty sample. */
export function emptySample(): Sample {
  return {
    words: [],
    letters: new Uint32Array(scripts.length),
    capitalized: 0,
    small: 0,
    codeSigns: 0,
    japaneseForms: 0,
  };
}

function wordEndAt(text: string, start: number, end: number, script: number): number {
  let index = start + 1;
  for (; index < end; index++) {
    const unit = text.charCodeAt(index);
    const other = scriptOfUnit[unit];
    if (other === script || other === markScript) continue;
    // The low surrogate of an ideograph outside the Basic Multilingual Plane.
    if (unit >= 0xdc00 && unit <= 0xdfff) continue;
    if (isApostrophe(unit) && index + 1 < end && scriptOfUnit[text.charCodeAt(index + 1)] === script)
      continue;
    break;
  }
  return index;
}

/** Returns whether the segment between white space is an email or web address, or a handle. */
function isAddress(text: string, start: number, end: number): boolean {
  for (let index = start; index < end; index++) {
    const unit = text.charCodeAt(index);
    if (unit === at) return true;
    if (unit === colon && text.charCodeAt(index + 1) === slash && text.charCodeAt(index + 2) === slash)
      return true;
  }
  return (text.charCodeAt(start) | 0x20) === smallW && text.slice(start, start + 4).toLowerCase() === "www.";
}

/** The Turkish capital "i". Its lower-case form is otherwise two code units long. */
const dottedI = 0x130;
/** The character that lengthens Arabic words. */
const tatweel = 0x640;
const curvedApostrophe = 0x2019;
const unusualUnits: ReadonlySet<number> = new Set([dottedI, tatweel, curvedApostrophe]);

/**
 * Returns whether the spelling differs from that of the model's training texts: decomposed accents, curved apostrophes,
 * Arabic vowel signs or repeated letters as in "soooo".
 */
function isUnusual(surface: string): boolean {
  let repetitions = 0;
  let previous = 0;
  for (let index = 0; index < surface.length; index++) {
    const unit = surface.charCodeAt(index);
    repetitions = unit === previous ? repetitions + 1 : 0;
    if (repetitions === 2) return true;
    previous = unit;
    if (unit < dottedI) continue;
    if (scriptOfUnit[unit] === markScript || unusualUnits.has(unit) || unit >= 0xfb00) return true;
  }
  return false;
}

function toUsual(surface: string): string {
  return surface
    .normalize("NFKC")
    .replace(/\u0640|[\u064b-\u065f]|\u0670/g, "")
    .replace(/(.)\1{2,}/g, "$1")
    .replaceAll("\u0130", "I")
    .replaceAll("’", "'");
}

/** Returns the sample word of a word type. */
export const readSampleWord = wordFact((type): SampleWord => {
  const surface = isUnusual(type.text) ? toUsual(type.text) : type.text;
  const text = surface.toLowerCase();
  const isSmall = surface.charCodeAt(0) === text.charCodeAt(0);
  const isCapitalized = !isSmall && surface.length > 1 && surface.slice(1) === text.slice(1);
  return { type, text, script: scriptOfUnit[type.text.charCodeAt(0)] ?? noScript, isCapitalized, isSmall };
});

function addWord(sample: Sample, text: string, start: number, end: number): void {
  const word = readSampleWord(typeAt(text, start, Math.min(end, start + maxWordLength), "word"));
  sample.letters[word.script] = (sample.letters[word.script] ?? 0) + (end - start);
  sample.words.push(word);
  if (word.isSmall) sample.small++;
  else if (word.isCapitalized) sample.capitalized++;
}

/** Adds the words from `start` to `end` to the sample, in one pass. */
export function readSample(sample: Sample, text: string, start: number, end: number): void {
  let segmentEnd = start;
  let address = false;
  let index = start;
  while (index < end) {
    const unit = text.charCodeAt(index);
    if (isBlank(unit)) {
      index++;
      continue;
    }
    if (index >= segmentEnd) {
      segmentEnd = index + 1;
      while (segmentEnd < end && !isBlank(text.charCodeAt(segmentEnd))) segmentEnd++;
      address = isAddress(text, index, segmentEnd);
    }
    const script = scriptOfUnit[unit] ?? noScript;
    if (script === noScript || script === markScript) {
      if (codeSigns.has(unit)) sample.codeSigns++;
      index++;
      continue;
    }
    const wordEnd = wordEndAt(text, index, segmentEnd, script);
    const before = index > start ? text.charCodeAt(index - 1) : 0;
    const after = wordEnd < end ? text.charCodeAt(wordEnd) : 0;
    if (after === openParenthesis) sample.codeSigns++;
    const isName =
      script === latin && (address || before === hash || isDigitCode(before) || isDigitCode(after));
    if (!isName) addWord(sample, text, index, wordEnd);
    if (script === han)
      for (let ideograph = index; ideograph < wordEnd; ideograph++)
        if (japaneseForms.has(text.charCodeAt(ideograph))) sample.japaneseForms++;
    index = wordEnd;
  }
}
