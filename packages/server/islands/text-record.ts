import type { TextAnalysisRecord } from "@tools-api/core/text";
import type { z } from "zod";

/** The response of the text analyzer. */
export type TextRecord = z.output<typeof TextAnalysisRecord>;
