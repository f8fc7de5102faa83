import { getClient, revokeClient } from "../../management/clients.ts";
import { Page } from "../../pages/layout.tsx";
import type { PageCall } from "../../pages/page-call.ts";
import { respondPage } from "../../pages/respond-page.ts";

/** `GET /apps/:id/revoke`: explains the effect of revoking and asks for confirmation. */
export async function showRevocation({ c, base, signedIn, ask }: PageCall): Promise<Response> {
  const client = await ask(getClient, { id: c.req.param("id") ?? "" });
  if (client.revoked_at !== null) return c.redirect(`${base}/apps/${client.id}`, 303);
  return respondPage(
    c,
    <Page title="Revoke client" base={base} signedInAs={signedIn.account} section="apps" narrow>
      <p class="crumb">
        <a href={`${base}/apps/${client.id}`}>{client.name}</a>
      </p>
      <div class="card danger">
        <h1>Revoke “{client.name}”</h1>
        <p>
          The server rejects its secret and all of its tokens from the next call, and revokes all of its
          grants. You cannot undo this. The client stays listed as revoked.
        </p>
        <form method="post" action={`${base}/apps/${client.id}/revoke`}>
          <button class="wide bad">Revoke client</button>
        </form>
      </div>
    </Page>,
  );
}

export async function submitRevocation({ c, base, ask }: PageCall): Promise<Response> {
  await ask(revokeClient, { id: c.req.param("id") ?? "" });
  return c.redirect(`${base}/apps?notice=revoked`, 303);
}
