import type { Span } from "../span.ts";

const lineBreak = /\r\n|[\n\r\u0085\u2028\u2029]/g;

/** Returns the span from `start` to `end` without the white space at its edges. */
export function trimmed(text: string, start: number, end: number): Span {
  const slice = text.slice(start, end);
  return { start: end - slice.trimStart().length, end: start + slice.trimEnd().length };
}

/** Returns the lines of a text without their line breaks. */
export function findLines(text: string): Span[] {
  const lines: Span[] = [];
  let start = 0;
  lineBreak.lastIndex = 0;
  for (let match = lineBreak.exec(text); match; match = lineBreak.exec(text)) {
    lines.push({ start, end: match.index });
    start = lineBreak.lastIndex;
  }
  lines.push({ start, end: text.length });
  return lines;
}

/** Returns the blocks of a text that blank lines separate. */
export function findParagraphs(text: string, lines: readonly Span[]): Span[] {
  const paragraphs: Span[] = [];
  let open: Span | null = null;
  for (const line of lines) {
    const content = trimmed(text, line.start, line.end);
    if (content.start >= content.end) open = null;
    else if (open) open.end = content.end;
    else {
      open = content;
      paragraphs.push(open);
    }
  }
  return paragraphs;
}
