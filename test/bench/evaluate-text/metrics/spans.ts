/** A stretch of a text, in UTF-16 units. */
export interface Span {
  start: number;
  end: number;
  type: string;
}

/** The spans of one text: what is there, and what a system found. */
export interface SpannedText {
  gold: readonly Span[];
  found: readonly Span[];
}

/** Shares from 0 to 1; precision is `NaN` where nothing was found, recall where nothing was there. */
export interface SpanScore {
  precision: number;
  recall: number;
  f1: number;
}

/** Same start and end: the measure of CoNLL-2003 (Tjong Kim Sang and De Meulder, https://aclanthology.org/W03-0419). */
export function isSameSpan(a: Span, b: Span): boolean {
  return a.start === b.start && a.end === b.end;
}

/** At least one unit in common: enough to redact, say, the greater part of a number. */
export function overlaps(a: Span, b: Span): boolean {
  return a.start < b.end && b.start < a.end;
}

/**
 * Precision, recall and F1 over all spans of all texts (micro average). A found span is right if a span of the gold
 * matches it, a span of the gold is recalled if a found one matches it.
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
  // With exact matching 2PR / (P + R); written so that no hit at all is 0 and not 0 / 0.
  const f1 = right === 0 || recalled === 0 ? 0 : (2 * precision * recall) / (precision + recall);
  return { precision, recall, f1: found + gold === 0 ? Number.NaN : f1 };
}

/** The same matching, between spans of one type alone. */
export function ofSameType(matches: (a: Span, b: Span) => boolean): (a: Span, b: Span) => boolean {
  return (a, b) => a.type === b.type && matches(a, b);
}

/** The texts with spans of one type alone. */
export function onlyType(texts: readonly SpannedText[], type: string): SpannedText[] {
  return texts.map(({ gold, found }) => ({
    gold: gold.filter((span) => span.type === type),
    found: found.filter((span) => span.type === type),
  }));
}
