import type { FormFields } from "./page-form.ts";

/** A form that was sent after the session had ended. The sign-in form carries it, so that nothing of it is stored. */
export interface KeptForm {
  /** The path that it was sent to, without the base. */
  path: string;
  fields: FormFields;
}

const secretFields = new Set(["password", "current_password", "token"]);

// With the escapes of a form in a form it has to fit into the form for signing in.
const maxLength = 32_768;

/** Returns a form without its secrets, or `null` if it is too long to be carried. */
export function keepForm({ path, fields }: KeptForm): KeptForm | null {
  const kept = fields.filter(([name]) => !secretFields.has(name));
  return new URLSearchParams(kept).toString().length > maxLength ? null : { path, fields: kept };
}

/** The hidden fields of the sign-in form that carry another form. */
export function KeptFields({ form }: { form: KeptForm }) {
  return (
    <>
      <input type="hidden" name="form_path" value={form.path} />
      <input type="hidden" name="form" value={new URLSearchParams(form.fields).toString()} />
    </>
  );
}

/** Returns the form that a sign-in form carries, or `null`. */
export function readKeptForm({ form_path: path, form }: Record<string, string>): KeptForm | null {
  if (path === undefined || form === undefined) return null;
  return keepForm({ path, fields: [...new URLSearchParams(form)] });
}
