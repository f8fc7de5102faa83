import type { ApiContext } from "../context.ts";
import { readForm, readFormFields } from "../http/form.ts";
import { singleValues } from "../http/query.ts";

// Twenty redirect URIs of 2,000 characters, escaped, with room for the other fields.
const largestForm = 131_072;

/** The fields of a form, in their order. */
export type FormFields = [name: string, value: string][];

/** The fields of a form of ours. */
export function formOf(c: ApiContext): Promise<Record<string, string>> {
  return readForm(c, largestForm);
}

/** The fields of a form of ours, in their order. */
export function fieldsOf(c: ApiContext): Promise<FormFields> {
  return readFormFields(c, largestForm);
}

/** The fields of a form in which one, such as a group of checkboxes, may appear any number of times. */
export function withList(
  fields: FormFields,
  name: string,
): { values: Record<string, string>; list: string[] } {
  return {
    values: singleValues(fields.filter(([field]) => field !== name)),
    list: fields.filter(([field]) => field === name).map(([, value]) => value),
  };
}
