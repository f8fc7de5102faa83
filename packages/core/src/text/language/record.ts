import { z } from "zod";

/** A confidence of a record. */
export const confidence = z.number().min(0).max(1);

/** The language of a text. */
export const Language = z
  .object({
    code: z.string().describe('The code in ISO 639-1, such as `en`; "und" for a text without letters.'),
    name: z.string().describe("Its name in English, such as `German`."),
    confidence: confidence.describe("How sure the detection is; 1 if the request named the language."),
    detected: z
      .boolean()
      .describe("Whether the server detected it; `false` if the request named the language."),
    alternatives: z
      .array(
        z.object({
          code: z.string().describe("The code of the other language in ISO 639-1."),
          confidence: confidence.describe("How likely the text is in this language."),
        }),
      )
      .describe("Other languages that the text may be in, likeliest first; empty if there is no doubt."),
  })
  .describe("The language in which the text is written.");
