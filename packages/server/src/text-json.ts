import { type TextRequest, toSnakeCase } from "@tools-api/core";
import { analyzeText } from "@tools-api/core/text";
import type { Caller } from "@tools-api/core/internal";
import type { z } from "zod";

/** The checked body of a call. */
export type TextBody = z.output<typeof TextRequest>;

/** Where long texts are analysed, so that the process of the server goes on answering others. */
export interface LongTexts {
  /** The weight up to which the process of the server analyzes a text itself, see `textWeight`: UTF-16 code units of Latin script. */
  longerThan: number;
  /** Analyzes as {@link analyzeToJson} does. `caller` is the account and address whose share of the workers it uses. */
  analyze(
    body: TextBody,
    options: { signal: AbortSignal; caller: Caller | undefined },
  ): Promise<Uint8Array<ArrayBuffer>>;
}

/**
 * The record of a text as HTTP sends it: JSON in snake_case, in UTF-8. Bytes, since to make text of the megabytes
 * of a big record takes some tenths of a second, which is work for the process that has analysed it.
 *
 * @throws ToolsError as `analyzeText` does.
 */
export async function analyzeToJson(body: TextBody): Promise<Uint8Array<ArrayBuffer>> {
  const { text, analysis_type, language, offset_unit } = body;
  const options = { analysisType: analysis_type, language, offsetUnit: offset_unit };
  return new TextEncoder().encode(JSON.stringify(toSnakeCase(await analyzeText(text, options))));
}
