import type { z } from "zod";
import { type ParameterError, ToolsError } from "../errors.ts";
import { pointerTo } from "./validate.ts";

/**
 * Reads settings that may hold secrets, such as those of an issuer. An error names the location and the expected value,
 * never the received value.
 *
 * @throws ToolsError `invalid_parameter` with an entry for every error.
 */
export function readSettings<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const errors: ParameterError[] = result.error.issues.map(({ path, message }) => ({
    pointer: pointerTo(...path),
    detail: message,
  }));
  throw new ToolsError(
    "invalid_parameter",
    errors.map(({ pointer, detail }) => `${pointer}: ${detail}`).join("; "),
    { errors },
  );
}
