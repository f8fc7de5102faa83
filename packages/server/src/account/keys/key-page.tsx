import { changeKey, getKey } from "./routes.ts";
import { type Faults, formFaults, Field, FormFault } from "../../ui/form.tsx";
import { FormKey } from "../call/form-key.tsx";
import { type PageCall, respondDashboard } from "../call/page-call.tsx";
import { type ShownForm, typedForm } from "../call/page-route.ts";
import { InstantAndDistance, number } from "../../ui/format.tsx";
import { Facts, Outcome } from "../../ui/parts.tsx";
import {
  AddressesField,
  addressesFrom,
  keyFaults,
  LimitField,
  numberFrom,
  readKeyForm,
  ScopeFields,
} from "./key-fields.tsx";
import { isLive, type KeyRecord, keyState, previousSecretEnd, secretHint } from "./key-records.ts";
import { UsageChart } from "../report/chart.tsx";
import { periodNames } from "../report/periods.ts";
import { daysBefore } from "../report/query.ts";
import { getUsage } from "../report/usage-routes.ts";
import { RotationForm } from "./rotation-form.tsx";

const outcomes = new Map([
  ["changed", "You changed the key. The change applies from its next call."],
  [
    "made-before",
    "You already sent this form, and it created this key. Its secret was shown once. If you did not save it, rotate the key.",
  ],
  [
    "rotated-before",
    "You already sent this form, and it rotated the key. The new secret was shown once. If you did not save it, rotate the key again.",
  ],
]);

/** Renders all properties of a key. */
function KeyFacts({ apiKey, now }: { apiKey: KeyRecord; now: number }) {
  const { name, tone } = keyState(apiKey, now);
  const previousEnd = previousSecretEnd(apiKey, now);
  const hint = secretHint(apiKey);
  const instantOrNever = (at: number | null) => (at === null ? "never" : <InstantAndDistance at={at} />);
  return (
    <Facts
      rows={[
        ["Status", <span class={`badge ${tone}`}>{name}</span>],
        ["ID", <code>{apiKey.id}</code>],
        hint !== null && ["Secret", <code>{hint}</code>],
        ["Scopes", apiKey.scopes.join(", ")],
        ["Calls a day", apiKey.dailyLimit === null ? "your plan’s limit" : number(apiKey.dailyLimit)],
        apiKey.allowedIps.length > 0 && ["Allowed IP addresses", apiKey.allowedIps.join(", ")],
        ["Created", <InstantAndDistance at={apiKey.createdAt} />],
        ["Last used", instantOrNever(apiKey.lastUsedAt)],
        apiKey.lastUsedFrom !== null && ["Last used from", apiKey.lastUsedFrom],
        ["Expires", instantOrNever(apiKey.expiresAt)],
        apiKey.rotatedAt !== null && ["Rotated", <InstantAndDistance at={apiKey.rotatedAt} />],
        previousEnd !== null && ["Previous secret works until", <InstantAndDistance at={previousEnd} />],
        apiKey.revokedAt !== null && ["Revoked", <InstantAndDistance at={apiKey.revokedAt} />],
      ]}
    />
  );
}

interface ChangeFormProps {
  call: PageCall;
  apiKey: KeyRecord;
  action: string;
  values: Record<string, string>;
  chosen: readonly string[];
  faults: Faults;
}

function ChangeForm({ call, apiKey, action, values, chosen, faults }: ChangeFormProps) {
  return (
    <form class="card" method="post" action={action}>
      <h2>Edit key</h2>
      <FormKey page={call} />
      <Field name="name" label="Name" value={values["name"] ?? apiKey.name} faults={faults} />
      <LimitField value={values["daily_limit"] ?? apiKey.dailyLimit?.toString()} faults={faults} />
      <AddressesField value={values["allowed_ips"] ?? apiKey.allowedIps.join("\n")} faults={faults} />
      <ScopeFields
        legend="Scopes"
        catalog={call.services.scopes}
        offered={apiKey.scopes}
        chosen={chosen}
        fault={faults["scopes"]}
      >
        You cannot add a scope after you remove it. For more scopes, create another key.
      </ScopeFields>
      <button>Save changes</button>
    </form>
  );
}

const daysShown = 30;

/** Renders the calls with a key in the last 30 UTC days, and the way to its usage and requests. */
async function KeyUsage({ call: { base, services, ask }, id }: { call: PageCall; id: string }) {
  const today = new Date(services.clock.now()).toISOString().slice(0, 10);
  const query = { credential: id, start_date: daysBefore(today, daysShown - 1), end_date: today };
  const report = await ask(getUsage, { query });
  return (
    <section class="card">
      <h2>Calls, last 30 days</h2>
      {report.totals.calls + report.totals.rejected + report.totals.serverErrors === 0 ? (
        <p class="muted">No call with this key in the last 30 days.</p>
      ) : (
        <UsageChart report={report} names={await periodNames(report)} />
      )}
      <p class="actions">
        <a class="button quiet small" href={`${base}/usage?credential=${id}`}>
          View usage
        </a>
        <a class="button quiet small" href={`${base}/requests?credential=${id}`}>
          View requests
        </a>
      </p>
    </section>
  );
}

/** Responds with the page of a key in its stored state. A key that has ended has no forms. */
export async function respondKey(
  call: PageCall,
  { values: typed, faults = {}, error }: ShownForm<ReturnType<typeof readKeyForm>> = {},
): Promise<Response> {
  const { c, base, services, id, ask } = call;
  const apiKey = await ask(getKey, { id });
  const now = services.clock.now();
  const path = `${base}/keys/${apiKey.id}`;
  return respondDashboard(
    call,
    {
      title: apiKey.name,
      section: "keys",
      styles: ["chart.css", "usage.css"],
      scripts: ["single-submit.js", "usage-chart.js"],
      crumb: ["/keys", "API keys"],
      error,
    },
    <>
      <h1>{apiKey.name}</h1>
      <Outcome name={c.req.query("notice")} sentences={outcomes} />
      <FormFault faults={faults} />
      <section class="card">
        <h2>Details</h2>
        <KeyFacts apiKey={apiKey} now={now} />
      </section>
      <KeyUsage call={call} id={apiKey.id} />
      {isLive(apiKey, now) && (
        <div class="columns">
          <ChangeForm
            call={call}
            apiKey={apiKey}
            action={path}
            values={typed?.values ?? {}}
            chosen={typed?.list ?? apiKey.scopes}
            faults={faults}
          />
          <div>
            <RotationForm call={call} apiKey={apiKey} action={`${path}/rotate`} now={now} faults={faults} />
            <section class="card danger">
              <h2>Revoke</h2>
              <p>Revoking a key is permanent. You confirm it on the next page.</p>
              <a class="button bad" href={`${path}/revoke`}>
                Revoke key
              </a>
            </section>
          </div>
        </div>
      )}
    </>,
  );
}

/** The form that renames the key, removes scopes, or changes its daily limit or its addresses. */
export const keyChangeForm = typedForm({
  read: readKeyForm,
  show: respondKey,
  async submit({ c, base, id, ask }, { values, list: scopes }) {
    const { name = "", daily_limit: limit = "", allowed_ips: addresses = "" } = values;
    const body = {
      name: name.trim(),
      scopes,
      daily_limit: numberFrom(limit),
      allowed_ips: addressesFrom(addresses),
    };
    const { id: changed } = await ask(changeKey, { id, body });
    return c.redirect(`${base}/keys/${changed}?notice=changed`, 303);
  },
  faults: (error) => formFaults(error, keyFaults),
});
