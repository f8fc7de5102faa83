import { callScopes } from "@tools-api/core";
import { RepeatedRequest } from "@tools-api/core/internal";
import { registerClient } from "../../management/clients.ts";
import { type Faults, FormFault } from "../../pages/form.tsx";
import { FormKey } from "../../pages/form-key.tsx";
import { Page } from "../../pages/layout.tsx";
import type { PageCall } from "../../pages/page-call.ts";
import { fieldsOf } from "../../pages/page-form.ts";
import type { Refill } from "../../pages/page-route.ts";
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
          <FormKey services={services} account={signedIn.account} />
          <ClientFields values={values} faults={faults} redirects>
            <FixedClientFields values={values} faults={faults} />
          </ClientFields>
          <button>Register client</button>
        </form>
      </div>
    </Page>
  );
}

export async function showRegistration(page: PageCall): Promise<Response> {
  return respondPage(page.c, Registration({ page, values: empty, faults: {} }), { runsScripts: true });
}

/** `POST /new-client`: registers the client and shows its secret, if it has one. */
export async function submitRegistration(page: PageCall): Promise<Response> {
  const { c, base, ask } = page;
  const { formKey, ...values } = readClientForm(await fieldsOf(c));
  try {
    const { client_secret: secret, ...client } = await ask(registerClient, {
      formKey,
      body: {
        name: values.name,
        type: values.type,
        redirect_uris: redirectUrisOf(values),
        grant_types: values.grantTypes,
        scopes: values.scopes,
      },
    });
    if (secret === null) return c.redirect(`${base}/apps/${client.id}?notice=registered`, 303);
    return await respondIssuedSecret(page, client, secret, { title: "You registered the client" });
  } catch (error) {
    if (error instanceof RepeatedRequest)
      return c.redirect(`${base}/apps/${String(error.answer)}?notice=sent-again`, 303);
    const faults = clientFaults(error, values);
    return respondPage(c, Registration({ page, values, faults }), {
      status: statusOf(c, error),
      runsScripts: true,
    });
  }
}

/** Shows the form of a new client again with the typed values. */
export const refillRegistration: Refill = (page, { fields, faults }) =>
  respondPage(page.c, Registration({ page, values: readClientForm(fields), faults }), { runsScripts: true });
