import type { Document } from "../document.ts";
import { closingStart, type PhraseEnds, phraseEnds } from "../segment/letter-lines.ts";
import { letterPhrases } from "../segment/letter-words.ts";
import { type LineKind, logStart } from "../segment/line-kinds.ts";
import { findLines } from "../segment/lines.ts";
import type { Span } from "../span.ts";

/** The maximum length of a salutation or a closing. */
const maxFormulaLength = 60;
/** The kinds of lines that state no opinion. */
const silentKinds: ReadonlySet<LineKind> = new Set(["salutation", "closing", "signature", "code", "log"]);

const shortRest = /^[^!?]{0,40}[,:]$/;
const openerRest = /^[^!?,:]{1,40}[,:]/;

/** Returns the length of the salutation at the start of a sentence; 0 if there is none. */
function salutationLength(sentence: string, { openers, greetings }: PhraseEnds): number {
  const opener = openers === undefined ? null : openerRest.exec(sentence.slice(openers));
  if (openers !== undefined && opener) return openers + opener[0].length;
  const isGreeting = greetings !== undefined && sentence.length <= maxFormulaLength;
  return isGreeting && shortRest.test(sentence.slice(greetings)) ? sentence.length : 0;
}

/** Returns the spans of salutations, closings, signatures, code and logs among the sentences of a document. */
function findSilentSentences({ text, language, sentences, lineKindAt }: Document): Span[] {
  const phrases = letterPhrases(language);
  const found: Span[] = [];
  for (const { start, end } of sentences()) {
    if (silentKinds.has(lineKindAt(start))) {
      found.push({ start, end });
      continue;
    }
    const sentence = text.slice(start, Math.min(end, start + 2 * maxFormulaLength));
    const closing = end - start <= sentence.length ? closingStart(sentence, phrases, start === 0) : -1;
    const ends = closing === 0 ? null : phraseEnds(sentence, { start: 0, end: sentence.length }, phrases);
    const length = ends ? salutationLength(sentence, ends) : 0;
    if (length > 0) found.push({ start, end: start + length });
    if (closing >= 0) found.push({ start: start + closing, end });
  }
  return found;
}

const fence = /^\s*(?:```|~~~)/;
const codeStart =
  /^\s*(?:def|class|import|from|return|const|let|var|function|async|public|private|static|void|int|elif|else|try|except|catch|while|for|if|switch|case|print|echo|#include|SELECT|INSERT|UPDATE|DELETE)\b/;
const codeMarks: readonly RegExp[] = [
  codeStart,
  /[\p{L}\d_]\([^()]{0,80}\)/u,
  /[;{}]\s*$/,
  /\)\s*:/,
  /[=!]==?|=>|&&|\|\||->|::|\+=|<\/|\/>/,
  /[a-z\d]_[a-z\d]|[a-z\d][A-Z][a-z]+[A-Z(]/,
  /[\p{L}\d_\])]\s?=\s?[\p{L}\d_"'[{(-]/u,
  /["'][\w-]{1,40}["']\s*:/,
];
const minCodeMarks = 2;
/** The maximum length of a line of code; a longer line is prose or minified. */
const maxCodeLength = 400;

function isCode(line: string): boolean {
  if (line.length > maxCodeLength) return false;
  return logStart.test(line) || codeMarks.filter((mark) => mark.test(line)).length >= minCodeMarks;
}

/** Returns the spans between backticks in a line. */
function findInlineCode(line: string, offset: number): Span[] {
  const found: Span[] = [];
  for (let open = line.indexOf("`"); open >= 0;) {
    const close = line.indexOf("`", open + 1);
    if (close < 0) break;
    found.push({ start: offset + open, end: offset + close + 1 });
    open = line.indexOf("`", close + 1);
  }
  return found;
}

/** Returns the spans of code and of lines of a log. */
function findCode(text: string): Span[] {
  const found: Span[] = [];
  let isFenced = false;
  for (const { start, end } of findLines(text)) {
    const line = text.slice(start, end);
    const isFence = fence.test(line);
    if (isFence || isFenced || isCode(line)) found.push({ start, end });
    else found.push(...findInlineCode(line, start));
    if (isFence) isFenced = !isFenced;
  }
  return found;
}

/** A sign that every line of code, of a log and every code span in prose has. */
const codeSign =
  /[`(){};=]|->|::|\d\d:\d\d|ERROR|WARN|INFO|DEBUG|FATAL|TRACE|CRITICAL|panic: |(?:Error|Exception): |Caused by|fault/;

/**
 * Returns the spans of a document that are no prose and so state no opinion: salutations, closings, signatures, code and
 * logs. They are in order.
 */
export function findNonProse(document: Document): Span[] {
  const found = findSilentSentences(document);
  if (codeSign.test(document.text)) found.push(...findCode(document.text));
  return found.toSorted((a, b) => a.start - b.start);
}

const isWordCharacter = /[\p{L}\p{N}]/u;

/** Returns whether an emoticon is a mark of code or of Markdown: `f(x):`, `**New:**`, `y:D`. */
export function isFalseEmoticon(text: string, { start, end }: Span): boolean {
  const sign = text.slice(start, end);
  const before = text.charAt(start - 1);
  const after = text.charAt(end);
  if (after === "*" || after === "_" || after === "`" || before === "*" || before === "`") return true;
  if (!isWordCharacter.test(before)) return false;
  return /^[)(\]]/.test(sign) || /[\p{L}\d*/\\|]$/u.test(sign);
}
