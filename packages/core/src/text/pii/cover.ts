import type { Span } from "../span.ts";

const content = /[\p{L}\p{N}]/u;

/** Returns the range without white space at its edges, or `null` if it has no letter and no digit. */
function fragment(text: string, start: number, end: number): Span | null {
  const range = text.slice(start, end);
  if (!content.test(range)) return null;
  const first = start + range.length - range.trimStart().length;
  return { start: first, end: first + range.trim().length };
}

/**
 * Merges two lists of findings so that whatever one of them covers stays covered: a name is redacted whole. A finding of
 * `lower` that contains all that it overlaps takes their place. Otherwise it is cut to what they leave of it. Each list
 * must be sorted and free of overlaps, and so is the result.
 */
export function coverSpans<Item extends Span>(
  text: string,
  higher: readonly Item[],
  lower: readonly Item[],
): Item[] {
  const covered: Item[] = [];
  let next = 0;
  const addRest = (item: Item, start: number, end: number) => {
    const rest = start < end ? fragment(text, start, end) : null;
    if (rest) covered.push({ ...item, ...rest });
  };
  for (const span of lower) {
    for (let before = higher[next]; before && before.end <= span.start; before = higher[++next])
      covered.push(before);
    let last = next;
    while ((higher[last]?.start ?? Infinity) < span.end) last += 1;
    const overlapped = higher.slice(next, last);
    const [from = Infinity, to = 0] = [overlapped[0]?.start, overlapped.at(-1)?.end];
    const isLonger = to - from < span.end - span.start;
    if (overlapped.length === 0 || (span.start <= from && to <= span.end && isLonger)) {
      covered.push(span);
      next = last;
      continue;
    }
    let start = span.start;
    for (const item of overlapped) {
      addRest(span, start, item.start);
      start = item.end;
      if (item.end > span.end) break;
      covered.push(item);
      next += 1;
    }
    addRest(span, start, span.end);
  }
  for (const item of higher.slice(next)) covered.push(item);
  return covered;
}
