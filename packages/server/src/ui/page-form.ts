import type { ApiContext } from "../http/context.ts";
import { readForm, readFormFields } from "../http/form.ts";
import { singleValues } from "../http/query.ts";

// The largest form has twenty redirect URIs of 2,000 characters, escaped, and other fields.
const maxFormBytes = 131_072;

/** The fields of a form, in their order. */
export type FormFields = [name: string, value: string][];

/** Returns the fields of a page's form. */
export function readPageForm(c: ApiContext): Promise<Record<string, string>> {
  return readForm(c, maxFormBytes);
}

/** Returns the fields of a page's form in order. */
export function readPageFields(c: ApiContext): Promise<FormFields> {
  return readFormFields(c, maxFormBytes);
}

/** Splits the fields of a form. The field `name`, such as a group of checkboxes, may be repeated. */
export function withList(
  fields: FormFields,
  name: string,
): { values: Record<string, string>; list: string[] } {
  return {
    values: singleValues(fields.filter(([field]) => field !== name)),
    list: fields.filter(([field]) => field === name).map(([, value]) => value),
  };
}
