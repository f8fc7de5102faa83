import type { TextAnalysisRecord } from "@tools-api/core";
import type { z } from "zod";

/** What the text analyzer answers with. */
export type TextRecord = z.output<typeof TextAnalysisRecord>;
