import { z } from "zod";
import { camelCase, snakeCase } from "../casing.ts";
import { type ParameterError, ToolsError } from "../errors.ts";

const expectations = z.registry<{ expected: string }>();

/**
 * Says in words what a parameter has to be; validation errors and the OpenAPI document both quote it. To be
 * the last call on a schema, since every further method makes a new one.
 */
export function parameter<Schema extends z.ZodType>(expected: string, schema: Schema): Schema {
  const described = schema.describe(`${expected.charAt(0).toUpperCase()}${expected.slice(1)}.`);
  expectations.add(described, { expected });
  return described;
}

/** A JSON Pointer (RFC 6901 §6) in URI fragment form. */
export function pointerTo(...path: PropertyKey[]): string {
  return `#${path.map((step) => `/${encodeURIComponent(String(step).replaceAll("~", "~0").replaceAll("/", "~1"))}`).join("")}`;
}

/** What came, short enough for a message: long strings are cut at 40 characters. */
export function describeValue(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (typeof value === "string") {
    if (value === "") return "an empty string";
    return value.length > 40
      ? `${JSON.stringify(value.slice(0, 40).toWellFormed())}… (${value.length} characters)`
      : JSON.stringify(value.toWellFormed());
  }
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

/** `invalid_parameter` for one or more parameters, named as the caller spells them. */
export function invalidParameters(faults: { name: string; detail: string }[]): ToolsError {
  const errors: ParameterError[] = faults.map(({ name, detail }) => ({ pointer: pointerTo(name), detail }));
  return new ToolsError(
    "invalid_parameter",
    faults.map(({ name, detail }) => `${name}: ${detail}`).join("; "),
    { errors },
  );
}

function faultsOf(schema: z.ZodObject, input: Record<string, unknown>, issues: z.core.$ZodIssue[]) {
  const faults = new Map<string, string>();
  for (const issue of issues) {
    if (issue.code === "unrecognized_keys") {
      const known = Object.keys(schema.shape).join(", ");
      for (const key of issue.keys)
        faults.set(key, `expected one of the parameters ${known}, received an unknown one`);
      continue;
    }
    const name = String(issue.path[0]);
    const field = schema.shape[name];
    const expected = field instanceof z.ZodType ? expectations.get(field)?.expected : undefined;
    faults.set(
      name,
      expected ? `expected ${expected}, received ${describeValue(input[name])}` : issue.message,
    );
  }
  return faults;
}

/**
 * The input as the schema types it.
 *
 * @throws ToolsError `invalid_parameter` with an entry for every bad parameter at once.
 */
export function validate<Schema extends z.ZodObject>(
  schema: Schema,
  input: Record<string, unknown>,
): z.output<Schema> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const faults = faultsOf(schema, input, result.error.issues);
  throw invalidParameters([...faults].map(([name, detail]) => ({ name, detail })));
}

/** As {@link validate}, for the options of a function: read and reported in camelCase, typed in snake_case. */
export function validateOptions<Schema extends z.ZodObject>(
  schema: Schema,
  options: unknown,
): z.output<Schema> {
  // Programs in plain JavaScript may hand in anything.
  if (typeof options !== "object" || options === null)
    throw invalidParameters([
      { name: "options", detail: `expected an object, received ${describeValue(options)}` },
    ]);
  const input = Object.fromEntries(Object.entries(options).map(([name, value]) => [snakeCase(name), value]));
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const faults = faultsOf(schema, input, result.error.issues);
  throw invalidParameters([...faults].map(([name, detail]) => ({ name: camelCase(name), detail })));
}
