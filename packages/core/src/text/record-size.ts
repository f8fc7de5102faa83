import { ToolsError } from "../errors.ts";
import type { Document } from "./document.ts";
import type { TextAnalysis } from "./record.ts";
import type { AnalysisType } from "./schema.ts";

/**
 * The maximum number of sentences, tokens and mentions in one record, across all its analyses. They take some 30 MB of
 * JSON. A megabyte of news with all analyses has 250,000. A megabyte of `!?` has a million tokens, which take 70 MB.
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
    `text: the response would have more than ${limit} sentences, tokens and mentions; ` +
      "analyze the text in sections, or request fewer analyses in one call",
  );
}

/** Returns the number of spans in the analyses of a record. Skips the analyses that have only a few spans. */
export function countSpans({ sentiment, entities, keywords, syntax, pii }: Partial<TextAnalysis>): number {
  const countMentions = (items: readonly { mentions: readonly unknown[] }[] = []) =>
    items.reduce((sum, { mentions }) => sum + mentions.length, 0);
  const evidence = entities?.reduce((sum, entity) => sum + (entity.sentiment?.evidence.length ?? 0), 0) ?? 0;
  return (
    (sentiment?.sentences.length ?? 0) +
    (sentiment?.evidence.length ?? 0) +
    countMentions(entities) +
    evidence +
    countMentions(keywords) +
    (syntax?.tokens.length ?? 0) +
    (pii?.entities.length ?? 0)
  );
}

/**
 * Refuses a record that is certain to have too many spans before the analyses create objects for them. Creating those
 * objects took up to 6 s for a refused text of 1 MB.
 *
 * @throws ToolsError `processing_limit`.
 */
export async function checkExpectedSpans(
  document: Document,
  requested: readonly AnalysisType[],
): Promise<void> {
  let spans = 0;
  if (requested.includes("sentiment")) spans += document.sentences().length;
  if (requested.includes("syntax")) spans += document.tokens().length;
  checkRecordSpans(spans);
  if (requested.includes("entities")) checkRecordSpans(spans + (await document.mentions()).length);
}
