import { ToolsError } from "@tools-api/core";
import type { Child } from "hono/jsx";

/** Error sentences by field name. The empty name has the error of the whole form. */
export type Faults = Readonly<Record<string, string>>;

function sentence(detail: string): string {
  return `${detail.charAt(0).toUpperCase()}${detail.slice(1)}.`;
}

/**
 * Returns the errors to show with a rejected form.
 *
 * @param words Sentences for fields that replace those of the error.
 * @throws The given error if it does not concern the form.
 */
export function formFaults(error: unknown, words: Faults = {}): Faults {
  if (!(error instanceof ToolsError)) throw error;
  if (error.code === "invalid_parameter" && error.errors)
    return Object.fromEntries(
      error.errors.map(({ pointer, detail }) => {
        const [name = ""] = pointer.slice("#/".length).split("/");
        return [name, words[name] ?? sentence(detail)];
      }),
    );
  if (shownWithForm.has(error.code)) return { "": error.message };
  throw error;
}

/** The error of a field with the current password. */
export const wrongPassword = "The password does not match. Enter your current password.";

const shownWithForm = new Set<string>([
  "account_suspended",
  "conflict",
  "idempotency_in_progress",
  "invalid_credentials",
  "overloaded",
  "quote_expired",
  "sign_up_refused",
  "too_many_attempts",
]);

// Attack: a form can bring 131 kB in one field, and each quotation mark takes six bytes in HTML.
const maxShownLength = 500;

interface FieldFaultProps {
  name: string;
  fault: Child;
}

/** Renders the error of a field. Its control must name the id `…-error` in `aria-describedby`. */
function FieldFault({ name, fault }: FieldFaultProps): Child {
  return fault ? (
    <p class="error" id={`${name}-error`}>
      {fault}
    </p>
  ) : null;
}

/** Renders the label, the hint and the error of a field. Its control must have the id. */
export function FieldFrame({
  id,
  label,
  hint,
  fault,
  children,
}: {
  id: string;
  label: Child;
  hint?: Child;
  fault?: Child;
  children: Child;
}) {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <FieldFault name={id} fault={fault} />
      {children}
    </div>
  );
}

/** Renders the field of the address with which an owner signs in. */
export function EmailField({ value, hint, faults }: Pick<FieldProps, "value" | "hint" | "faults">) {
  return (
    <Field
      name="email"
      label="Email address"
      type="email"
      autocomplete="username"
      hint={hint}
      value={value}
      faults={faults}
      first
    />
  );
}

interface LinesProps {
  name: string;
  label: string;
  hint: string;
  value: string | undefined;
  /** A sentence a line. */
  fault: string | undefined;
}

/** Renders a field for a list of values, one a line. */
export function LinesField({ name, label, hint, value = "", fault }: LinesProps) {
  const sentences = fault?.split("\n").map((line) => (
    <span key={line} class="line">
      {line}
    </span>
  ));
  return (
    <FieldFrame id={name} label={label} hint={hint} fault={sentences}>
      <textarea
        id={name}
        name={name}
        rows={4}
        spellcheck={false}
        autocapitalize="none"
        autocomplete="off"
        aria-invalid={fault ? "true" : undefined}
        aria-describedby={fault ? `${name}-hint ${name}-error` : `${name}-hint`}
      >
        {value}
      </textarea>
    </FieldFrame>
  );
}

interface FieldProps {
  name: string;
  label: string;
  type?: "text" | "email" | "password" | "number" | "date" | "datetime-local";
  /** The data that browsers and password managers may fill in (HTML, autofill detail tokens). */
  autocomplete?: string;
  hint?: string;
  value?: string | undefined;
  faults: Faults;
  optional?: boolean;
  /** True to focus this field, unless a field has an error. */
  first?: boolean;
  min?: string | number;
  max?: string | number;
  /** The keyboard of a touch screen. */
  inputmode?: "decimal";
}

