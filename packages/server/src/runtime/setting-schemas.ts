import { ToolsError } from "@tools-api/core/errors";
import { z } from "zod";

/** The minimum number of characters of a secret. */
export const minSecretLength = 32;

/** Returns the schema of secrets that are separated by commas. No error quotes one. */
export function secretList() {
  return z
    .string()
    .transform((secrets) => secrets.split(",").map((secret) => secret.trim()))
    .pipe(
      z
        .array(z.string())
        .refine(
          (secrets) => secrets.every((secret) => secret.length >= minSecretLength),
          `expected comma-separated secrets of at least ${minSecretLength} characters`,
        ),
    );
}

/** Returns the schema of a whole number in a range. */
export function wholeNumber(minimum: number, maximum: number) {
  return z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .pipe(z.int().min(minimum).max(maximum));
}

/** Returns the parsed text of a JSON setting. Throws an error that does not quote it. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's message would quote the text, which may contain a secret.
    throw new ToolsError("invalid_parameter", "expected JSON, received other text");
  }
}
