import type { Span } from "../span.ts";

const [lineFeed, carriageReturn] = [0x0a, 0x0d];

/** Returns whether a code unit never joins another such one: Latin, Greek and Cyrillic letters, signs, ideographs. */
function isSimple(unit: number): boolean {
  return unit < 0x300 || (unit >= 0x370 && unit < 0x483) || (unit >= 0x4e00 && unit < 0xa000);
}

/** Returns whether two adjacent code units are certain to be in different grapheme clusters (UAX #29). */
function isApart(before: number, after: number): boolean {
  return isSimple(before) && isSimple(after) && !(before === carriageReturn && after === lineFeed);
}

/** A code unit as far as it is known: the first of a cluster, or inside of one. */
const [unknown, first, inside] = [0, 1, 2];

/** Code units of one call of `Intl.Segmenter`, whose time is superlinear on Node 20. */
const maxSegmented = 1024;

/** Marks the starts of the clusters of a range that begins with a cluster. The time is linear in the range. */
function markStarts(text: string, { start, end }: Span, marks: Uint8Array, segmenter: Intl.Segmenter): void {
  marks.fill(inside, start, end);
  let size = maxSegmented;
  for (let from = start; from < end;) {
    const to = Math.min(end, from + size);
    const segments = Array.from(segmenter.segment(text.slice(from, to)), ({ index }) => from + index);
    // The last cluster may continue after the chunk.
    const complete = to === end ? segments : segments.slice(0, -1);
    for (const index of complete) marks[index] = first;
    const next = to === end ? end : (segments.at(-1) ?? end);
    // A single cluster of more than a chunk is an attack. It is read again in a chunk of twice the size.
    size = next === from ? 2 * size : maxSegmented;
    from = next;
  }
}

/**
 * Creates the function that returns a span with the whole of its first and last grapheme cluster: "5" in a keycap
 * becomes the keycap.
 */
export function clusterWidener(text: string): (span: Span) => Span {
  let marks: Uint8Array | undefined;
  let segmenter: Intl.Segmenter | undefined;
  const isStart = (index: number): boolean => {
    if (index <= 0 || index >= text.length || isApart(text.charCodeAt(index - 1), text.charCodeAt(index)))
      return true;
    marks ??= new Uint8Array(text.length);
    if (marks[index] !== unknown) return marks[index] === first;
    let from = index;
    while (from > 0 && !isApart(text.charCodeAt(from - 1), text.charCodeAt(from))) from -= 1;
    let to = index;
    while (to < text.length && !isApart(text.charCodeAt(to - 1), text.charCodeAt(to))) to += 1;
    segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
    markStarts(text, { start: from, end: to }, marks, segmenter);
    return marks[index] === first;
  };
  return ({ start, end }) => {
    let [from, to] = [start, end];
    while (!isStart(from)) from -= 1;
    while (!isStart(to)) to += 1;
    return { start: from, end: to };
  };
}

/** Returns sorted spans with whole grapheme clusters. Those that then overlap become one. */
export function wholeSpans<Item extends Span>(spans: readonly Item[], widen: (span: Span) => Span): Item[] {
  const whole: Item[] = [];
  for (const item of spans) {
    const { start, end } = widen(item);
    const last = whole.at(-1);
    if (last && start < last.end) last.end = Math.max(last.end, end);
    else whole.push({ ...item, start, end });
  }
  return whole;
}
