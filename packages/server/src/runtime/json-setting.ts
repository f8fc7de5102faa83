import { ToolsError } from "@tools-api/core";
import { readSettings } from "@tools-api/core/internal";
import { z } from "zod";

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's message would quote the text, which may contain a secret.
    throw new ToolsError("invalid_parameter", "expected JSON, received other text");
  }
}

/** Returns the schema of a JSON setting. Its errors give the location of a value and never quote the value. */
export function jsonSetting<Schema extends z.ZodType>(schema: Schema) {
  return z.string().transform((text, context): z.output<Schema> => {
    try {
      return readSettings(schema, parseJson(text));
    } catch (error) {
      if (!(error instanceof ToolsError)) throw error;
      context.addIssue({ code: "custom", message: error.message });
      return z.NEVER;
    }
  });
}
