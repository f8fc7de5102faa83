import { z } from "zod";

/** A JSON object of the document. */
export type Json = Record<string, unknown>;

/** Converts a schema to JSON Schema, for a request (`input`) or a response (`output`). */
export function jsonSchema(schema: z.ZodType, io: "input" | "output"): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    target: "draft-2020-12",
    override({ zodSchema, jsonSchema: found }) {
      // The only codecs are those of instants, which are text also in a response.
      if (zodSchema instanceof z.ZodCodec) Object.assign(found, jsonSchema(z.iso.datetime(), io));
    },
  });
  return rest;
}

/** Returns the content of a JSON body. */
export function jsonContent(schema: z.ZodType, io: "input" | "output", example: unknown): Json {
  return { "application/json": { schema: jsonSchema(schema, io), ...exampleMember(example) } };
}

/** Returns the `example` of a parameter or a body, or an empty object if there is none. */
export function exampleMember(example: unknown): Json {
  return example === undefined ? {} : { example };
}

/** Returns the fields of a query as parameters. */
export function queryParameters(
  request: z.ZodObject,
  { description, examples = {} }: { description?: string; examples?: Readonly<Json> | undefined } = {},
): Json[] {
  return Object.entries(request.shape).map(([name, field]) => ({
    name,
    in: "query",
    required: false,
    ...(description && { description }),
    schema: field instanceof z.ZodType ? jsonSchema(field, "input") : {},
    ...exampleMember(examples[name]),
  }));
}
