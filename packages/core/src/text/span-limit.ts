import { ToolsError } from "../errors.ts";

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
