import { getClient, revokeClient } from "./clients.ts";
import { type PageCall, respondDashboard } from "../call/page-call.tsx";

/** `GET /apps/:id/revoke`: explains the effect of revoking and asks for confirmation. */
export async function showRevocation(page: PageCall): Promise<Response> {
  const { c, base, id, ask } = page;
  const client = await ask(getClient, { id });
  const path = `/apps/${client.id}`;
  if (client.revokedAt !== null) return c.redirect(base + path, 303);
  return respondDashboard(
    page,
    { title: "Revoke client", section: "apps", narrow: true, crumb: [path, client.name] },
    <div class="card danger">
      <h1>Revoke “{client.name}”</h1>
      <p>
        The server rejects its secret and all of its tokens from the next call, and revokes all of its grants.
        You cannot undo this. The client stays listed as revoked.
      </p>
      <form method="post" action={`${base}${path}/revoke`}>
        <button class="wide bad">Revoke client</button>
      </form>
    </div>,
  );
}

export async function submitRevocation({ c, base, id, ask }: PageCall): Promise<Response> {
  await ask(revokeClient, { id });
  return c.redirect(`${base}/apps?notice=revoked`, 303);
}
