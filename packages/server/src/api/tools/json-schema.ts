import { schemaNames } from "@tools-api/core/internal/schema";
import { z } from "zod";

type Json = Record<string, unknown>;

/** The subset of JSON Schema that the OpenAPI document uses. */
export interface Schema {
  type?: string | readonly string[];
  title?: string;
  description?: string;
  const?: unknown;
  enum?: readonly unknown[];
  format?: string;
  pattern?: string;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  multipleOf?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  contentMediaType?: string;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  items?: Schema;
  anyOf?: readonly Schema[];
  additionalProperties?: boolean | Schema;
  propertyNames?: Schema;
  deprecated?: boolean;
}

/** Names and descriptions of schemas. Tools can name theirs in zod's own registry. */
const metadata = {
  get: (schema: z.core.$ZodType) => ({ ...z.globalRegistry.get(schema), ...schemaNames.get(schema) }),
};

/** Returns the first sentence of a description. */
export function firstSentence(description: string): string {
  const [sentence = description] = /^.*?\.(?= [^\p{Ll}]|$)/su.exec(description) ?? [];
  return sentence;
}

/** Returns the first sentence of a description, and that about the default, for a hint below a field. */
export function hintFrom(description: string): string {
  const sentence = firstSentence(description);
  const [stated = ""] = /Default: .*/su.exec(description.slice(sentence.length)) ?? [];
  return `${sentence} ${firstSentence(stated)}`.trim();
}

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
  if (!/default:/i.test(String(description)))
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

/**
 * Returns a value with each reference replaced by its target, whose members the siblings of the reference override. A
 * reference inside its own target, as in a tree, becomes an object without fields.
 */
export function resolved(value: unknown, document: unknown, within: readonly string[] = []): unknown {
  if (Array.isArray(value)) return value.map((item) => resolved(item, document, within));
  if (typeof value !== "object" || value === null) return value;
  const { $ref, ...members } = value as Readonly<Record<string, unknown>>;
  const own = Object.fromEntries(
    Object.entries(members).map(([name, member]) => [name, resolved(member, document, within)]),
  );
  if (typeof $ref !== "string") return own;
  if (within.includes($ref)) return { type: "object", ...own };
  // The document is an object, and its references name its own members.
  const target = $ref
    .split("/")
    .slice(1)
    .reduce((found, name) => (found as Readonly<Record<string, unknown>>)[name], document);
  return Object.assign({}, resolved(target, document, [...within, $ref]), own);
}
