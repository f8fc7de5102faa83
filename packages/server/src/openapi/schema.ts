import type { z } from "zod";
import { firstSentence, jsonSchema } from "../api/tools/json-schema.ts";

/** A JSON object of the document. */
export type Json = Record<string, unknown>;

/** Returns the `example` of a parameter or a body, or an empty object if there is none. */
export function exampleMember(example: unknown): Json {
  return example === undefined ? {} : { example };
}

/** A parameter of an operation. */
export interface Parameter extends Json {
  name: string;
}

/** Returns a schema with plain objects in place of references. The body has their members. */
function withoutReferences(referring: Json): Json {
  const { $defs: _, ...schema } = referring;
  const text = JSON.stringify(schema, (_key, member: unknown) =>
    typeof member === "object" && member !== null && "$ref" in member ? { type: "object" } : member,
  );
  // Parsing returns the same object with other members.
  return JSON.parse(text) as Json;
}

/**
 * Returns the fields of a query as parameters.
 *
 * @param note A text that follows the first sentence of each description, which the body has in full.
 */
export function queryParameters(
  request: z.ZodObject,
  { note, examples = {} }: { note?: string; examples?: Readonly<Json> | undefined } = {},
): Parameter[] {
  return Object.entries(request.shape).map(([name, field]) => {
    // The fields of a zod object are schemas.
    const { description = "", ...schema } = withoutReferences(jsonSchema(field as z.ZodType, "input"));
    return {
      name,
      in: "query",
      required: false,
      description: note === undefined ? String(description) : `${firstSentence(String(description))} ${note}`,
      schema,
      ...exampleMember(examples[name]),
    };
  });
}
