import { clusterEnd } from "../segment/cut-index.ts";
import { classifyLines, type LineKind } from "../segment/line-kinds.ts";
import { findLines } from "../segment/lines.ts";
import { beginsSentence, isFunctionWord } from "../segment/sentence-abbreviations.ts";
import type { Span } from "../span.ts";

/** A range of a text that is read as other characters. */
export interface Replacement extends Span {
  by: string;
}

/** A line without its white space and its marks of a quotation. */
interface Line extends Span {
  kind: LineKind;
  /** The number of marks before it. */
  depth: number;
  /** Whether a paragraph begins with it, as a heading does. */
  isFirst: boolean;
  /** The beginning and the end of the line, up to `edgeLength` characters. */
  head: string;
  tail: string;
}

const edgeLength = 48;
/** A line is a full line of a wrapped paragraph from this length, and a line before a lower-case line from that. */
const minFullLength = 45;
const minContinuedLength = 40;
const minSureLength = 60;
const minDividedLength = 20;
const minUnspacedLength = 18;
/** Longer lines are paragraphs of their own. */
const maxFullLength = 200;
/** Words that no sentence, heading or item of a list ends with: articles, conjunctions, and prepositions that are no adverbs. */
const unfinished = new Set(
  (
    "a an the and or of because although der dem den ein eine einen einem einer vom zum zur im und oder sowie für le la les un " +
    "une du aux et ou dans avec el los las unos unas del y para il lo gli della dei degli delle dello nel nella di da de het " +
    "een voor uma das ao och ett av og et af oraz dla и на по из для"
  ).split(" "),
);
/** A shorter line before a lower-case line is the beginning of a sentence if it has this many words. */
const minContinuedWords = 4;
/** The share of full lines from which a paragraph is wrapped. */
const wrappedShare = 0.7;

