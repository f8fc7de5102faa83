import type { z } from "zod";
import type { Camelized } from "../casing.ts";
import type { TextAnalysisRecord } from "../schemas/text.ts";

/** The result of `analyzeText`: the record of the API with its names in camelCase. */
export type TextAnalysis = Camelized<z.infer<typeof TextAnalysisRecord>>;

/** The field of the record that an analysis fills. */
export type Part<Name extends keyof TextAnalysis> = NonNullable<TextAnalysis[Name]>;
