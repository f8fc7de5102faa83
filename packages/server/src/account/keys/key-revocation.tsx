import { getKey, revokeKey } from "./routes.ts";
import { Instant } from "../../ui/format.tsx";
import { type PageCall, respondDashboard } from "../call/page-call.tsx";
import { isLive } from "./key-records.ts";

/** `GET /keys/:id/revoke`: asks for confirmation. */
export async function showRevocation(call: PageCall): Promise<Response> {
  const { c, base, services, id, ask } = call;
  const apiKey = await ask(getKey, { id });
  const path = `${base}/keys/${apiKey.id}`;
  if (!isLive(apiKey, services.clock.now())) return c.redirect(path, 303);
  return respondDashboard(
    call,
    { title: "Revoke key", section: "keys", narrow: true },
    <section class="card danger">
      <h1>{`Revoke “${apiKey.name}”?`}</h1>
      <p>The server rejects the key from its next call. You cannot undo this.</p>
      <p>
        {apiKey.lastUsedAt === null ? (
          "The key was never used."
        ) : (
          <>
            The key was last used at <Instant at={apiKey.lastUsedAt} />.
          </>
        )}
      </p>
      <div class="actions">
        <form method="post" action={`${path}/revoke`}>
          <button class="bad">Revoke key permanently</button>
        </form>
        <a href={path}>Keep key</a>
      </div>
    </section>,
  );
}

export async function submitRevocation({ c, base, id, ask }: PageCall): Promise<Response> {
  await ask(revokeKey, { id });
  return c.redirect(`${base}/keys?notice=revoked`, 303);
}
