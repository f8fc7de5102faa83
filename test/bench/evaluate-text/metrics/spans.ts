/** A range of a text, in UTF-16 units. */
export interface Span {
  start: number;
  end: number;
  type: string;
}

/** The gold spans of one text and a system's spans. */
export interface SpannedText {
  gold: readonly Span[];
  found: readonly Span[];
}

/** Shares from 0 to 1. Precision is `NaN` without found spans, recall without gold spans. */
export interface SpanScore {
  precision: number;
  recall: number;
  f1: number;
}

/**
 * Returns whether start and end are equal: the measure of CoNLL-2003 (Tjong Kim Sang and De Meulder,
 * https://aclanthology.org/W03-0419).
 */
export function isSameSpan(a: Span, b: Span): boolean {
  return a.start === b.start && a.end === b.end;
}

/**
 * Returns whether the spans share at least one unit, which is enough to redact, for example, most of a
 * number.
 */
export function overlaps(a: Span, b: Span): boolean {
  return a.start < b.end && b.start < a.end;
}

/**
 * Returns precision, recall and F1 over all spans of all texts (micro average). A found span is correct if a
 * gold span matches it. A gold span is recalled if a found span matches it.
 */
export function scoreSpans(
  texts: readonly SpannedText[],
  matches: (a: Span, b: Span) => boolean = isSameSpan,
): SpanScore {
  let [found, right, gold, recalled] = [0, 0, 0, 0];
  for (const text of texts) {
    found += text.found.length;
    gold += text.gold.length;
    right += text.found.filter((span) => text.gold.some((other) => matches(span, other))).length;
    recalled += text.gold.filter((span) => text.found.some((other) => matches(span, other))).length;
  }
  const precision = right / found;
  const recall = recalled / gold;
  // With exact matching 2PR / (P + R), in a form that returns 0 instead of 0 / 0 without hits.
  const f1 = right === 0 || recalled === 0 ? 0 : (2 * precision * recall) / (precision + recall);
  return { precision, recall, f1: found + gold === 0 ? Number.NaN : f1 };
}

/** Returns the same matching, restricted to spans of the same type. */
export function ofSameType(matches: (a: Span, b: Span) => boolean): (a: Span, b: Span) => boolean {
  return (a, b) => a.type === b.type && matches(a, b);
}

/** Returns the texts with only the spans of one type. */
export function onlyType(texts: readonly SpannedText[], type: string): SpannedText[] {
  return texts.map(({ gold, found }) => ({
    gold: gold.filter((span) => span.type === type),
    found: found.filter((span) => span.type === type),
  }));
}
