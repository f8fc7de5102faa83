import { getKey, revokeKey } from "../../management/keys.ts";
import { Instant } from "../../pages/format.tsx";
import { Page } from "../../pages/layout.tsx";
import type { PageCall } from "../../pages/page-call.ts";
import { respondPage } from "../../pages/respond-page.ts";
import { idOf, isLive } from "./key-records.ts";

/** `GET /keys/:id/revoke`: asks for confirmation. */
export async function showRevocation(call: PageCall): Promise<Response> {
  const { c, base, services, signedIn, ask } = call;
  const apiKey = await ask(getKey, { id: idOf(call) });
  const path = `${base}/keys/${apiKey.id}`;
  if (!isLive(apiKey, services.clock.now())) return c.redirect(path, 303);
  return respondPage(
    c,
    <Page title="Revoke key" base={base} signedInAs={signedIn.account} section="keys" narrow>
      <section class="card danger">
        <h1>{`Revoke “${apiKey.name}”?`}</h1>
        <p>The server rejects the key from its next call. You cannot undo this.</p>
        <p>
          {apiKey.last_used_at === null ? (
            "The key was never used."
          ) : (
            <>
              The key was last used at <Instant at={apiKey.last_used_at} />.
            </>
          )}
        </p>
        <div class="actions">
          <form method="post" action={`${path}/revoke`}>
            <button class="bad">Revoke key permanently</button>
          </form>
          <a href={path}>Keep key</a>
        </div>
      </section>
    </Page>,
  );
}

export async function submitRevocation(call: PageCall): Promise<Response> {
  await call.ask(revokeKey, { id: idOf(call) });
  return call.c.redirect(`${call.base}/keys?notice=revoked`, 303);
}
