import { z } from "zod";

const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Returns the type of a field without `optional` and `default`. */
function presentType(field: unknown): unknown {
  return field instanceof z.ZodOptional || field instanceof z.ZodDefault
    ? presentType(field.unwrap())
    : field;
}

/**
 * Returns the value that a text represents. Returns the text itself if it represents none, so that the schema refuses
 * it.
 */
function textValue(text: string, field: unknown): unknown {
  const type = presentType(field);
  if (type instanceof z.ZodNumber && number.test(text)) return Number(text);
  if (type instanceof z.ZodBoolean && (text === "true" || text === "false")) return text === "true";
  return text;
}

/**
 * Converts fields that arrived as text, in a query or in parts, to the values of JSON: numbers (RFC 8259 §6), `true`
 * and `false`.
 */
export function fieldsFromText(schema: z.ZodObject, texts: Record<string, string>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [
      name,
      textValue(text, Object.hasOwn(schema.shape, name) ? schema.shape[name] : undefined),
    ]),
  );
}
