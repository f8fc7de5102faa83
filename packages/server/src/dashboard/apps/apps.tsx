import { type ClientRecord, listClients, mostClients } from "../../management/clients.ts";
import { listGrants } from "../../management/grants.ts";
import { Day } from "../../pages/format.tsx";
import { Page } from "../../pages/layout.tsx";
import type { PageCall } from "../../pages/page-call.ts";
import { type PageRoute, signedIn } from "../../pages/page-route.ts";
import { Outcome } from "../../pages/parts.tsx";
import { respondPage } from "../../pages/respond-page.ts";
import { Grants, withdraw } from "./app-grants.tsx";
import { ClientState, showClient, submitClient } from "./client-page.tsx";
import { showRegistration, submitRegistration } from "./client-register.tsx";
import { showRevocation, submitRevocation } from "./client-revoke.tsx";
import { showSecretChange, submitSecretChange } from "./client-secret.tsx";

const outcomes = new Map([
  ["withdrawn", "Withdrawn: the app is refused from its next call on."],
  ["revoked", "The client is revoked, and its tokens are refused from the next call on."],
]);

function ClientRows({ base, clients }: { base: string; clients: readonly ClientRecord[] }) {
  return (
    <ul class="rows">
      {clients.map((client) => (
        <li key={client.id}>
          <div>
            <h3>
              <a href={`${base}/apps/${client.id}`}>{client.name}</a>
            </h3>
            <p class="muted small">
              <code>{client.id}</code> · {client.type} · registered on <Day at={client.created_at} />
            </p>
          </div>
          <ClientState client={client} />
        </li>
      ))}
    </ul>
  );
}

function Clients({ base, clients }: { base: string; clients: readonly ClientRecord[] }) {
  const newestFirst = clients.toSorted((a, b) => b.created_at.localeCompare(a.created_at));
  const live = newestFirst.filter((client) => client.revoked_at === null);
  const revoked = newestFirst.filter((client) => client.revoked_at !== null);
  return (
    <section class="card" aria-labelledby="clients">
      <div class="page-title">
        <h2 id="clients">Your OAuth clients</h2>
        <a class="button small" href={`${base}/new-client`}>
          Register a client
        </a>
      </div>
      {live.length === 0 ? (
        <p class="empty">
          None. Register one to let the users of a program of yours sign in here and use their accounts with
          it. For your own account an <a href={`${base}/keys`}>API key</a> is simpler.
        </p>
      ) : (
        <ClientRows base={base} clients={live} />
      )}
      {revoked.length > 0 && (
        <details>
          <summary>{`Revoked: ${revoked.length}`}</summary>
          <ClientRows base={base} clients={revoked} />
        </details>
      )}
    </section>
  );
}

/** `GET /apps` */
async function showApps({ c, base, signedIn: { account }, ask }: PageCall): Promise<Response> {
  const after = c.req.query("after");
  const [grants, clients] = await Promise.all([
    ask(listGrants, { query: { ...(after !== undefined && { after }) } }),
    ask(listClients, { query: { limit: mostClients } }),
  ]);
  return respondPage(
    c,
    <Page title="Apps" base={base} signedInAs={account} section="apps" styles={["apps.css"]}>
      <h1>Apps</h1>
      <Outcome name={c.req.query("notice")} sentences={outcomes} />
      <Grants base={base} items={grants.items} next={grants.next} />
      <Clients base={base} clients={clients.items} />
    </Page>,
  );
}

export const appRoutes: readonly PageRoute[] = [
  { path: "/apps", get: signedIn(showApps), post: signedIn(withdraw) },
  { path: "/new-client", get: signedIn(showRegistration), post: signedIn(submitRegistration) },
  { path: "/apps/:id", get: signedIn(showClient), post: signedIn(submitClient) },
  { path: "/apps/:id/secret", get: signedIn(showSecretChange), post: signedIn(submitSecretChange) },
  { path: "/apps/:id/revoke", get: signedIn(showRevocation), post: signedIn(submitRevocation) },
];
