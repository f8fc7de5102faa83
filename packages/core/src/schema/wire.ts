import { z } from "zod";
import { camelCase, type Camelized } from "./casing.ts";
import { isoInstant, isoSeconds } from "../time.ts";

/** An instant that documents store as an ISO string and programs use as epoch milliseconds. */
export const StoredInstant = z.codec(z.iso.datetime(), z.number(), {
  decode: (text) => Date.parse(text),
  encode: isoInstant,
});

/** An instant with milliseconds on the wire. */
export const preciseTimestamp = StoredInstant.describe("RFC 3339 in UTC.");

/** An instant without the fraction on the wire if it is zero. */
export const timestamp = z
  .codec(z.iso.datetime(), z.number(), { decode: (text) => Date.parse(text), encode: isoSeconds })
  .describe("RFC 3339 in UTC.");

type Convert = (value: unknown) => unknown;

const same: Convert = (value) => value;

// Instants report no issues.
const payload: z.core.ParsePayload = { value: undefined, issues: [] };

/**
 * Creates a function that returns the converter of a schema. The schema has names in snake_case, and the converter takes
 * records with the same names in camelCase.
 *
 * @param spell Returns the name of a member in the result.
 * @param transform Converts instants. `encode` and `decode` of a schema also validate, which takes 6 µs for an instant.
 */
function converters(spell: (name: string) => string, transform: "transform" | "reverseTransform") {
  const known = new WeakMap<z.core.$ZodType, Convert>();

  function create(schema: z.core.$ZodType): Convert {
    if (schema instanceof z.ZodDefault) return converter(schema.unwrap());
    if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) {
      const convert = converter(schema.unwrap());
      return convert === same ? same : (value) => (value === null ? null : convert(value));
    }
    if (schema instanceof z.ZodCodec) {
      const convert = schema.def[transform];
      return (value) => convert(value, payload);
    }
    if (schema instanceof z.ZodArray) {
      const convert = converter(schema.element);
      if (convert === same) return same;
      // The value of an array schema is an array.
      return (value) => (value as unknown[]).map((member) => convert(member));
    }
    if (!(schema instanceof z.ZodObject)) return same;
    const fields = new Map(
      Object.entries(schema.shape).map(([name, field]) => [
        camelCase(name),
        { name: spell(name), convert: converter(field) },
      ]),
    );
    if (Array.from(fields).every(([from, { name, convert }]) => from === name && convert === same))
      return same;
    return (value) => {
      // The value of an object schema is an object.
      const members = value as Readonly<Record<string, unknown>>;
      const record: Record<string, unknown> = {};
      for (const name of Object.keys(members)) {
        const member = members[name];
        if (member === undefined) continue;
        const field = fields.get(name);
        // Names that are data, such as those of endpoints, are not in the schema and keep their spelling.
        if (field) record[field.name] = field.convert(member);
        else record[name] = member;
      }
      return record;
    };
  }

  function converter(schema: z.core.$ZodType): Convert {
    const convert = known.get(schema) ?? create(schema);
    known.set(schema, convert);
    return convert;
  }

  return converter;
}

const wire = converters((name) => name, "reverseTransform");
const stored = converters(camelCase, "reverseTransform");
const restored = converters(camelCase, "transform");

/** Returns a result as JSON has it: names in snake_case, instants as text. Absent members stay absent. */
export function toWire<Schema extends z.ZodType>(schema: Schema, value: unknown): z.input<Schema> {
  // The value is a result of the schema.
  return wire(schema)(value) as z.input<Schema>;
}

/** Returns a result as documents store it: names in camelCase, instants as text. */
export function toStored(schema: z.ZodType, value: unknown): unknown {
  return stored(schema)(value);
}

/** Returns the result that {@link toStored} converted. */
export function fromStored<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): Camelized<z.output<Schema>> {
  // It was stored as a result of the schema.
  return restored(schema)(value) as Camelized<z.output<Schema>>;
}
