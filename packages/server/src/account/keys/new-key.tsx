import { accountScopes, operatorScope } from "@tools-api/core/accounts";
import { dayMs } from "@tools-api/core/internal/time";
import { createKey } from "./routes.ts";
import { formFaults, Field, FormFault } from "../../ui/form.tsx";
import { FormKey } from "../call/form-key.tsx";
import { type PageCall, respondDashboard } from "../call/page-call.tsx";
import { type ShownForm, typedForm } from "../call/page-route.ts";
import { respondIssuedKey } from "./issued-key.tsx";
import {
  AddressesField,
  addressesFrom,
  keyFaults,
  LimitField,
  numberFrom,
  readKeyForm,
  ScopeFields,
} from "./key-fields.tsx";

/** Renders a form that creates a key with the default name and scopes in one click. */
export function FirstKeyForm({
  call,
  isFirst,
}: {
  call: PageCall;
  /** True if the account has never had a key. */
  isFirst: boolean;
}) {
  const { base, services } = call;
  return (
    <form method="post" action={`${base}/keys`}>
      <FormKey page={call} />
      <input type="hidden" name="name" value="default" />
      {services.scopes.calls.map((scope) => (
        <input key={scope} type="hidden" name="scopes" value={scope} />
      ))}
      <p class="actions">
        <button>{isFirst ? "Create your first API key" : "Create API key"}</button>
        <a href={`${base}/new-key`}>Choose name, scopes and limits</a>
      </p>
    </form>
  );
}

/** Responds with the form of a new key. */
export function respondNewKey(
  call: PageCall,
  { values: typed, faults = {}, error }: ShownForm<ReturnType<typeof readKeyForm>> = {},
): Promise<Response> {
  const { base, services } = call;
  const { scopes: catalog } = services;
  const { values = {}, list: chosen = catalog.calls } = typed ?? {};
  return respondDashboard(
    call,
    {
      title: "Create API key",
      section: "keys",
      scripts: ["single-submit.js"],
      crumb: ["/keys", "API keys"],
      error,
    },
    <>
      <h1>Create API key</h1>
      <FormFault faults={faults} />
      <form class="card" method="post" action={`${base}/keys`}>
        <FormKey page={call} />
        <Field
          name="name"
          label="Name"
          hint="Describe where you use the key, such as the name of a program."
          value={values["name"] ?? "default"}
          faults={faults}
          first
        />
        <div class="fields">
          <Field
            name="expires_at"
            label="Last day (optional)"
            type="date"
            hint="In UTC. The key expires at the end of this day."
            value={values["expires_at"]}
            min={new Date(services.clock.now()).toISOString().slice(0, 10)}
            faults={faults}
            optional
          />
          <LimitField value={values["daily_limit"]} faults={faults} />
        </div>
        <AddressesField value={values["allowed_ips"]} faults={faults} />
        <ScopeFields
          legend="Scopes"
          catalog={catalog}
          offered={catalog.calls}
          chosen={chosen}
          fault={faults["scopes"]}
        />
        <ScopeFields legend="Account scopes" catalog={catalog} offered={accountScopes} chosen={chosen}>
          Calls do not need these scopes. A key with these scopes can do everything you can, including
          creating keys and upgrading your plan.
        </ScopeFields>
        {call.signedIn.account.role === "operator" && (
          <ScopeFields legend="Operator scope" catalog={catalog} offered={[operatorScope]} chosen={chosen} />
        )}
        <div class="actions">
          <button>Create key</button>
          <a href={`${base}/keys`}>Cancel</a>
        </div>
      </form>
    </>,
  );
}

/**
 * Returns the end of a day, or the text itself if it is not a date, so the API rejects it. Returns `null` for an empty
 * text.
 */
function endOfDay(typed: string): string | null {
  if (typed === "") return null;
  const start = Date.parse(`${typed}T00:00:00Z`);
  return Number.isNaN(start) ? typed : new Date(start + dayMs).toISOString();
}

/** The form that creates a key. Its response is the page that shows the key. */
export const newKeyForm = typedForm({
  read: readKeyForm,
  show: respondNewKey,
  async submit(call, { values, list: chosen }) {
    const {
      name = "",
      expires_at: lastDay = "",
      daily_limit: limit = "",
      allowed_ips: addresses = "",
      key: formKey,
    } = values;
    const { key: secret = "", ...apiKey } = await call.ask(createKey, {
      formKey,
      body: {
        name: name.trim(),
        scopes: chosen,
        expires_at: endOfDay(lastDay),
        daily_limit: numberFrom(limit),
        allowed_ips: addressesFrom(addresses),
      },
    });
    return respondIssuedKey(call, { title: "Your new API key", apiKey, secret });
  },
  faults: (error) => formFaults(error, keyFaults),
  answered: (id) => `/keys/${id}?notice=made-before`,
});
