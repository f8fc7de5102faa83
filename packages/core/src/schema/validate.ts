import { z } from "zod";
import { camelCase, snakeCase } from "./casing.ts";
import { editDistance } from "./edit-distance.ts";
import { expectedBy } from "./issue.ts";
import { presentType, readMembers, type Spellings, spellings } from "./lenient.ts";
import { type ParameterError, ToolsError, type ToolsErrorOptions } from "../errors.ts";

const expectations = z.registry<{ expected: string }>();

/**
 * Attaches the expected value of a parameter to its schema, which validation errors quote, and its description. It must
 * be the last call on a schema, because every further method creates a new schema.
 *
 * @param others - The purpose: one sentence with the effect, then the unit, the default and an example. It is
 *   the description in every document. Spellings that {@link validate} also accepts follow it.
 */
export function parameter<Schema extends z.ZodType>(
  expected: string,
  schema: Schema,
  { also, read, purpose }: Partial<Spellings> & { purpose?: string } = {},
): Schema {
  const sentences = [
    purpose ?? `${expected.charAt(0).toUpperCase()}${expected.slice(1)}.`,
    ...(also ? [`Also accepted: ${also}.`] : []),
  ];
  const described = schema.describe(sentences.join(" "));
  expectations.add(described, { expected });
  if (also && read) spellings.add(described, { also, read });
  return described;
}

const withdrawals = z.registry<Readonly<Record<string, string>>>();

/**
 * Attaches the parameters that a schema had in an earlier version. Each has the detail of the error for a request that
 * still has it. It must be the last call on a schema.
 */
export function withdraw<Schema extends z.ZodObject>(
  schema: Schema,
  details: Readonly<Record<string, string>>,
): Schema {
  withdrawals.add(schema, details);
  return schema;
}

/** Returns the expected value of a schema that {@link parameter} described. */
export function expectationOf(schema: unknown): string | undefined {
  return schema instanceof z.ZodType ? expectations.get(schema)?.expected : undefined;
}

/** Returns a JSON Pointer (RFC 6901 §6) in URI fragment form. */
function pointerTo(...path: PropertyKey[]): string {
  return `#${path.map((step) => `/${encodeURIComponent(String(step).replaceAll("~", "~0").replaceAll("/", "~1"))}`).join("")}`;
}

