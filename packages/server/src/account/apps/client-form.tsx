import { clientTypes, grantTypes, redirectUriError } from "@tools-api/core/oauth";
import type { Child } from "hono/jsx";
import { Choices, type Faults, Field, formFaults, LinesField } from "../../ui/form.tsx";
import { type FormFields, withList } from "../../ui/page-form.ts";
import type { ScopeCatalog } from "../../http/scope-catalog.ts";
import { ScopeChoices } from "../../ui/scope-choices.tsx";

/** The submitted values of a client form, before validation. */
export interface ClientValues {
  name: string;
  type: string;
  /** One per line. */
  redirectUris: string;
  grantTypes: readonly string[];
  scopes: readonly string[];
}

const typeWords: Readonly<Record<(typeof clientTypes)[number], string>> = {
  confidential: "Runs on your server, where it can keep a secret.",
  public: "Runs on users’ devices, such as a phone app or a page in a browser, and has no secret.",
};

const grantWords: Readonly<Record<(typeof grantTypes)[number], string>> = {
  authorization_code: "Users sign in here and allow the client to use their account.",
  refresh_token: "The client keeps access to the account until the user revokes it.",
  client_credentials: "The client uses your account, without a user. Requires a confidential client.",
};

const maxUris = 20;
const maxFaults = 5;

/** Returns the lines of the field for redirect URIs. */
export function redirectUriLines({ redirectUris }: ClientValues): string[] {
  return redirectUris
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/** Returns the fields of the form that was sent, and its hidden key. */
export function readClientForm(fields: FormFields): ClientValues & { formKey: string | undefined } {
  const { values, list } = withList(fields, "scopes");
  return {
    name: values["name"] ?? "",
    type: values["type"] ?? "",
    redirectUris: values["redirect_uris"] ?? "",
    grantTypes: grantTypes.filter((grantType) => values[grantType] !== undefined),
    scopes: list,
    formKey: values["key"],
  };
}

function shortened(uri: string): string {
  return uri.length > 80 ? `${uri.slice(0, 79)}…` : uri;
}

/** Returns one line for each invalid URI with its error; `undefined` if each URI is valid on its own. */
function redirectUriFaults(uris: readonly string[]): string | undefined {
  if (uris.length > maxUris) return `Enter at most ${maxUris} URIs. You entered ${uris.length}.`;
  const faults = uris.flatMap((uri) => {
    const fault = redirectUriError(uri);
    return fault === null ? [] : [`${shortened(uri)}: ${fault}.`];
  });
  const hidden = faults.length - maxFaults;
  const shown = hidden > 0 ? [...faults.slice(0, maxFaults), `And ${hidden} more.`] : faults;
  return shown.length === 0 ? undefined : shown.join("\n");
}

/** Returns the errors of a rejected form, worded for its fields. */
export function clientFaults(error: unknown, values: ClientValues): Faults {
  const uris = redirectUriFaults(redirectUriLines(values));
  return formFaults(error, {
    name: "Enter 1 to 100 characters, without line breaks or direction marks.",
    scopes: "Choose at least one scope.",
    ...(uris !== undefined && { redirect_uris: uris }),
    ...(values.grantTypes.length === 0 && { grant_types: "Choose at least one grant type." }),
  });
}

function RedirectUris({ value, faults }: { value: string; faults: Faults }) {
  return (
    <LinesField
      name="redirect_uris"
      label="Redirect URIs"
      hint="Enter one URI per line, exactly as the client sends it. Use https, http on 127.0.0.1, [::1] or localhost (any port), or a private-use scheme such as com.example.app:/callback."
      value={value}
      fault={faults["redirect_uris"]}
    />
  );
}

interface FieldsProps {
  values: ClientValues;
  faults: Faults;
}

/** Renders the fields that a client cannot change after its registration. */
export function FixedClientFields({ values, faults }: FieldsProps) {
  return (
    <>
      <Choices name="type" legend="Type" fault={faults["type"]}>
        {clientTypes.map((type) => (
          <label key={type} class="choice">
            <input type="radio" name="type" value={type} checked={values.type === type} required />
            <span>
              {type}
              <br />
              <span class="muted">{typeWords[type]}</span>
            </span>
          </label>
        ))}
      </Choices>
      <Choices name="grant_types" legend="Grant types" fault={faults["grant_types"]}>
        {grantTypes.map((grantType) => (
          <label key={grantType} class="choice">
            <input type="checkbox" name={grantType} checked={values.grantTypes.includes(grantType)} />
            <span>
              <code>{grantType}</code>
              <br />
              <span class="muted">{grantWords[grantType]}</span>
            </span>
          </label>
        ))}
      </Choices>
    </>
  );
}

interface ClientFieldsProps extends FieldsProps {
  redirects: boolean;
  catalog: ScopeCatalog;
  /** The fields below the name. */
  children?: Child;
}

/** Renders the fields that can change after the registration. */
export function ClientFields({ values, faults, redirects, catalog, children }: ClientFieldsProps) {
  return (
    <>
      <Field
        name="name"
        label="Name"
        hint="Users see this name when they allow the client."
        value={values.name}
        faults={faults}
      />
      {children}
      {redirects && <RedirectUris value={values.redirectUris} faults={faults} />}
      <Choices
        name="scopes"
        legend="Scopes that the client can request, as users see them"
        fault={faults["scopes"]}
      >
        <ScopeChoices catalog={catalog} offered={catalog.all} chosen={values.scopes} />
      </Choices>
    </>
  );
}
