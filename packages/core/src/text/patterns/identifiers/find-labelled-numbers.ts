import { once } from "../../network/once.ts";
import type { Span } from "../../span.ts";
import {
  joiningWords,
  labelSubjects,
  type LabelledType,
  numberEndings,
  numberWords,
  recordKeys,
  unspacedLabels,
} from "./number-labels.ts";

/** A number that its label identifies, in UTF-16 units. */
interface LabelledNumber extends Span {
  type: LabelledType;
  confidence: number;
}

/** The distance before a number, in UTF-16 units, within which its label begins. */
const labelWidth = 48;
const maxLabelWords = 5;
const minDigits = 3;
const confidence = 0.9;

/** Digits in groups with blanks between them, or letters and digits with other separators. No amount, time or address. */
const form =
  /(?<![\p{L}\p{N}_./$€£¥₹-]|[$€£¥₹] )(?:\d{1,6}(?: (?:[A-Z]{1,3} )?\d{2,8}(?:\/\d{2,4})?){1,6}|(?:[A-Za-z]{1,8}[-./_]){0,2}[A-Za-z]{0,8}\d[A-Za-z0-9]{0,31}(?:[-./_][A-Za-z0-9]{1,24}){0,8})(?![\p{L}\p{N}_@]|[.,:/-]\p{N}| ?[%€$£])/gu;
/** Letters before a number that belong to it: "AB 123456". */
const series = /(?<![\p{L}\p{N}])[A-Z]{1,3} $/u;

/** The signs and the verb between a label and its number. */
const link =
  /(?:[\s:：=|"'“”‘’*_()[\]>–—-]|(?<=\s)(?:is|ist|lautet|est(?: la?e?)?|es(?: el| la)?|è(?: il| la)?|é(?: o| a)?|jest|je|är|er|on|это)(?=\s)){0,8}$/u;

/** The sign between a field of a log or of JSON and its value: `customer=`, `"customer":`. */
const assignment = /(?:=|["']:) ?["']?$/;

/** Stands for every word for "number". */
const numberKey = "№";

/** Returns the words of a label in lower case, without joining words, and with one sign for all words for "number". */
function labelWords(label: string): string[] {
  const words = label
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .replace(/#|(?<!\p{L})n[or]?\.|n[°º]/gu, ` ${numberKey} `)
    .split(/[^\p{L}\p{M}\p{N}№]+/u)
    .filter((word) => word !== "");
  const found: string[] = [];
  const add = (word: string) => {
    if (word !== numberKey || found.at(-1) !== numberKey) found.push(word);
  };
  for (const [index, word] of words.entries()) {
    const next = words[index + 1];
    // An English "no" before a noun is no number: "no patient".
    const isShort = word === "no" && (next === undefined || joiningWords.has(next));
    const ending = numberEndings.find((end) => word.length > end.length + 1 && word.endsWith(end));
    if (isShort || numberWords.has(word)) add(numberKey);
    else if (ending !== undefined) for (const part of [word.slice(0, -ending.length), numberKey]) add(part);
    else if (next === undefined || !joiningWords.has(word)) add(word);
  }
  return found;
}

/** The end of a word for "number", and the signs between it and the number. */
const numberLabel = /(#|(?<!\p{L})n[or]?\.|n[°º]|№|[\p{L}\p{M}]{1,24})[ :=]{0,2}$/iu;

/** Returns whether a text ends with a word for "number": "order no. ", "Bestellnummer: ", "order_id=". */
export function endsNumberLabel(before: string): boolean {
  const word = numberLabel.exec(before)?.[1];
  // "No 500 people came."
  return word !== undefined && word.toLowerCase() !== "no" && labelWords(word).at(-1) === numberKey;
}

const labels = once(() => {
  const found = new Map<string, LabelledType>();
  for (const { type, subjects, whole = "" } of labelSubjects) {
    for (const subject of subjects.join("|").split("|")) {
      const words = labelWords(subject);
      found.set([...words, numberKey].join(" "), type);
      found.set([numberKey, ...words].join(" "), type);
    }
    for (const label of whole.split("|")) found.set(label, type);
  }
  return found;
});

/** Returns the type of the label that ends before `start`. */
function labelBefore(text: string, start: number): LabelledType | undefined {
  const written = text.slice(Math.max(0, start - labelWidth), start);
  const before = written.replace(link, "");
  const line = before.slice(before.lastIndexOf("\n") + 1);
  const words = labelWords(line);
  if (recordKeys.has(words.at(-1) ?? "") && assignment.test(written)) return "record_number";
  for (let count = Math.min(maxLabelWords, words.length); count > 0; count--) {
    const type = labels().get(words.slice(-count).join(" "));
    if (type) return type;
  }
  return unspacedLabels.find(({ form: label }) => label.test(line))?.type;
}

/**
 * Finds the numbers of persons, contracts and cases by their labels, in any form: "MRN: 4482913", "n° de dossier
 * 2024/118". The cost is linear in the length of the text.
 *
 * @param text The text with the digits of all scripts folded to ASCII.
 */
export function findLabelledNumbers(text: string): LabelledNumber[] {
  const found: LabelledNumber[] = [];
  for (const { 0: number, index } of text.matchAll(form)) {
    if ((number.match(/\d/g)?.length ?? 0) < minDigits) continue;
    const letters = series.exec(text.slice(Math.max(0, index - 5), index))?.[0].length ?? 0;
    const labelled = labelBefore(text, index);
    const start = labelled ? index : index - letters;
    const type = labelled ?? (letters > 0 ? labelBefore(text, start) : undefined);
    if (type) found.push({ type, start, end: index + number.length, confidence });
  }
  return found;
}
