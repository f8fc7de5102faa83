import { z } from "zod";

/** Spellings of a parameter's value in addition to those of its schema. */
export interface Spellings {
  /** The other spellings in prose, for the documentation. */
  also: string;
  /** Returns the spelling of the schema, or a value without one as it is. */
  read: (value: unknown) => unknown;
}

/** The spellings of single parameters. */
export const spellings = z.registry<Spellings>();

/** Returns the schema of a present value: without `optional`, `nullable`, `default` and `prefault`. */
export function presentType(schema: z.core.$ZodType): z.core.$ZodType {
  const isWrapped =
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault;
  return isWrapped ? presentType(schema.unwrap()) : schema;
}

/** Returns the choice that differs from a text at most in letter case. Returns the text if there is no single one. */
function readChoice({ options }: z.ZodEnum, text: string): unknown {
  // Comparing the lengths first leaves megabytes of text as they are.
  const matches = options.filter(
    (option) =>
      typeof option === "string" &&
      option.length === text.length &&
      option.toLowerCase() === text.toLowerCase(),
  );
  return matches.length === 1 ? matches[0] : text;
}

/** Returns whether a field may be absent and cannot be `null`. */
function meansAbsence(field: z.core.$ZodType): boolean {
  return z.safeParse(field, undefined).success && !z.safeParse(field, null).success;
}

/**
 * Returns the members of an object as its schema spells them: choices in their letter case, and without the optional
 * members that are `null`. A parameter can have further spellings. Every other value stays as it is, so that the schema
 * refuses it.
 */
export function readMembers({ shape }: z.ZodObject, members: object): Record<string, unknown> {
  const read: [string, unknown][] = [];
  for (const [name, value] of Object.entries(members)) {
    const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (!field) read.push([name, value]);
    else if (value !== null || !meansAbsence(field)) read.push([name, readValue(field, value)]);
  }
  return Object.fromEntries(read);
}

function readValue(schema: z.core.$ZodType, received: unknown): unknown {
  const found = spellings.get(schema);
  const value = found ? found.read(received) : received;
  const type = presentType(schema);
  if (type instanceof z.ZodEnum) return typeof value === "string" ? readChoice(type, value) : value;
  if (type instanceof z.ZodArray && Array.isArray(value))
    return value.map((member) => readValue(type.element, member));
  if (type instanceof z.ZodObject && typeof value === "object" && value !== null && !Array.isArray(value))
    return readMembers(type, value);
  return value;
}
