import { RepeatedRequest } from "@tools-api/core/internal";
import { getClient, rotateClientSecret } from "./clients.ts";
import type { ClientRecord } from "../call/records.ts";
import { FormKey } from "../call/form-key.tsx";
import { type PageCall, respondDashboard } from "../call/page-call.tsx";
import { readPageForm } from "../../ui/page-form.ts";
import { Copyable } from "../../ui/parts.tsx";
import { tokenCall } from "./client-endpoints.tsx";

/** Responds with the only page that shows a client's secret. */
export function respondIssuedSecret(
  page: PageCall,
  client: ClientRecord,
  secret: string,
  { title }: { title: string },
): Promise<Response> {
  return respondDashboard(
    page,
    { title, section: "apps", scripts: ["copy-button.js"] },
    <>
      <h1>{title}</h1>
      <section class="card">
        <h2>Save the secret now</h2>
        <p>
          This page shows the secret of “{client.name}” only once. Save it where only your server can read it.
        </p>
        <Copyable id="client-id" text={client.id} label="client ID" />
        <Copyable id="client-secret" text={secret} label="client secret" />
      </section>
      {client.grantTypes.includes("client_credentials") && (
        <section class="card">
          <h2>Request a token</h2>
          <Copyable id="call" text={tokenCall(page.services, client.id, secret)} label="curl command" />
        </section>
      )}
      <p>
        <a class="button quiet" href={`${page.base}/apps/${client.id}`}>
          I saved the secret
        </a>
      </p>
    </>,
  );
}

/** `GET /apps/:id/secret`: asks for confirmation of a new secret. */
export async function showSecretChange(page: PageCall): Promise<Response> {
  const { c, base, id, ask } = page;
  const client = await ask(getClient, { id });
  const path = `/apps/${client.id}`;
  if (client.type === "public" || client.revokedAt !== null) return c.redirect(base + path, 303);
  return respondDashboard(
    page,
    {
      title: "Replace secret",
      section: "apps",
      narrow: true,
      scripts: ["single-submit.js"],
      crumb: [path, client.name],
    },
    <div class="card">
      <h1>Replace the secret</h1>
      <p>
        The current secret of “{client.name}” becomes invalid immediately. Your server gets no tokens until it
        has the new one. Existing tokens keep working.
      </p>
      <form method="post" action={`${base}${path}/secret`}>
        <FormKey page={page} />
        <button class="wide bad">Replace secret</button>
      </form>
    </div>,
  );
}

export async function submitSecretChange(page: PageCall): Promise<Response> {
  const { c, base, id, ask } = page;
  const { key: formKey } = await readPageForm(c);
  try {
    const { clientSecret: secret = "", ...client } = await ask(rotateClientSecret, { id, formKey });
    return await respondIssuedSecret(page, client, secret, { title: "You replaced the secret" });
  } catch (error) {
    if (!(error instanceof RepeatedRequest)) throw error;
    return c.redirect(`${base}/apps/${String(error.answer)}?notice=secret-before`, 303);
  }
}
