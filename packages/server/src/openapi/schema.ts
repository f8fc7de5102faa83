import { z } from "zod";

/** A part of the document. */
export type Json = Record<string, unknown>;

/** A schema as JSON Schema, of what is taken or of what is answered. */
export function jsonSchema(schema: z.ZodType, io: "input" | "output"): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, target: "draft-2020-12" });
  return rest;
}

/** A body as JSON. */
export function jsonContent(schema: z.ZodType, io: "input" | "output", example: unknown): Json {
  return { "application/json": { schema: jsonSchema(schema, io), ...exampleMember(example) } };
}

/** The `example` of a parameter or a body, where there is one. */
export function exampleMember(example: unknown): Json {
  return example === undefined ? {} : { example };
}

/** The fields of a query as parameters. */
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
