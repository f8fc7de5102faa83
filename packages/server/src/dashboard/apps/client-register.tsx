import { callScopes } from "@tools-api/core";
import { listClients, mostClients, registerClient } from "../../management/clients.ts";
import { type Faults, FormFault } from "../../pages/form.tsx";
import { Page } from "../../pages/layout.tsx";
import type { PageCall } from "../../pages/page-call.ts";
import { respondPage, statusOf } from "../../pages/respond-page.ts";
import {
  clientFaults,
  ClientFields,
  type ClientValues,
  FixedClientFields,
  readClientForm,
  redirectUrisOf,
} from "./client-form.tsx";
import { respondIssuedSecret } from "./client-secret.tsx";

const empty: ClientValues = {
  name: "",
  type: "confidential",
  redirectUris: "",
  grantTypes: ["authorization_code", "refresh_token"],
  scopes: callScopes,
};

/**
 * Of a form that is sent again, as by reloading the page behind it, the client that it has registered: one of that name
 * which is not older than the form. When the form was shown comes along with it.
 */
async function registeredBefore(
  { ask }: PageCall,
  name: string,
  shownAt: string,
): Promise<string | undefined> {
  const { items } = await ask(listClients, { query: { limit: mostClients } });
  const own = items.find(
    (client) => client.name === name.trim() && Date.parse(client.created_at) >= Date.parse(shownAt),
  );
  return own?.id;
}

function Registration({ page, values, faults }: { page: PageCall; values: ClientValues; faults: Faults }) {
  const { base, signedIn, services } = page;
  return (
    <Page
      title="Register an OAuth client"
      base={base}
      signedInAs={signedIn.account}
      section="apps"
      styles={["apps.css"]}
      scripts={["single-submit.js"]}
    >
      <p class="crumb">
        <a href={`${base}/apps`}>Apps</a>
      </p>
      <h1>Register an OAuth client</h1>
      <div class="card form">
        <FormFault faults={faults} />
        <form method="post" action={`${base}/new-client`}>
          <input type="hidden" name="shown_at" value={new Date(services.clock.now()).toISOString()} />
          <ClientFields values={values} faults={faults} redirects>
            <FixedClientFields values={values} faults={faults} />
          </ClientFields>
          <button>Register the client</button>
        </form>
      </div>
    </Page>
  );
}

/** `GET /new-client` */
export async function showRegistration(page: PageCall): Promise<Response> {
  return respondPage(page.c, Registration({ page, values: empty, faults: {} }), { runsScripts: true });
}

/** `POST /new-client`: registers the client, and shows its secret if it has one. */
export async function submitRegistration(page: PageCall): Promise<Response> {
  const { c, base, ask } = page;
  const { shownAt, ...values } = await readClientForm(c);
  try {
    const before = await registeredBefore(page, values.name, shownAt);
    if (before !== undefined) return c.redirect(`${base}/apps/${before}?notice=sent-again`, 303);
    const { client_secret: secret, ...client } = await ask(registerClient, {
      body: {
        name: values.name,
        type: values.type,
        redirect_uris: redirectUrisOf(values),
        grant_types: values.grantTypes,
        scopes: values.scopes,
      },
    });
    if (secret === null) return c.redirect(`${base}/apps/${client.id}?notice=registered`, 303);
    return await respondIssuedSecret(page, client, secret, { title: "The client is registered" });
  } catch (error) {
    const faults = clientFaults(error, values);
    return respondPage(c, Registration({ page, values, faults }), {
      status: statusOf(c, error),
      runsScripts: true,
    });
  }
}
