import type { Tool } from "@tools-api/core/tools";
import { z } from "zod";
import { hintFrom, jsonSchema, resolved, type Schema } from "../../api/tools/json-schema.ts";
import { optionWords } from "./subjects.ts";

/**
 * The kind of a control: `lines` is a list of texts, one per line, `choices` a list of choices, and `json` any other
 * value. `playground-form.ts` reads them.
 */
type Control = "text" | "long-text" | "number" | "flag" | "choice" | "choices" | "lines" | "json";

/** A field of a form that makes a request. */
export interface FormField {
  name: string;
  label: string;
  hint: string;
  control: Control;
  isRequired: boolean;
  /** The schema of a present value, or of the members of a list. */
  schema: Schema;
  /** The value of the example, if it has one. */
  value: unknown;
  /** The value that the tool uses for an absent field, if it names one. */
  defaultValue: unknown;
  /** The value that an absent field means, if it is not sent as a default. */
  standard?: unknown;
  /** The label of the box for an absent list. */
  all?: string;
  /** The value that an empty control sends. Absent: the field is not sent. */
  emptyValue?: unknown;
  /** Bytes of the longest text in UTF-8. */
  maxBytes?: number;
}

/** Characters of the longest text that is written on one line. */
const maxLineLength = 500;

/** Returns all values of a schema, if they are few. */
function valuesOf({ type, enum: values, const: value }: Schema): unknown[] {
  if (type === "boolean") return [true, false];
  return values ? [...values] : value === undefined ? [] : [value];
}

/** Returns the schema of a present value, and whether the value can be `null`. */
function presentSchema(schema: Schema): { present: Schema; isNullable: boolean } {
  const { anyOf, ...others } = schema;
  if (anyOf) {
    const alternatives = anyOf.filter(({ type }) => type !== "null");
    const [first = {}] = alternatives;
    const values = alternatives.flatMap(valuesOf);
    // A flag with further choices, such as true, false or "copyright".
    if (values.includes(true) && alternatives.every((alternative) => valuesOf(alternative).length > 0))
      return { present: { ...others, enum: values }, isNullable: alternatives.length < anyOf.length };
    const only = alternatives.length === 1 ? first : alternatives.find(isListOfChoices);
    const present = only ? { ...only, ...others } : schema;
    return { present, isNullable: alternatives.length < anyOf.length };
  }
  if (!Array.isArray(schema.type)) return { present: schema, isNullable: false };
  const types = (schema.type as readonly string[]).filter((type) => type !== "null");
  const [only = ""] = types;
  return {
    present: types.length === 1 ? { ...schema, type: only } : schema,
    isNullable: types.length < schema.type.length,
  };
}

function hasChoices({ enum: values, const: value }: Schema): boolean {
  return values !== undefined || value !== undefined;
}

function isListOfChoices({ type, items }: Schema): boolean {
  return type === "array" && items !== undefined && hasChoices(items);
}

function controlFor(schema: Schema, isLong: boolean): Control {
  const { type, items, format, pattern, maxLength = Number.POSITIVE_INFINITY } = schema;
  if (hasChoices(schema)) return "choice";
  if (type === "boolean") return "flag";
  if (type === "integer" || type === "number") return "number";
  if (isListOfChoices(schema)) return "choices";
  if (type === "array" && items?.type === "string") return "lines";
  if (type !== "string") return "json";
  const isLine = format !== undefined || pattern !== undefined || maxLength <= maxLineLength;
  return isLong || !isLine ? "long-text" : "text";
}

/** Returns the value that an empty control of a required field sends. */
function emptyValue(control: Control, isNullable: boolean): Pick<FormField, "emptyValue"> {
  if (isNullable) return { emptyValue: null };
  if (control === "text" || control === "long-text") return { emptyValue: "" };
  return control === "lines" || control === "choices" ? { emptyValue: [] } : {};
}

/** Words of names that are written in capital letters. */
const abbreviations = new Set("api csv html id ip json pdf pii qr svg uri url xml".split(" "));

/** Returns the name of a field or a tool in words: `analysis_type` becomes "Analysis type". */
export function fieldWords(name: string): string {
  const words = name
    .split(/[_-]/)
    .map((word) => (abbreviations.has(word) ? word.toUpperCase() : word))
    .join(" ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * Returns the fields of a tool's requests, without its file, from the schema that the OpenAPI document publishes.
 *
 * @param example The request with the values of the fields.
 */
export function formFields(
  { request, longText, playground }: Tool,
  example: Readonly<Record<string, unknown>>,
): FormField[] {
  const published = jsonSchema(request, "input");
  // Resolving references keeps the shape of a schema.
  const { properties = {}, required = [] } = resolved(published, published) as Schema;
  return Object.entries(properties).map(([name, schema]) => {
    const { present, isNullable } = presentSchema(schema);
    const { label = fieldWords(name), standard, all } = optionWords(playground, name) ?? {};
    const { title = label, description = "", items } = present;
    const isLong = name === longText?.field;
    const control = controlFor(present, isLong);
    const isRequired = required.includes(name);
    return {
      name,
      label: title,
      hint: hintFrom(description),
      control,
      isRequired,
      schema: control === "choices" && items ? items : present,
      value: example[name],
      // A published schema has its default in the description.
      defaultValue: z.safeParse(request.shape[name] as z.ZodType, undefined).data,
      ...(standard !== undefined && { standard }),
      ...(all !== undefined && { all }),
      ...(isRequired && emptyValue(control, isNullable)),
      ...(isLong && { maxBytes: longText.maxBytes }),
    };
  });
}
