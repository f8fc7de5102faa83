import { callScopes, scopes } from "@tools-api/core";
import { createKey } from "../../management/keys.ts";
import { type Faults, faultsOf, Field, FormFault } from "../../pages/form.tsx";
import { Page } from "../../pages/layout.tsx";
import type { PageCall } from "../../pages/page-call.ts";
import { formWithList } from "../../pages/page-form.ts";
import { respondPage, statusOf } from "../../pages/respond-page.ts";
import { IssuedKey } from "./issued-key.tsx";
import { keyFaults, LimitField, numberFrom, ScopeFields } from "./key-fields.tsx";
import { everyKey, type KeyRecord } from "./key-records.ts";

const dayMs = 86_400_000;
const accountScopes = scopes.filter((scope) => !callScopes.some((own) => own === scope));

/**
 * When a form was shown, which it sends along: a key that came into being since then under the form's name is the
 * form's own, and to send it again, as by reloading the page behind it, makes no other.
 */
function ShownAt({ now }: { now: number }) {
  return <input type="hidden" name="shown_at" value={new Date(now).toISOString()} />;
}

/** Makes a key with the usual name and scopes at one click. */
export function FirstKeyForm({
  base,
  now,
  isFirst,
}: {
  base: string;
  now: number;
  /** Whether the account has never had one. */
  isFirst: boolean;
}) {
  return (
    <form method="post" action={`${base}/keys`}>
      <ShownAt now={now} />
      <input type="hidden" name="name" value="default" />
      {callScopes.map((scope) => (
        <input key={scope} type="hidden" name="scopes" value={scope} />
      ))}
      <p class="actions">
        <button>{isFirst ? "Create your first API key" : "Create an API key"}</button>
        <a href={`${base}/new-key`}>Choose its name, scopes and limits</a>
      </p>
    </form>
  );
}

interface NewKeyProps {
  call: PageCall;
  now: number;
  values?: Record<string, string>;
  chosen?: readonly string[];
  faults?: Faults;
}

function NewKey({ call, now, values = {}, chosen = callScopes, faults = {} }: NewKeyProps) {
  const { base, signedIn } = call;
  return (
    <Page
      title="Create an API key"
      base={base}
      signedInAs={signedIn.account}
      section="keys"
      scripts={["single-submit.js"]}
    >
      <p class="crumb">
        <a href={`${base}/keys`}>API keys</a>
      </p>
      <h1>Create an API key</h1>
      <FormFault faults={faults} />
      <form class="card" method="post" action={`${base}/keys`}>
        <ShownAt now={now} />
        <Field
          name="name"
          label="Name"
          hint="Says where the key is used, such as the name of a program."
          value={values["name"] ?? "default"}
          faults={faults}
          first
        />
        <div class="fields">
          <Field
            name="expires_at"
            label="Last day (optional)"
            type="date"
            hint="In UTC. From the next day on the key is refused."
            value={values["expires_at"]}
            min={new Date(now).toISOString().slice(0, 10)}
            faults={faults}
            optional
          />
          <LimitField value={values["daily_limit"]} faults={faults} />
        </div>
        <ScopeFields legend="What it may do" offered={callScopes} chosen={chosen} fault={faults["scopes"]} />
        <ScopeFields legend="Your account" offered={accountScopes} chosen={chosen}>
          Calls do not need these. Who has a key that may change the account can do what you can, such as make
          further keys and change to a dearer plan.
        </ScopeFields>
        <div class="actions">
          <button>Create the key</button>
          <a href={`${base}/keys`}>Cancel</a>
        </div>
      </form>
    </Page>
  );
}

/** `GET /new-key` */
export function showNewKey(call: PageCall): Promise<Response> {
  return respondPage(call.c, NewKey({ call, now: call.services.clock.now() }), { runsScripts: true });
}

/** The end of a day, or what was typed where that is none, so that it is refused. */
function endOfDay(typed: string): string | null {
  if (typed === "") return null;
  const start = Date.parse(`${typed}T00:00:00Z`);
  return Number.isNaN(start) ? typed : new Date(start + dayMs).toISOString();
}

async function madeBefore(call: PageCall, name: string, shownAt: string): Promise<KeyRecord | undefined> {
  const keys = await everyKey(call);
  return keys.find((key) => key.name === name && Date.parse(key.created_at) >= Date.parse(shownAt));
}

/** `POST /keys`: answers with the page that shows the key, so that its secret comes into no address. */
export async function submitNewKey(call: PageCall): Promise<Response> {
  const { c, services, signedIn, base, ask } = call;
  const { values, list: chosen } = await formWithList(c, "scopes");
  const { name = "", expires_at: lastDay = "", daily_limit: limit = "", shown_at: shownAt = "" } = values;
  try {
    const before = await madeBefore(call, name.trim(), shownAt);
    if (before) return c.redirect(`${base}/keys/${before.id}?notice=made-before`, 303);
    const { key, ...apiKey } = await ask(createKey, {
      body: {
        name: name.trim(),
        scopes: chosen,
        expires_at: endOfDay(lastDay),
        daily_limit: numberFrom(limit),
      },
    });
    const page = IssuedKey({ services, signedIn, title: "Your new API key", apiKey, secret: key });
    return await respondPage(c, page, { runsScripts: true });
  } catch (error) {
    const now = services.clock.now();
    const page = NewKey({ call, now, values, chosen, faults: faultsOf(error, keyFaults) });
    return respondPage(c, page, { status: statusOf(c, error), runsScripts: true });
  }
}
