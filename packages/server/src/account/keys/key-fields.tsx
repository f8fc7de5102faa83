import type { Child } from "hono/jsx";
import { Choices, type Faults, Field, LinesField } from "../../ui/form.tsx";
import { type FormFields, withList } from "../../ui/page-form.ts";
import type { ScopeCatalog } from "../../http/scope-catalog.ts";
import { ScopeChoices } from "../../ui/scope-choices.tsx";

/** Sentences for the fields of a key. They replace the errors of the API, which name JSON values. */
export const keyFaults: Faults = {
  name: "Enter a name of 1 to 100 characters.",
  scopes: "Choose at least one scope.",
  expires_at: "Choose today or a later day.",
  daily_limit: "Enter a whole number of 1 or more, or leave the field empty.",
  allowed_ips: "Enter at most 20 addresses or ranges, such as 192.0.2.7 or 2001:db8::/48.",
};

/** Returns the sent fields of a key, and its chosen scopes as the list. */
export function readKeyForm(fields: FormFields) {
  return withList(fields, "scopes");
}

/**
 * Returns the typed number, or the text itself if it is not a number, so the API rejects it. Returns `null` for an
 * empty text.
 */
export function numberFrom(typed: string): number | string | null {
  if (typed === "") return null;
  return /^\d+$/.test(typed) ? Number(typed) : typed;
}

/** Renders the field for the daily limit of a key. */
export function LimitField({ value, faults }: { value: string | undefined; faults: Faults }) {
  return (
    <Field
      name="daily_limit"
      label="Calls a day (optional)"
      type="number"
      min={1}
      hint="Leave empty to use your plan’s limit."
      value={value}
      faults={faults}
      optional
    />
  );
}

/** Returns the addresses of a form, one a line or separated by commas. */
export function addressesFrom(typed: string): string[] {
  return typed.split(/[\s,]+/).filter((entry) => entry !== "");
}

/** Renders the field for the addresses that a key allows. */
export function AddressesField({ value, faults }: { value: string | undefined; faults: Faults }) {
  return (
    <LinesField
      name="allowed_ips"
      label="Allowed IP addresses (optional)"
      hint="Enter one address or CIDR range per line. Leave empty to allow every address."
      value={value}
      fault={faults["allowed_ips"]}
    />
  );
}

interface ScopeFieldsProps {
  legend: string;
  catalog: ScopeCatalog;
  offered: readonly string[];
  chosen: readonly string[];
  fault?: string | undefined;
  /** A sentence above the choices. */
  children?: Child;
}

/** Renders scopes as checkboxes under a heading. */
export function ScopeFields({ legend, catalog, offered, chosen, fault, children }: ScopeFieldsProps) {
  return (
    <Choices name="scopes" legend={legend} hint={children} fault={fault}>
      <ScopeChoices catalog={catalog} offered={offered} chosen={chosen} />
    </Choices>
  );
}