/** Renders a field with its label. Links hint and error to the field for screen readers. */
export function Field({
  name,
  label,
  type = "text",
  autocomplete = "off",
  hint,
  value,
  faults,
  optional = false,
  first = false,
  min,
  max,
  inputmode,
}: FieldProps) {
  const fault = faults[name];
  const described = [hint && `${name}-hint`, fault && `${name}-error`].filter(Boolean).join(" ");
  const firstFault = Object.keys(faults).find((other) => other !== "");
  const focus = firstFault === undefined ? first : firstFault === name;
  return (
    <FieldFrame id={name} label={label} hint={hint} fault={fault}>
      <input
        id={name}
        name={name}
        type={type}
        autocomplete={autocomplete}
        value={value?.slice(0, maxShownLength)}
        required={!optional}
        autofocus={focus}
        min={min}
        max={max}
        inputmode={inputmode}
        aria-invalid={fault ? "true" : undefined}
        aria-describedby={described === "" ? undefined : described}
        spellcheck={type === "text"}
        autocapitalize={type === "text" ? undefined : "none"}
      />
    </FieldFrame>
  );
}

/** Renders the field of an amount, and sends its currency. */
export function MoneyField({
  currency,
  ...field
}: Pick<FieldProps, "name" | "label" | "hint" | "value" | "faults" | "optional"> & { currency: string }) {
  return (
    <>
      <input type="hidden" name="currency" value={currency} />
      <Field
        {...field}
        label={`${field.label} in ${currency.toUpperCase()}${field.optional ? " (optional)" : ""}`}
        inputmode="decimal"
      />
    </>
  );
}

/** Renders the error of the whole form. */
export function FormFault({ faults }: { faults: Faults }): Child {
  const fault = faults[""];
  return fault ? (
    <p class="notice bad" role="alert">
      {fault}
    </p>
  ) : null;
}

type CredentialProps = Pick<FieldProps, "faults" | "hint" | "first" | "optional">;

/** Renders the field for a current or a new password. Password managers fill it in. */
export function PasswordField({
  name = "password",
  label = "Password",
  isNew = false,
  ...others
}: CredentialProps & { name?: string; label?: string; isNew?: boolean }) {
  const autocomplete = isNew ? "new-password" : "current-password";
  return <Field name={name} label={label} type="password" autocomplete={autocomplete} {...others} />;
}

interface SelectProps {
  name: string;
  label: string;
  options: readonly (readonly [value: string, label: string])[];
  selected: string;
  fault?: string | undefined;
}

/** A value of a list, with its words. */
export type Choice = readonly [value: string, label: string];

/** Returns choices with the current value, which may be that of an ended key or of an earlier tool. */
export function withCurrent(choices: readonly Choice[], current: string | undefined): readonly Choice[] {
  if (current === undefined || choices.some(([value]) => value === current)) return choices;
  return [...choices, [current, current]];
}

/** Renders a drop-down list with its label and error. */
export function SelectField({ name, label, options, selected, fault }: SelectProps) {
  return (
    <FieldFrame id={name} label={label} fault={fault}>
      <select
        id={name}
        name={name}
        aria-invalid={fault ? "true" : undefined}
        aria-describedby={fault ? `${name}-error` : undefined}
      >
        {options.map(([value, words]) => (
          <option key={value} value={value} selected={value === selected}>
            {words}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}

/**
 * Returns the types of files that a browser offers first. `undefined` if the media types include any bytes: a browser
 * would hide the files whose type it does not know.
 */
export function fileTypes(mediaTypes: readonly string[]): string | undefined {
  return mediaTypes.includes("application/octet-stream") ? undefined : mediaTypes.join(",");
}

interface ChoicesProps {
  name: string;
  legend: string;
  hint?: Child;
  fault?: string | undefined;
  children: Child;
}

/** Renders a group of choices under a heading, with its error. */
export function Choices({ name, legend, hint, fault, children }: ChoicesProps) {
  return (
    <fieldset aria-describedby={fault ? `${name}-error` : undefined}>
      <legend>{legend}</legend>
      {hint && <p class="hint">{hint}</p>}
      <FieldFault name={name} fault={fault} />
      {children}
    </fieldset>
  );
}
