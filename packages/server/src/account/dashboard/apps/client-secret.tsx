import { RepeatedRequest } from "@tools-api/core/internal";
import { type ClientRecord, getClient, rotateClientSecret } from "../../management/clients.ts";
import { FormKey } from "../../pages/form-key.tsx";
import { Page } from "../../pages/layout.tsx";
import type { PageCall } from "../../pages/page-call.ts";
import { formOf } from "../../pages/page-form.ts";
import { Copyable } from "../../pages/parts.tsx";
import { respondPage } from "../../pages/respond-page.ts";
import { tokenCall } from "./client-endpoints.tsx";

/** Responds with the only page that shows a client's secret. */
export function respondIssuedSecret(
  { c, base, signedIn, services }: PageCall,
  client: ClientRecord,
  secret: string,
  { title }: { title: string },
): Promise<Response> {
  return respondPage(
    c,
    <Page title={title} base={base} signedInAs={signedIn.account} section="apps" scripts={["copy-button.js"]}>
      <h1>{title}</h1>
      <section class="card">
        <h2>Save the secret now</h2>
        <p>
          This page shows the secret of “{client.name}” only once. Save it where only your server can read it.
        </p>
        <Copyable id="client-id" text={client.id} label="client ID" />
        <Copyable id="client-secret" text={secret} label="client secret" />
      </section>
      {client.grant_types.includes("client_credentials") && (
        <section class="card">
          <h2>Request a token</h2>
          <Copyable id="call" text={tokenCall(services, client.id, secret)} label="curl command" />
        </section>
      )}
      <p>
        <a class="button quiet" href={`${base}/apps/${client.id}`}>
          I saved the secret
        </a>
      </p>
    </Page>,
    { runsScripts: true },
  );
}

/** `GET /apps/:id/secret`: asks for confirmation of a new secret. */
export async function showSecretChange({ c, base, services, signedIn, ask }: PageCall): Promise<Response> {
  const client = await ask(getClient, { id: c.req.param("id") ?? "" });
  if (client.type === "public" || client.revoked_at !== null)
    return c.redirect(`${base}/apps/${client.id}`, 303);
  return respondPage(
    c,
    <Page
      title="Replace secret"
      base={base}
      signedInAs={signedIn.account}
      section="apps"
      scripts={["single-submit.js"]}
      narrow
    >
      <p class="crumb">
        <a href={`${base}/apps/${client.id}`}>{client.name}</a>
      </p>
      <div class="card">
        <h1>Replace the secret</h1>
        <p>
          The current secret of “{client.name}” becomes invalid immediately. Your server gets no tokens until
          it has the new one. Existing tokens keep working.
        </p>
        <form method="post" action={`${base}/apps/${client.id}/secret`}>
          <FormKey services={services} account={signedIn.account} />
          <button class="wide bad">Replace secret</button>
        </form>
      </div>
    </Page>,
    { runsScripts: true },
  );
}

export async function submitSecretChange(page: PageCall): Promise<Response> {
  const { c, base, ask } = page;
  const { key: formKey } = await formOf(c);
  try {
    const answer = await ask(rotateClientSecret, { id: c.req.param("id") ?? "", formKey });
    const { client_secret: secret, ...client } = answer;
    return await respondIssuedSecret(page, client, secret, { title: "You replaced the secret" });
  } catch (error) {
    if (!(error instanceof RepeatedRequest)) throw error;
    return c.redirect(`${base}/apps/${String(error.answer)}?notice=secret-before`, 303);
  }
}
