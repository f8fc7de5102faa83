import type { FormFields } from "../../ui/page-form.ts";

/**
 * A form that was submitted after its session had ended. The sign-in form carries it, so the server stores none of it.
 */
export interface KeptForm {
  /** The path that received it, without the base. */
  path: string;
  fields: FormFields;
}

const secretFields = new Set(["password", "current_password", "token"]);

// The form is escaped again inside the sign-in form, and must fit in it.
const maxLength = 32_768;

/** Returns a form without its secrets, or `null` if it is too long to carry. */
export function keepForm({ path, fields }: KeptForm): KeptForm | null {
  const kept = fields.filter(([name]) => !secretFields.has(name));
  return new URLSearchParams(kept).toString().length > maxLength ? null : { path, fields: kept };
}

/** Renders the hidden fields with which the sign-in form carries another form. */
export function KeptFields({ form }: { form: KeptForm }) {
  return (
    <>
      <input type="hidden" name="form_path" value={form.path} />
      <input type="hidden" name="form" value={new URLSearchParams(form.fields).toString()} />
    </>
  );
}

/** Returns the form that a sign-in form carries, or `null` if there is none or it is too long. */
export function readKeptForm({ form_path: path, form }: Record<string, string>): KeptForm | null {
  if (path === undefined || form === undefined) return null;
  return keepForm({ path, fields: [...new URLSearchParams(form)] });
}
