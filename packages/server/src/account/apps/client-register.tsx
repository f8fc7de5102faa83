import { registerClient } from "./clients.ts";
import { FormFault } from "../../ui/form.tsx";
import { FormKey } from "../call/form-key.tsx";
import { type PageCall, respondDashboard } from "../call/page-call.tsx";
import { type ShownForm, typedForm } from "../call/page-route.ts";
import {
  clientFaults,
  ClientFields,
  type ClientValues,
  FixedClientFields,
  readClientForm,
  redirectUriLines,
} from "./client-form.tsx";
import { respondIssuedSecret } from "./client-secret.tsx";

const empty: Omit<ClientValues, "scopes"> = {
  name: "",
  type: "confidential",
  redirectUris: "",
  grantTypes: ["authorization_code", "refresh_token"],
};

/** Responds with the form of a new client. */
export function respondRegistration(
  page: PageCall,
  { values: typed, faults = {}, error }: ShownForm<ClientValues> = {},
): Promise<Response> {
  const { scopes } = page.services;
  const values = typed ?? { ...empty, scopes: scopes.calls };
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
          <ClientFields values={values} faults={faults} redirects catalog={scopes}>
            <FixedClientFields values={values} faults={faults} />
          </ClientFields>
          <button>Register client</button>
        </form>
      </div>
    </>,
  );
}

/** The form that registers a client. Its response shows the secret, if the client has one. */
export const registrationForm = typedForm({
  read: readClientForm,
  show: respondRegistration,
  async submit(page, { formKey, ...values }) {
    const { clientSecret: secret = null, ...client } = await page.ask(registerClient, {
      formKey,
      body: {
        name: values.name,
        type: values.type,
        redirect_uris: redirectUriLines(values),
        grant_types: values.grantTypes,
        scopes: values.scopes,
      },
    });
    if (secret === null) return page.c.redirect(`${page.base}/apps/${client.id}?notice=registered`, 303);
    return respondIssuedSecret(page, client, secret, { title: "You registered the client" });
  },
  faults: clientFaults,
  answered: (id) => `/apps/${id}?notice=sent-again`,
});