const quoteMarks = /^(?:[ \t]{0,3}>(?=[ \t>]|$)){1,12}/;
const spaceAt = /\s/;
const lowerCase = /^["'“‘«„(]?\p{Ll}/u;
const lowerLetter = /^\p{Ll}{2}/u;
const divided = /\p{L}-$/u;
const severalHyphens = /-\p{L}{1,24}-$/u;
/** "Vor- und Nachteile": the hyphen stands for the rest of the word. */
const suspended = /^(?:und|oder|bzw|and|or|to|en|of|och|eller|og|et|ou|y|e|o|i|a)\b/;
const endMark = /[.!?…:;。！？।؟]["'”’»)\]]{0,3}$/;
const finalMark = /[.!?…。！？।؟]["'”’»)\]]{0,3}$/;
const openEnd = /[\p{L}\p{N},)"”’%&–—-]$/u;
/** A title or an initial: "Dr.", "J.". */
const titleEnd = /(?:^|\s)\p{Lu}(?:\p{Ll}{0,2})?\.$/u;
const lastWord = /\p{L}+$/u;
const label = /^\p{Lu}[\p{L}\p{N} _-]{0,30}[:：](?:\s|$)/u;
const codeEnd = /(?:^|[\s:])(?=\S*\d|\p{Lu}{4})[\p{Lu}\d/+.()-]{2,}$/u;
const firstWord = /^\S{1,40}/u;
const joinable = /^[\p{L}\p{N}"'“‘«„([$€£¥§&%@–—-]/u;
const ideograph = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}、，]/u;

function trimEnd(text: string, start: number, end: number): number {
  let index = end;
  while (index > start && spaceAt.test(text.charAt(index - 1))) index -= 1;
  return index;
}

/** Returns the lines of a text without their quote marks, with their kinds. */
function readLines(text: string, spans: readonly Span[]): Line[] {
  const contents = spans.map(({ start, end }) => {
    const marks = quoteMarks.exec(text.slice(start, Math.min(end, start + edgeLength)))?.[0] ?? "";
    let from = start + marks.length;
    while (from < end && spaceAt.test(text.charAt(from))) from += 1;
    if (marks !== "") from = Math.min(end, clusterEnd(text, from));
    return { start: from, end: trimEnd(text, from, end), depth: marks.split(">").length - 1 };
  });
  const kinds = classifyLines(text, contents);
  return contents.map(({ start, end, depth }, index) => ({
    start,
    end,
    depth,
    isFirst: kinds[index - 1] === "blank" || index === 0,
    kind: kinds[index] ?? "prose",
    head: text.slice(start, Math.min(end, start + edgeLength)),
    tail: text.slice(Math.max(start, end - edgeLength), end),
  }));
}

function lengthOf({ start, end }: Span): number {
  return end - start;
}

/** Returns the characters at the beginning of a line that cannot be divided. */
function firstLength({ head }: Line): number {
  return ideograph.test(head.charAt(0)) ? 2 : (firstWord.exec(head)?.[0].length ?? 0);
}

/** Returns whether the lines begin alike, as the lines of a log, a list or a poem do. */
function beginAlike(line: Line, next: Line): boolean {
  const shape = ({ head }: Line) => (firstWord.exec(head)?.[0] ?? "").replace(/\d/g, "0");
  return shape(line) === shape(next);
}

/** Returns whether nothing separates the words on both sides of a joint. */
function isUnspacedJoint(line: Line, next: Line): boolean {
  return ideograph.test(line.tail.slice(-1)) && ideograph.test(next.head.charAt(0));
}

/** Returns whether a line is a field of a form with a number or a code at its end: "BIC: COBADEFF". */
function isDataField({ head, tail }: Line): boolean {
  return label.test(head) && codeEnd.test(tail);
}

/** Returns whether the kinds of two lines allow that the second continues the first. */
function mayContinue(line: Line, next: Line): boolean {
  const isProse = (line.kind === "prose" || line.kind === "list") && next.kind === "prose";
  if (!isProse || line.depth !== next.depth || !joinable.test(next.head) || label.test(next.head))
    return false;
  return lowerCase.test(next.head) || !isDataField(line);
}

/** Returns whether no more of the next line had room at a width. */
function isFull(line: Line, next: Line, width: number): boolean {
  return lengthOf(line) + 1 + firstLength(next) > width;
}

/** Returns whether a lower-case line continues the line before it. */
function continuesInLowerCase({ head, start, end, tail }: Line, next: Line): boolean {
  if (!lowerCase.test(next.head)) return false;
  if (end - start >= minContinuedLength) return true;
  const isOpening = /^\p{Lu}/u.test(head) && !endMark.test(tail) && !label.test(head);
  return isOpening && head.split(/\s+/u).length >= minContinuedWords && next.head.includes(" ");
}

/** Returns whether a line ends with a word that something must follow: "the board of the". */
function isUnfinished({ head, tail }: Line): boolean {
  return head.includes(" ") && unfinished.has(lastWord.exec(tail)?.[0] ?? "");
}

/** Returns whether a line has an open end in prose. One line is little evidence of a width. */
function continuesAlone(line: Line, next: Line, last: Line): boolean {
  const length = lengthOf(line);
  const isUnspaced = isUnspacedJoint(line, next);
  if (length < (isUnspaced ? minUnspacedLength : minFullLength) || length > maxFullLength) return false;
  if (!finalMark.test(last.tail) || beginAlike(line, next) || !isFull(line, next, lengthOf(next)))
    return false;
  if (titleEnd.test(line.tail)) return true;
  // A heading is shorter than most widths, and does not end with an article.
  if (
    line.isFirst &&
    length < minSureLength &&
    !isUnspaced &&
    !isFunctionWord(lastWord.exec(line.tail)?.[0] ?? "")
  )
    return false;
  return openEnd.test(line.tail) && !beginsSentence(next.head);
}

/** Returns the width at which the lines of a paragraph are wrapped, or 0. */
function wrappedWidth(lines: readonly Line[]): number {
  let width = 0;
  for (const line of lines) width = Math.max(width, lengthOf(line));
  const isUnspaced = ideograph.test(lines[0]?.head.charAt(0) ?? "");
  if (width > maxFullLength || width < (isUnspaced ? minUnspacedLength : minFullLength)) return 0;
  let boundaries = 0;
  let full = 0;
  for (const [index, line] of lines.entries()) {
    const next = lines[index + 1];
    if (!next || !mayContinue(line, next) || beginAlike(line, next)) continue;
    boundaries += 1;
    if (isFull(line, next, width)) full += 1;
  }
  return full >= 2 && full >= wrappedShare * boundaries && boundaries * 2 >= lines.length - 1 ? width : 0;
}

/** Returns the paragraphs: lines without a blank line or another depth of quotation between them. */
function groupLines(lines: readonly Line[]): Line[][] {
  const groups: Line[][] = [];
  let open: Line[] | null = null;
  for (const line of lines) {
    if (line.kind === "blank") open = null;
    else if (open && open.at(-1)?.depth === line.depth) open.push(line);
    else groups.push((open = [line]));
  }
  return groups;
}

/** Returns the characters between two lines of a paragraph, or `undefined` if the second is not a continuation. */
function findJoint(line: Line, next: Line, last: Line, width: number): Replacement | undefined {
  if (!mayContinue(line, next)) return undefined;
  const { end } = line;
  const { start } = next;
  const isDividable = lengthOf(line) >= minDividedLength || line.head.includes(" ");
  if (isDividable && divided.test(line.tail) && lowerLetter.test(next.head)) {
    if (suspended.test(next.head)) return { start: end, end: start, by: " " };
    return severalHyphens.test(line.tail)
      ? { start: end, end: start, by: "" }
      : { start: end - 1, end: start, by: "" };
  }
  const isWrapped =
    width > 0 && lengthOf(line) >= minFullLength / 2 && isFull(line, next, width) && !beginAlike(line, next);
  const isContinued =
    isWrapped || isUnfinished(line) || continuesInLowerCase(line, next) || continuesAlone(line, next, last);
  if (!isContinued) return undefined;
  return { start: end, end: start, by: isUnspacedJoint(line, next) ? "" : " " };
}

/** Returns the joints of the lines, by the place where the first of two lines ends. */
function findJoints(lines: readonly Line[]): Map<number, Replacement> {
  const groups = groupLines(lines).map((group) => ({
    group,
    width: group.length > 2 ? wrappedWidth(group) : 0,
  }));
  // A paragraph of two lines is wrapped at the width of the others.
  let common = 0;
  for (const { width } of groups) common = Math.max(common, width);
  const joints = new Map<number, Replacement>();
  for (const { group, width } of groups) {
    const last = group.at(-1);
    for (const [index, line] of group.entries()) {
      const next = group[index + 1];
      const joint = next && last && findJoint(line, next, last, width || common);
      if (joint) joints.set(line.end, joint);
    }
  }
  return joints;
}

/**
 * Returns the changes that join the lines of hard-wrapped paragraphs, and that remove the marks before the lines of
 * quoted mail. A paragraph is wrapped if most of its lines have no room for the first word of the next line. The time is
 * linear in the length of the text.
 */
export function findWrapping(text: string): Replacement[] {
  const spans = findLines(text);
  if (spans.length === 1 && !quoteMarks.test(text.slice(0, edgeLength))) return [];
  const lines = readLines(text, spans);
  const joints = findJoints(lines);
  const changes: Replacement[] = [];
  let covered = 0;
  for (const [index, line] of lines.entries()) {
    const from = spans[index]?.start ?? 0;
    if (line.depth > 0 && from >= covered) changes.push({ start: from, end: line.start, by: "" });
    const joint = line.end > line.start ? joints.get(line.end) : undefined;
    if (!joint) continue;
    changes.push(joint);
    covered = joint.end;
  }
  return changes;
}
