import { callScopes } from "@tools-api/core";
import { RepeatedRequest } from "@tools-api/core/internal";
import { registerClient } from "../../management/clients.ts";
import { type Faults, FormFault } from "../../pages/form.tsx";
import { FormKey } from "../../pages/form-key.tsx";
import { type PageCall, respondDashboard } from "../../pages/page-call.tsx";
import { readPageFields } from "../../pages/page-form.ts";
import type { Refill } from "../../pages/page-route.ts";
import {
  clientFaults,
  ClientFields,
  type ClientValues,
  FixedClientFields,
  readClientForm,
  redirectUriLines,
} from "./client-form.tsx";
import { respondIssuedSecret } from "./client-secret.tsx";

const empty: ClientValues = {
  name: "",
  type: "confidential",
  redirectUris: "",
  grantTypes: ["authorization_code", "refresh_token"],
  scopes: callScopes,
};

interface RegistrationProps {
  values?: ClientValues;
  faults?: Faults;
  error?: unknown;
}

function respondRegistration(
  page: PageCall,
  { values = empty, faults = {}, error }: RegistrationProps = {},
): Promise<Response> {
  return respondDashboard(
    page,
    {
      title: "Register an OAuth client",
      section: "apps",
      styles: ["apps.css"],
      scripts: ["single-submit.js"],
      crumb: ["/apps", "Apps"],
      error,
    },
    <>
      <h1>Register an OAuth client</h1>
      <div class="card form">
        <FormFault faults={faults} />
        <form method="post" action={`${page.base}/new-client`}>
          <FormKey page={page} />
          <ClientFields values={values} faults={faults} redirects>
            <FixedClientFields values={values} faults={faults} />
          </ClientFields>
          <button>Register client</button>
        </form>
      </div>
    </>,
  );
}

export function showRegistration(page: PageCall): Promise<Response> {
  return respondRegistration(page);
}

/** `POST /new-client`: registers the client and shows its secret, if it has one. */
export async function submitRegistration(page: PageCall): Promise<Response> {
  const { c, base, ask } = page;
  const { formKey, ...values } = readClientForm(await readPageFields(c));
  try {
    const { clientSecret: secret, ...client } = await ask(registerClient, {
      formKey,
      body: {
        name: values.name,
        type: values.type,
        redirect_uris: redirectUriLines(values),
        grant_types: values.grantTypes,
        scopes: values.scopes,
      },
    });
    if (secret === null) return c.redirect(`${base}/apps/${client.id}?notice=registered`, 303);
    return await respondIssuedSecret(page, client, secret, { title: "You registered the client" });
  } catch (error) {
    if (error instanceof RepeatedRequest)
      return c.redirect(`${base}/apps/${String(error.answer)}?notice=sent-again`, 303);
    return respondRegistration(page, { values, faults: clientFaults(error, values), error });
  }
}

/** Shows the form of a new client again with the typed values. */
export const refillRegistration: Refill = (page, { fields, faults }) =>
  respondRegistration(page, { values: readClientForm(fields), faults });
