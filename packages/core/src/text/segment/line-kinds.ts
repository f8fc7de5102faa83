import type { Span } from "../span.ts";
import { isClosingLine, isSalutationLine } from "./letter-lines.ts";
import { allPhrases, isMailField, type LetterPhrases, letterPhrases } from "./letter-words.ts";

/**
 * The role of a line in a text. Only `prose` and `list` have sentences of the author. `tableHead` has the names of the
 * columns of a table.
 */
export type LineKind =
  | "blank"
  | "prose"
  | "list"
  | "salutation"
  | "closing"
  | "signature"
  | "header"
  | "tableHead"
  | "table"
  | "code"
  | "log";

/** A line is read up to here. A longer line is prose. */
const maxLineLength = 400;
const maxSalutationLength = 60;
const maxClosingLength = 40;
const maxSignatureLength = 60;
/** The maximum lines of a signature below a closing, and below the delimiter `--`. */
const maxNameLines = 6;
const maxDelimitedLines = 12;

const fence = /^(?:```|~~~)/;
const delimiter = /^--\s?$|^—$/;
const listMarker = /^(?:[-*+•⁃●▪◦–—]|\(?(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,4})[.)])\s+\S/u;
const field = /^(\p{L}[\p{L}\p{N} _-]{0,30})[:：](?=\s|$)/u;
/** The blanks between two cells. Two spaces can also follow the end of a sentence. */
const cellGap = /\t+|(?<![.!?:;,\s]) {2,}|(?<=\S)\s\|\s/g;
const wideGap = /\t| {3,}|\|/;
const markdownRow = /^\|.*\|$/;
/** The start of a line of a log or of the report of a program that failed. */
export const logStart =
  /^\s*(?:\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\d{1,3}(?:\.\d{1,3}){3}\s|\[?\d\d:\d\d:\d\d\b|at \S+ \(.*:\d+\)$|File ".*", line \d|Traceback \(|\[?(?:INFO|WARN|WARNING|ERROR|DEBUG|TRACE|FATAL|CRITICAL)\]?[:\s]|at [\w.$<>]+\(|panic: |goroutine \d|Caused by: |Exception in thread |(?:[a-z]\w*\.)*[A-Z]\w*(?:Error|Exception): |npm ERR!|Segmentation fault|[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d)/;
const codeStart =
  /^(?:(?:async |await |export |import |public |private |static |const |let |var |def |class |function |fn |func |return |if ?\(|for ?\(|while ?\(|elif |else ?[:{]|try ?[:{]|except |catch ?\(|#include|package |using |namespace |#!|<\?|\$ |>>> |@\w+\()|(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|CREATE TABLE|ALTER TABLE|DROP TABLE)\s|[}\])]+[;,)]*$|[\w.[\]]{1,40} [-+*/]?= \S|\/\/|\/\*)/;
const codeSign = /[{}<>=;_|\\`~^[\]]|\p{L}\(|=>|\):$/gu;
const codeEnd = /[{};]$|\)[:,]?$/;
const endMark = /[.!?…。！？।؟]["'”’»)\]]*$/;
const digit = /\p{Nd}/u;
/** The sign between an office and a company in a signature. */
const divider = /\s[|·•]\s/u;

/** Returns whether a line looks like a line of a program. */
function isCode(line: string): boolean {
  const signs = line.match(codeSign)?.length ?? 0;
  if (codeStart.test(line)) return signs > 0 && (signs > 1 || !endMark.test(line));
  return signs >= 2 && codeEnd.test(line) && signs > line.length / 20 && !endMark.test(line);
}

function countGaps(line: string): number {
  if (markdownRow.test(line)) return 2;
  return line.match(cellGap)?.length ?? 0;
}

function countWords(line: string): number {
  return line.split(/\s+/u).length;
}

/** The lines of a text, trimmed, with their kinds as far as they are known. */
interface Lines {
  texts: readonly string[];
  kinds: LineKind[];
  phrases: LetterPhrases;
}

function kindAlone(line: string): LineKind {
  if (line === "") return "blank";
  if (line.length > maxLineLength) return "prose";
  if (logStart.test(line)) return "log";
  if (isCode(line)) return "code";
  return listMarker.test(line) ? "list" : "prose";
}

/** Marks the lines between fences, and the fences. */
function markFences({ texts, kinds }: Lines): void {
  for (let index = 0; index < texts.length; index++) {
    if (!fence.test(texts[index] ?? "")) continue;
    const mark = (texts[index] ?? "").slice(0, 3);
    const end = texts.indexOf(mark, index + 1);
    if (end < 0) return;
    kinds.fill("code", index, end + 1);
    index = end;
  }
}

/** Marks rows of cells: at least two in succession, or one with wide gaps. The first without a figure is the head. */
function markTables({ texts, kinds }: Lines): void {
  const gaps = texts.map((line, index) =>
    kinds[index] === "prose" || kinds[index] === "code" ? countGaps(line) : 0,
  );
  for (let index = 0; index < texts.length; index++) {
    let end = index;
    while ((gaps[end] ?? 0) > 0) end += 1;
    if (end === index) continue;
    const rows = gaps.slice(index, end);
    const isTable =
      rows.some((count) => count >= 2) &&
      (rows.length > 1 || (wideGap.test(texts[index] ?? "") && (rows[0] ?? 0) >= 2));
    if (isTable) {
      kinds.fill("table", index, end);
      if (!digit.test(texts[index] ?? "") && rows.length > 1) kinds[index] = "tableHead";
    }
    index = end;
  }
}

/** Marks the fields before a mail, and forms: three or more short fields in succession. */
function markHeaders({ texts, kinds }: Lines): void {
  const names = texts.map((line) => field.exec(line.slice(0, maxClosingLength))?.[1]);
  const isField = (index: number) =>
    names[index] !== undefined && kinds[index] === "prose" && !endMark.test(texts[index] ?? "");
  for (let index = 0; index < texts.length; index++) {
    let end = index;
    while (isField(end)) end += 1;
    const mailFields = names.slice(index, end).filter((name) => isMailField(name ?? "")).length;
    if (end - index >= 3 || mailFields >= 2) kinds.fill("header", index, end);
    index = Math.max(index, end - 1);
  }
}

/** Marks up to `limit` short lines from an index as a signature. Returns the index of the line after it. */
function markSignature(
  { texts, kinds, phrases }: Lines,
  from: number,
  limit: number,
  stopsAtBlank: boolean,
): number {
  let index = from;
  let count = 0;
  for (; index < texts.length && count < limit; index++) {
    const line = texts[index] ?? "";
    if (line === "") {
      if (stopsAtBlank && count > 0) break;
      continue;
    }
    if (line.length > maxSignatureLength * 2 || isSalutationLine(line, phrases)) break;
    const isSentence = endMark.test(line) && countWords(line) > 4 && line.length > maxClosingLength;
    // The period of a legal form ends a line such as "Head of Operations | Northwind Traders Ltd.".
    if (isSentence && !divider.test(line)) break;
    if (stopsAtBlank && (line.length > maxSignatureLength || kinds[index] !== "prose")) break;
    kinds[index] = "signature";
    count += 1;
  }
  return index;
}

/** Marks salutations, closings and signatures. A letter has other lines too: a text that is only a greeting is prose. */
function markLetters(lines: Lines): void {
  const { texts, kinds, phrases } = lines;
  let last = -1;
  for (let index = 0; index < texts.length; index++) {
    const line = texts[index] ?? "";
    if (line === "") continue;
    const isFirst = last < 0 || last < index - 1 || kinds[last] === "header";
    const isPlain = kinds[index] === "prose" || kinds[index] === "code";
    if (last >= 0 && delimiter.test(line)) {
      kinds[index] = "signature";
      index = markSignature(lines, index + 1, maxDelimitedLines, false) - 1;
    } else if (isPlain && isFirst && isSalutation(lines, index)) kinds[index] = "salutation";
    else if (
      isPlain &&
      (last >= 0 || line.endsWith(",")) &&
      line.length <= maxSignatureLength &&
      isClosingLine(line, phrases)
    ) {
      kinds[index] = "closing";
      index = markSignature(lines, index + 1, maxNameLines, true) - 1;
    }
    last = index;
  }
}

function isSalutation({ texts, phrases }: Lines, index: number): boolean {
  const line = texts[index] ?? "";
  const next = texts[index + 1];
  if (line.length > maxSalutationLength || next === undefined || !isSalutationLine(line, phrases))
    return false;
  return /[,!:،，、：]$/.test(line) || (next === "" && !endMark.test(line) && texts.length > index + 2);
}

/**
 * Returns the kind of each line of a text. The time is linear in the length of the text.
 *
 * @param lines The lines without their breaks and, in quoted mail, without their marks.
 * @param language The language of the letters; without it, those of every language.
 */
export function classifyLines(text: string, lines: readonly Span[], language?: string): LineKind[] {
  if (lines.length === 1) return ["prose"];
  const texts = lines.map(({ start, end }) =>
    text.slice(start, Math.min(end, start + 2 * maxLineLength)).trim(),
  );
  const kinds = texts.map(kindAlone);
  const known = { texts, kinds, phrases: language === undefined ? allPhrases : letterPhrases(language) };
  markTables(known);
  markHeaders(known);
  markLetters(known);
  markFences(known);
  return kinds;
}

/** Returns a function that returns the kind of the line at an index of a text. */
export function lineKindFinder(
  text: string,
  lines: readonly Span[],
  language: string,
): (index: number) => LineKind {
  if (lines.length === 1) return () => "prose";
  const kinds = classifyLines(text, lines, language);
  return (index) => {
    let low = 0;
    let high = lines.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((lines[middle]?.start ?? 0) <= index) low = middle;
      else high = middle - 1;
    }
    return kinds[low] ?? "prose";
  };
}
