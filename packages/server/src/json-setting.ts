import { readSettings, ToolsError } from "@tools-api/core";
import { z } from "zod";

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // What the parser says would quote the text, which may hold a secret.
    throw new ToolsError("invalid_parameter", "expected JSON");
  }
}

/** A setting in JSON, whose faults are told by their places and without what came. */
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
