import { grantTypes } from "@tools-api/core/oauth";
import { changeClient, getClient } from "./clients.ts";
import type { ClientRecord } from "../call/records.ts";
import { FormFault } from "../../ui/form.tsx";
import { Day } from "../../ui/format.tsx";
import { FormKey } from "../call/form-key.tsx";
import { type PageCall, respondDashboard } from "../call/page-call.tsx";
import { type ShownForm, typedForm } from "../call/page-route.ts";
import { Facts, Outcome } from "../../ui/parts.tsx";
import { ClientEndpoints } from "./client-endpoints.tsx";
import {
  clientFaults,
  ClientFields,
  type ClientValues,
  readClientForm,
  redirectUriLines,
} from "./client-form.tsx";

const outcomes = new Map([
  [
    "sent-again",
    "You already sent this form, and it registered this client. Its secret was shown once. If you did not save it, replace the secret.",
  ],
  ["registered", "You registered the client. It is public, so it has no secret."],
  [
    "secret-before",
    "You already sent this form, and it replaced the secret. If you did not save the new secret, replace it again.",
  ],
  ["saved", "You changed the client. The server rejects removed scopes from the next call."],
]);

function isRedirecting({ grantTypes }: ClientRecord): boolean {
  return grantTypes.includes("authorization_code");
}

function storedValues(client: ClientRecord): ClientValues {
  return {
    name: client.name,
    type: client.type,
    redirectUris: client.redirectUris.join("\n"),
    grantTypes: client.grantTypes,
    scopes: client.scopes,
  };
}

/** Renders the state of a client, active or revoked. */
export function ClientState({ client }: { client: Pick<ClientRecord, "revokedAt"> }) {
  return client.revokedAt === null ? (
    <span class="badge good">Active</span>
  ) : (
    <span class="badge bad">Revoked</span>
  );
}

function ClientFacts({ client }: { client: ClientRecord }) {
  return (
    <section class="card" aria-labelledby="facts">
      <h2 id="facts">Details</h2>
      <Facts
        rows={[
          ["Client ID", <code>{client.id}</code>],
          ["Type", client.type],
          ["Grant types", client.grantTypes.join(", ")],
          ["Registered", <Day at={client.createdAt} />],
          client.revokedAt !== null && ["Revoked", <Day at={client.revokedAt} />],
        ]}
      />
    </section>
  );
}

function ClientDangers({ base, client }: { base: string; client: ClientRecord }) {
  const hasSecret = client.type === "confidential";
  return (
    <section class="card" aria-labelledby="dangers">
      <h2 id="dangers">{hasSecret ? "Replace the secret, or revoke the client" : "Revoke the client"}</h2>
      <p>
        {hasSecret &&
          "The server stores only a digest of the secret and cannot show it again. You can replace it. "}
        The server rejects a revoked client from its next call, for all users.
      </p>
      <p class="actions">
        {hasSecret && (
          <a class="button quiet" href={`${base}/apps/${client.id}/secret`}>
            Replace secret…
          </a>
        )}
        <a class="button bad" href={`${base}/apps/${client.id}/revoke`}>
          Revoke client…
        </a>
      </p>
    </section>
  );
}

/** Responds with the page of a client in its stored state. */
export async function respondClient(
  page: PageCall,
  { values, faults = {}, error }: ShownForm<ClientValues> = {},
): Promise<Response> {
  const { c, base, services, id, ask } = page;
  const client = await ask(getClient, { id });
  const isLive = client.revokedAt === null;
  return respondDashboard(
    page,
    { title: client.name, section: "apps", styles: ["apps.css"], crumb: ["/apps", "Apps"], error },
    <>
      <div class="page-title">
        <h1>{client.name}</h1>
        <ClientState client={client} />
      </div>
      <Outcome name={c.req.query("notice")} sentences={outcomes} />
      {!isLive && (
        <p class="notice warn">
          You revoked this client. The server rejects its secret and all of its tokens, and users can no
          longer allow it.
        </p>
      )}
      <ClientFacts client={client} />
      {isLive && (
        <section class="card form" aria-labelledby="change">
          <h2 id="change">Edit client</h2>
          <FormFault faults={faults} />
          <form method="post" action={`${base}/apps/${client.id}`}>
            <FormKey page={page} />
            <ClientFields
              values={values ?? storedValues(client)}
              faults={faults}
              redirects={isRedirecting(client)}
              catalog={services.scopes}
            />
            <button>Save changes</button>
          </form>
        </section>
      )}
      {isLive && <ClientEndpoints services={services} client={client} />}
      {isLive && <ClientDangers base={base} client={client} />}
    </>,
  );
}

/** The form that changes the name, the redirect URIs or the scopes. */
export const clientChangeForm = typedForm({
  read: readClientForm,
  show: respondClient,
  async submit({ c, base, id, ask }, values) {
    const client = await ask(getClient, { id });
    const redirects = isRedirecting(client) && { redirect_uris: redirectUriLines(values) };
    await ask(changeClient, { id, body: { name: values.name, scopes: values.scopes, ...redirects } });
    return c.redirect(`${base}/apps/${id}?notice=saved`, 303);
  },
  // This form does not contain the grant types, which cannot change.
  faults: (error, values) => clientFaults(error, { ...values, grantTypes }),
});
