import { ToolsError } from "../errors.ts";
import type { TextAnalysis } from "./record.ts";

/**
 * The most sentences, tokens and mentions in one record, of all its analyses together: some 30 MB of JSON. A megabyte of
 * news with all analyses has 250,000. A megabyte of `!?` has a million tokens, which take 70 MB.
 */
const maxRecordSpans = 400_000;

/**
 * Refuses a record with more than {@link maxRecordSpans} spans.
 *
 * @throws ToolsError `processing_limit`.
 */
export function checkRecordSpans(spans: number): void {
  if (spans <= maxRecordSpans) return;
  const limit = maxRecordSpans.toLocaleString("en");
  throw new ToolsError(
    "processing_limit",
    `text: the answer would have more than ${limit} sentences, tokens and mentions; ` +
      "analyze the text in sections, or request fewer analyses in one call",
  );
}

/** Returns the number of spans in the analyses of a record, without those of which there are few. */
export function countSpans({ sentiment, entities, keywords, syntax, pii }: Partial<TextAnalysis>): number {
  const mentionsOf = (items: readonly { mentions: readonly unknown[] }[] = []) =>
    items.reduce((sum, { mentions }) => sum + mentions.length, 0);
  return (
    (sentiment?.sentences.length ?? 0) +
    (sentiment?.evidence.length ?? 0) +
    mentionsOf(entities) +
    mentionsOf(keywords) +
    (syntax?.tokens.length ?? 0) +
    (pii?.entities.length ?? 0)
  );
}
