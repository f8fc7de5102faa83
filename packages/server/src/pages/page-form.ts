import type { ApiContext } from "../context.ts";
import { readForm, readFormFields } from "../http/form.ts";
import { singleValues } from "../http/query.ts";

// Twenty redirect URIs of 2,000 characters, escaped, with room for the other fields.
const largestForm = 131_072;

/** The fields of a form of ours. */
export function formOf(c: ApiContext): Promise<Record<string, string>> {
  return readForm(c, largestForm);
}

/** The fields of a form in which one, such as a group of checkboxes, may stand any number of times. */
export async function formWithList(
  c: ApiContext,
  name: string,
): Promise<{ values: Record<string, string>; list: string[] }> {
  const fields = await readFormFields(c, largestForm);
  return {
    values: singleValues(fields.filter(([field]) => field !== name)),
    list: fields.filter(([field]) => field === name).map(([, value]) => value),
  };
}
