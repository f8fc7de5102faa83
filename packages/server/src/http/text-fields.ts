import { presentType } from "@tools-api/core/internal/schema";
import { z } from "zod";

const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

// Clients in other languages write a boolean in these ways.
const booleans: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["false", false],
  ["1", true],
  ["0", false],
]);

/** Returns the value of a JSON text, or the text itself if it is none. */
function jsonValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/**
 * Returns the value that a text represents. Returns the text itself if it represents none, so that the schema refuses
 * it.
 */
function textValue(text: string, field: z.core.$ZodType): unknown {
  const type = presentType(field);
  if (type instanceof z.ZodNumber && number.test(text)) return Number(text);
  const isBoolean =
    type instanceof z.ZodBoolean ||
    (type instanceof z.ZodUnion && type.options.some((option) => option instanceof z.ZodBoolean));
  if (isBoolean) return booleans.get(text.toLowerCase()) ?? text;
  if (type instanceof z.ZodArray || type instanceof z.ZodObject || type instanceof z.ZodRecord)
    return jsonValue(text);
  return text;
}

/**
 * Converts fields that arrived as text, in a query or in parts, to the values of JSON: numbers (RFC 8259 §6),
 * booleans as `true`, `false`, `1` or `0` in any letter case, and arrays and objects as JSON.
 */
export function fieldsFromText(schema: z.ZodObject, texts: Record<string, string>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => {
      const field = Object.hasOwn(schema.shape, name) ? schema.shape[name] : undefined;
      return [name, field ? textValue(text, field) : text];
    }),
  );
}
