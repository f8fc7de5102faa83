import type { Document } from "./document.ts";
import type { TextAnalysis } from "./record.ts";
import type { AnalysisType } from "./schema.ts";
import { checkRecordSpans } from "./span-limit.ts";

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
