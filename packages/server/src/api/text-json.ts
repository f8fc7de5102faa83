import type { Caller } from "@tools-api/core/internal";
import { TextAnalysisRecord, type TextRequest, toWire } from "@tools-api/core/internal/text";
import { analyzeText } from "@tools-api/core/text";
import type { z } from "zod";

/** The validated body of a call. */
export type TextBody = z.output<typeof TextRequest>;

/** The executor for long texts, which keeps the server's process free for other requests. */
export interface LongTexts {
  /**
   * The maximum weight of a text that the server's own process analyzes, in UTF-16 code units of Latin script; see
   * `textWeight`.
   */
  longerThan: number;
  /**
   * Analyzes a text as {@link analyzeToJson} does. `caller` is the account and address whose share of the workers it
   * uses.
   */
  analyze(
    body: TextBody,
    options: { signal: AbortSignal; caller: Caller | undefined },
  ): Promise<Uint8Array<ArrayBuffer>>;
}

/**
 * Analyzes a text and returns the response body: JSON in snake_case, encoded as UTF-8. The worker process encodes it,
 * because converting a record of megabytes takes some tenths of a second.
 *
 * @throws ToolsError as `analyzeText` does.
 */
export async function analyzeToJson(body: TextBody): Promise<Uint8Array<ArrayBuffer>> {
  const { text, analysis_type, language, offset_unit } = body;
  const options = { analysisType: analysis_type, language, offsetUnit: offset_unit };
  const analysis = await analyzeText(text, options);
  return new TextEncoder().encode(JSON.stringify(toWire(TextAnalysisRecord, analysis)));
}