/** Returns the steps of a pointer of {@link pointerTo}. */
function stepsOf(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((step) => decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** Describes a received value for a message. Strings are cut at 40 characters. */
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

/** One invalid parameter, named as the caller spells it. */
interface Fault {
  name: string;
  detail: string;
  /** The steps to a value inside the parameter. */
  inside?: readonly PropertyKey[];
}

const maxFaults = 20;
// An error body has at most 16 kB. Pointers can be the largest part: a Chinese character takes nine bytes.
const maxFaultBytes = 13_000;
const maxNameLength = 32;
// The schema of a host's tool can be recursive.
const maxSteps = 7;

const encoder = new TextEncoder();

/** Returns a name, cut if it is too long. Requests can have parameter names of a megabyte. */
function shortName(name: string): string {
  return name.length > maxNameLength
    ? `${name.slice(0, maxNameLength).toWellFormed()}…`
    : name.toWellFormed();
}

/** Returns the bytes of an entry in an error body, which has it in `message`, `detail` and `errors`. */
function encodedLength(line: string, error: ParameterError): number {
  const bytes = (value: unknown) => encoder.encode(JSON.stringify(value)).length;
  return 2 * bytes(line) + bytes(error);
}

/**
 * Returns the error `invalid_parameter` for one or more parameters. It lists at most 20 entries and the number of
 * further ones.
 */
export function invalidParameters(
  faults: readonly Fault[],
  options: Pick<ToolsErrorOptions, "cause"> = {},
): ToolsError {
  const lines: string[] = [];
  const errors: ParameterError[] = [];
  let size = 0;
  for (const { name, detail, inside = [] } of faults.slice(0, maxFaults)) {
    const path = [name, ...inside.slice(0, maxSteps)].map((step) => shortName(String(step)));
    const line = `${path.join(".")}: ${detail}`;
    const error = { pointer: pointerTo(...path), detail };
    size += encodedLength(line, error);
    if (size > maxFaultBytes && lines.length > 0) break;
    lines.push(line);
    errors.push(error);
  }
  const further = faults.length - lines.length;
  if (further > 0) lines.push(`and ${further} more`);
  return new ToolsError("invalid_parameter", lines.join("; "), { ...options, errors });
}

/** Returns the name of an option inside of a list as a request spells it, or any other step as it is. */
const spellStep = (step: string) => (/^[a-z]+(?:[A-Z][a-z]+)+$/.test(step) ? snakeCase(step) : step);

const optionPointer = /^#\/([a-z][A-Za-z0-9]*)((?:\/[A-Za-z0-9_]+)*)$/;

/**
 * Returns an error of a function with the names of its options spelled as in a request: `redirectUris` becomes
 * `redirect_uris`. Returns any other error as it is.
 */
export function inSnakeCase(error: unknown): unknown {
  if (!(error instanceof ToolsError) || !error.errors) return error;
  const named = error.errors.flatMap(({ pointer, detail }): Fault[] => {
    const [, name, steps = ""] = optionPointer.exec(pointer) ?? [];
    const inside = steps.split("/").slice(1).map(spellStep);
    return name ? [{ name: snakeCase(name), inside, detail }] : [];
  });
  return named.length === error.errors.length ? invalidParameters(named) : error;
}

/**
 * Returns an error about members of a value inside of a parameter with the steps to that value. Returns any other error
 * as it is.
 */
export function nestFaults(error: unknown, name: string, ...steps: readonly PropertyKey[]): unknown {
  if (!(error instanceof ToolsError) || !error.errors) return error;
  return invalidParameters(
    error.errors.map(({ pointer, detail }) => ({ name, inside: [...steps, ...stepsOf(pointer)], detail })),
    { cause: error },
  );
}

const separators = /[_-]/g;

/** Returns the known name that an unknown one was probably meant to be, or `undefined`. */
function nearestName(name: string, known: readonly string[]): string | undefined {
  // The work grows with the length of both, and a request decides one of them.
  if (name.length > maxNameLength) return undefined;
  const plain = (spelled: string) => spelled.replaceAll(separators, "").toLowerCase();
  const wanted = plain(name);
  const [nearest] = known
    .map((candidate) => ({ candidate, edits: editDistance(plain(candidate), wanted) }))
    .filter(({ edits }) => edits <= wanted.length / 4)
    .toSorted((a, b) => a.edits - b.edits);
  return nearest?.candidate;
}

/** Returns the detail of an unknown parameter. Only the first one lists the known parameters. */
function unknownDetail(name: string, index: number, known: readonly string[]): string {
  if (known.length === 0) return "expected no parameters, received an unknown one";
  const expected = index === 0 ? `one of the parameters ${known.join(", ")}` : "a known parameter";
  const nearest = index < maxFaults ? nearestName(name, known) : undefined;
  return `expected ${expected}, received an unknown one${nearest ? `; did you mean ${nearest}?` : ""}`;
}

/** Returns the value at a path. */
function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const step of path) value = (value as Record<PropertyKey, unknown> | null | undefined)?.[step];
  return value;
}

/** Returns the schema that reads a present value first. */
function inputType(schema: z.core.$ZodType): z.core.$ZodType {
  const present = presentType(schema);
  return present instanceof z.ZodPipe ? inputType(present.in) : present;
}

/**
 * Returns the last expected value that {@link parameter} describes on a path, and the path to it. The description of a
 * list is passed over for a path to one of its elements: a caller looks for the faulty one.
 */
function describedOn(
  schema: z.ZodObject,
  path: readonly PropertyKey[],
): { expected: string; path: readonly PropertyKey[] } | undefined {
  let field: z.core.$ZodType | undefined = schema;
  let found: { expected: string; path: readonly PropertyKey[] } | undefined;
  for (const [index, step] of path.entries()) {
    field = inputType(field);
    if (field instanceof z.ZodObject) field = field.shape[String(step)];
    else if (field instanceof z.ZodRecord) field = field.valueType;
    else if (field instanceof z.ZodArray) {
      field = field.element;
      found = undefined;
    } else break;
    if (!field) break;
    const expected = expectationOf(field);
    if (expected !== undefined) found = { expected, path: path.slice(0, index + 1) };
  }
  return found;
}

/** Returns the detail of an unknown member of a value. A record of choices lists them. */
function unknownMember(schema: z.ZodObject, path: readonly PropertyKey[]): string {
  const [first] = path;
  const field =
    path.length === 1 && first !== undefined ? presentType(schema.shape[String(first)]) : undefined;
  return field instanceof z.ZodRecord && field.keyType instanceof z.ZodEnum
    ? `expected one of ${field.keyType.options.join(", ")}, received an unknown one`
    : "expected no such member";
}

