import { callScopes, scopes } from "@tools-api/core";
import { dayMs, RepeatedRequest } from "@tools-api/core/internal";
import { createKey } from "../../management/keys.ts";
import { type Faults, formFaults, Field, FormFault } from "../../pages/form.tsx";
import { FormKey } from "../../pages/form-key.tsx";
import { type PageCall, respondDashboard } from "../../pages/page-call.tsx";
import { readPageFields, withList } from "../../pages/page-form.ts";
import type { Refill } from "../../pages/page-route.ts";
import { respondIssuedKey } from "./issued-key.tsx";
import { keyFaults, LimitField, numberFrom, ScopeFields } from "./key-fields.tsx";

const accountScopes = scopes.filter((scope) => !callScopes.some((own) => own === scope));

/** Renders a form that creates a key with the default name and scopes in one click. */
export function FirstKeyForm({
  call,
  isFirst,
}: {
  call: PageCall;
  /** True if the account has never had a key. */
  isFirst: boolean;
}) {
  const { base } = call;
  return (
    <form method="post" action={`${base}/keys`}>
      <FormKey page={call} />
      <input type="hidden" name="name" value="default" />
      {callScopes.map((scope) => (
        <input key={scope} type="hidden" name="scopes" value={scope} />
      ))}
      <p class="actions">
        <button>{isFirst ? "Create your first API key" : "Create API key"}</button>
        <a href={`${base}/new-key`}>Choose name, scopes and limits</a>
      </p>
    </form>
  );
}

interface NewKeyProps {
  values?: Record<string, string>;
  chosen?: readonly string[];
  faults?: Faults;
  error?: unknown;
}

function respondNewKey(
  call: PageCall,
  { values = {}, chosen = callScopes, faults = {}, error }: NewKeyProps = {},
): Promise<Response> {
  const { base, services } = call;
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
        <ScopeFields legend="Scopes" offered={callScopes} chosen={chosen} fault={faults["scopes"]} />
        <ScopeFields legend="Account scopes" offered={accountScopes} chosen={chosen}>
          Calls do not need these scopes. A key with these scopes can do everything you can, including
          creating keys and upgrading your plan.
        </ScopeFields>
        <div class="actions">
          <button>Create key</button>
          <a href={`${base}/keys`}>Cancel</a>
        </div>
      </form>
    </>,
  );
}

export function showNewKey(call: PageCall): Promise<Response> {
  return respondNewKey(call);
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

/** `POST /keys`: responds with the page that shows the key. */
export async function submitNewKey(call: PageCall): Promise<Response> {
  const { c, base, ask } = call;
  const { values, list: chosen } = withList(await readPageFields(c), "scopes");
  const { name = "", expires_at: lastDay = "", daily_limit: limit = "", key: formKey } = values;
  try {
    const { key: secret, ...apiKey } = await ask(createKey, {
      formKey,
      body: {
        name: name.trim(),
        scopes: chosen,
        expires_at: endOfDay(lastDay),
        daily_limit: numberFrom(limit),
      },
    });
    return await respondIssuedKey(call, { title: "Your new API key", apiKey, secret });
  } catch (error) {
    if (error instanceof RepeatedRequest)
      return c.redirect(`${base}/keys/${String(error.answer)}?notice=made-before`, 303);
    return respondNewKey(call, { values, chosen, faults: formFaults(error, keyFaults), error });
  }
}

/** Shows the form of a new key again with the typed values. */
export const refillNewKey: Refill = (call, { fields, faults }) => {
  const { values, list: chosen } = withList(fields, "scopes");
  return respondNewKey(call, { values, chosen, faults });
};
