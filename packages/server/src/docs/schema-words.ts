import type { Schema } from "../api/tools/json-schema.ts";

/** Returns the alternatives of a schema, except null. */
function alternatives({ anyOf }: Schema): readonly Schema[] {
  return (anyOf ?? []).filter(({ type }) => type !== "null");
}

function isNullable({ anyOf, type }: Schema): boolean {
  return (
    (anyOf ?? []).some((schema) => schema.type === "null") || (Array.isArray(type) && type.includes("null"))
  );
}

/** Returns the schema inside lists and nullable alternatives, which may have fields. */
function inner(schema: Schema): Schema {
  if (schema.items) return inner(schema.items);
  const [only] = alternatives(schema);
  return only ? inner(only) : schema;
}

/** Returns the schemas inside lists and alternatives, which may have fields. */
function innermost(schema: Schema): readonly Schema[] {
  if (schema.items) return innermost(schema.items);
  const others = alternatives(schema);
  return others.length > 0 ? others.flatMap(innermost) : [schema];
}

/**
 * Returns the fields of an object, of the objects in a list, or of alternative objects. A field is required if each
 * alternative requires it.
 */
export function schemaFields(schema: Schema): { name: string; schema: Schema; required: boolean }[] {
  const objects = innermost(schema);
  const fields = new Map<string, Schema>();
  for (const { properties = {} } of objects)
    for (const [name, field] of Object.entries(properties)) if (!fields.has(name)) fields.set(name, field);
  return Array.from(fields, ([name, field]) => ({
    name,
    schema: field,
    required: objects.every(({ required = [] }) => required.includes(name)),
  }));
}

function baseType(schema: Schema): string {
  const { type, items, format, contentMediaType, additionalProperties } = schema;
  const others = alternatives(schema);
  if (others.length > 0) return others.map(typeWords).join(" or ");
  if (format === "binary" || contentMediaType !== undefined) return "file";
  if (items) return `list of ${typeWords(items)}`;
  if (typeof additionalProperties === "object") return `map of ${typeWords(additionalProperties)}`;
  const names = (Array.isArray(type) ? type : [type]).filter((name) => name !== "null");
  return format === undefined ? names.join(" or ") || "any" : format;
}

/** Returns the type of a schema in words, such as `list of string` or `date-time or null`. */
export function typeWords(schema: Schema): string {
  return baseType(schema) + (isNullable(schema) ? " or null" : "");
}

/** Returns a bound, or `undefined` for the bounds that zod sets on every integer, which carry no information. */
function bound(value: number | undefined): number | undefined {
  return value === undefined || Math.abs(value) === Number.MAX_SAFE_INTEGER ? undefined : value;
}

function range(least: number | undefined, most: number | undefined, thing?: string): string[] {
  const amount = (value: number) =>
    thing === undefined ? String(value) : `${value} ${thing}${value === 1 ? "" : "s"}`;
  if (least !== undefined && most !== undefined) return [`${least} to ${amount(most)}`];
  if (least !== undefined) return [`at least ${amount(least)}`];
  return most === undefined ? [] : [`at most ${amount(most)}`];
}

/** Formats whose pattern only repeats their meaning. */
const patternFormats = new Set(["date", "date-time"]);

/** Returns the constraints of a schema in words. */
export function schemaConstraints(schema: Schema): string[] {
  const { minimum, exclusiveMinimum, maximum, minLength, maxLength, minItems, maxItems, pattern, format } =
    alternatives(schema)[0] ?? schema;
  return [
    ...(exclusiveMinimum === undefined ? [] : [`more than ${exclusiveMinimum}`]),
    ...range(bound(minimum), bound(maximum)),
    ...range(minLength, maxLength, "character"),
    ...range(minItems, maxItems, "item"),
    ...(pattern !== undefined && !patternFormats.has(format ?? "") ? [`matches \`${pattern}\``] : []),
  ];
}

/** Returns the allowed values of a field, of the items of a list, or of the keys of a map. */
export function allowedValues(schema: Schema): readonly unknown[] {
  const { enum: values, const: value, propertyNames } = inner(schema);
  return values ?? (value === undefined ? (propertyNames?.enum ?? []) : [value]);
}
