import { z } from "zod";

/** A confidence of a record. */
export const confidence = z.number().min(0).max(1);

/** The language of a text. */
export const Language = z.object({
  code: z.string().describe('ISO 639-1, or "und" for a text without letters.'),
  name: z.string(),
  confidence,
  detected: z.boolean().describe("`false` if the request named the language."),
  alternatives: z.array(z.object({ code: z.string(), confidence })),
});
