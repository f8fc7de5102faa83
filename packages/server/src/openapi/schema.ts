import { schemaNames } from "@tools-api/core/internal";
import { z } from "zod";

/** A JSON object of the document. */
export type Json = Record<string, unknown>;

/** Names and descriptions of schemas. Tools can name theirs in zod's own registry. */
const metadata = {
  get: (schema: z.core.$ZodType) => ({ ...z.globalRegistry.get(schema), ...schemaNames.get(schema) }),
};

/** Formats whose pattern only repeats their meaning, in 300 characters. */
const formatsWithPattern: readonly unknown[] = ["date", "date-time"];

/** Returns a default value in words. */
function defaultWords(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : value.map(defaultWords).join(", ");
  return `\`${typeof value === "string" ? value : JSON.stringify(value)}\``;
}

/**
 * Moves a default to the description. Generators make a field with a default required in the types of requests too.
 */
function describeDefault(defaultValue: unknown, found: Json): void {
  delete found["default"];
  const { description = "" } = found;
  if (!String(description).includes("default"))
    found["description"] = `${String(description)} Default: ${defaultWords(defaultValue)}.`.trim();
}

/** Converts a schema to JSON Schema, for a request (`input`) or a response (`output`). Named schemas are in `$defs`. */
export function jsonSchema(schema: z.ZodType, io: "input" | "output"): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    target: "draft-2020-12",
    // Zod only looks up entries.
    metadata: metadata as unknown as typeof z.globalRegistry,
    override({ zodSchema, jsonSchema: found }) {
      // The only codecs are those of instants, which are text also in a response.
      if (zodSchema instanceof z.ZodCodec) Object.assign(found, { type: "string", format: "date-time" });
      if (formatsWithPattern.includes(found.format)) delete found.pattern;
      // Zod sets these bounds on every integer.
      if (found.minimum === Number.MIN_SAFE_INTEGER) delete found.minimum;
      if (found.maximum === Number.MAX_SAFE_INTEGER) delete found.maximum;
      if (zodSchema instanceof z.ZodDefault || zodSchema instanceof z.ZodPrefault)
        describeDefault(zodSchema.def.defaultValue, found);
    },
  });
  return rest;
}

/** Returns the `example` of a parameter or a body, or an empty object if there is none. */
export function exampleMember(example: unknown): Json {
  return example === undefined ? {} : { example };
}

/** A parameter of an operation. */
export interface Parameter extends Json {
  name: string;
}

/**
 * Returns the fields of a query as parameters.
 *
 * @param note A text that each description ends with.
 */
export function queryParameters(
  request: z.ZodObject,
  { note = "", examples = {} }: { note?: string; examples?: Readonly<Json> | undefined } = {},
): Parameter[] {
  return Object.entries(request.shape).map(([name, field]) => {
    // The fields of a zod object are schemas.
    const { description = "", ...schema } = jsonSchema(field as z.ZodType, "input");
    return {
      name,
      in: "query",
      required: false,
      description: `${String(description)} ${note}`.trim(),
      schema,
      ...exampleMember(examples[name]),
    };
  });
}