/** Returns one entry for each invalid parameter. `spell` converts a name of the schema to the caller's spelling. */
function listFaults(
  schema: z.ZodObject,
  input: Record<string, unknown>,
  { issues, unknown }: { issues: readonly z.core.$ZodIssue[]; unknown: readonly string[] },
  spell: (name: string) => string,
): Fault[] {
  const faults = new Map<string, Fault>();
  const add = (fault: Fault) => faults.set(pointerTo(fault.name, ...(fault.inside ?? [])), fault);
  const unknownNames = [...unknown];
  for (const issue of issues) {
    const { path } = issue;
    const [first, ...inside] = path;
    const name = first === undefined ? undefined : spell(String(first));
    if (issue.code === "unrecognized_keys") {
      if (name === undefined) unknownNames.push(...issue.keys);
      else
        for (const key of issue.keys)
          add({ name, inside: [...inside, key], detail: unknownMember(schema, path) });
      continue;
    }
    // A rule of several members says itself what it expects.
    const isRule = issue.code === "custom" && issue.message.startsWith("expected ");
    const described = isRule ? undefined : describedOn(schema, path);
    const expected = described?.expected ?? expectedBy(issue);
    const received = describeValue(valueAt(input, described?.path ?? path));
    add({
      // A rule of the whole schema has no path.
      name: name ?? "body",
      inside: described ? described.path.slice(1) : inside,
      detail: expected ? `expected ${expected}, received ${received}` : issue.message,
    });
  }
  const known = Object.keys(schema.shape).map(spell);
  const withdrawn = new Map(Object.entries(withdrawals.get(schema) ?? {}));
  return [
    ...faults.values(),
    ...unknownNames.map((name, index) => ({
      name,
      detail: withdrawn.get(name) ?? unknownDetail(name, index, known),
    })),
  ];
}

/**
 * Validates the input of a request, a command or a setting, and returns it as the schema types it. Accepts what
 * {@link readMembers} reads.
 *
 * @throws ToolsError `invalid_parameter` with an entry for each of the first 20 invalid parameters.
 */
export function validate<Schema extends z.ZodObject>(
  schema: Schema,
  input: Record<string, unknown>,
): z.output<Schema> {
  const exact = schema.safeParse(input);
  if (exact.success) return exact.data;
  // Almost all input is spelled as the schema spells it, and reading it takes as long as validating it.
  const read = readMembers(schema, input);
  const result = schema.safeParse(read);
  if (result.success) return result.data;
  const { issues } = result.error;
  // A null that was read as nothing is reported as it came.
  const received = { ...input, ...read };
  throw invalidParameters(listFaults(schema, received, { issues, unknown: [] }, (name) => name));
}

/**
 * Validates the options of a function, whose types allow only the spellings of the schema. Options are in camelCase, the
 * schema is in snake_case. An option in snake_case is unknown.
 */
export function validateOptions<Schema extends z.ZodObject>(
  schema: Schema,
  options: unknown,
): z.output<Schema> {
  // Programs in plain JavaScript can pass any value.
  if (typeof options !== "object" || options === null || Array.isArray(options))
    throw invalidParameters([
      { name: "options", detail: `expected an object, received ${describeValue(options)}` },
    ]);
  const names = new Map(Object.keys(schema.shape).map((name) => [camelCase(name), name]));
  const input: Record<string, unknown> = {};
  const unknown: string[] = [];
  for (const [option, value] of Object.entries(options)) {
    const name = names.get(option);
    if (name === undefined) unknown.push(option);
    else input[name] = value;
  }
  const result = schema.safeParse(input);
  if (result.success && unknown.length === 0) return result.data;
  const issues = result.error?.issues ?? [];
  throw invalidParameters(listFaults(schema, input, { issues, unknown }, camelCase));
}

/**
 * Reads settings that may hold secrets, such as those of an issuer. An error names the location and the expected value,
 * never the received value.
 *
 * @throws ToolsError `invalid_parameter` with an entry for every error.
 */
export function readSettings<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const errors: ParameterError[] = result.error.issues.map(({ path, message }) => ({
    pointer: pointerTo(...path),
    detail: message,
  }));
  throw new ToolsError(
    "invalid_parameter",
    errors.map(({ pointer, detail }) => `${pointer}: ${detail}`).join("; "),
    { errors },
  );
}
