import type { ApiContext } from "../context.ts";
import { readForm } from "../http/form.ts";

// The longest password in four bytes a character, escaped, with room for the other fields.
const largestForm = 16_384;

/** The fields of a form of ours. */
export function formOf(c: ApiContext): Promise<Record<string, string>> {
  return readForm(c, largestForm);
}
