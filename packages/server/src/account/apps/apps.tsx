import { listClients } from "./clients.ts";
import type { ClientRecord } from "../call/records.ts";
import { listGrants } from "./grants.ts";
import { Day } from "../../ui/format.tsx";
import { type PageCall, respondDashboard } from "../call/page-call.tsx";
import { type PageRoute, signedIn } from "../call/page-route.ts";
import { OlderAndNewest, Outcome, pageQuery, RowMenu } from "../../ui/parts.tsx";
import { Grants, withdraw } from "./app-grants.tsx";
import { clientChangeForm, ClientState, respondClient } from "./client-page.tsx";
import { registrationForm, respondRegistration } from "./client-register.tsx";
import { showRevocation, submitRevocation } from "./client-revoke.tsx";
import { showSecretChange, submitSecretChange } from "./client-secret.tsx";

const outcomes = new Map([
  ["withdrawn", "You revoked the app’s access. The server rejects it from its next call."],
  ["revoked", "You revoked the client. The server rejects its tokens from the next call."],
]);

interface ClientRowsProps {
  base: string;
  clients: readonly ClientRecord[];
  /** The level below the preceding heading. */
  heading?: "h2" | "h3";
}

function ClientRows({ base, clients, heading: Heading = "h3" }: ClientRowsProps) {
  return (
    <ul class="rows">
      {clients.map((client) => (
        <li key={client.id}>
          <div>
            <Heading>
              <a href={`${base}/apps/${client.id}`}>{client.name}</a>
            </Heading>
            <p class="muted small">
              <code>{client.id}</code> · {client.type} · registered on <Day at={client.createdAt} />
            </p>
          </div>
          <ClientState client={client} />
          {client.revokedAt === null && (
            <RowMenu
              id={`actions-${client.id}`}
              name={client.name}
              actions={[
                { href: `${base}/apps/${client.id}`, label: "Edit" },
                { href: `${base}/usage?credential=${client.id}`, label: "View usage" },
                { href: `${base}/apps/${client.id}/revoke`, label: "Revoke", isDangerous: true },
              ]}
            />
          )}
        </li>
      ))}
    </ul>
  );
}

interface ClientsProps {
  base: string;
  clients: { items: ClientRecord[]; next: string | null };
  after: string | undefined;
  hasRevoked: boolean;
}

function Clients({ base, clients: { items, next }, after, hasRevoked }: ClientsProps) {
  return (
    <section class="card" aria-labelledby="clients">
      <div class="page-title">
        <h2 id="clients">Your OAuth clients</h2>
        <a class="button small" href={`${base}/new-client`}>
          Register client
        </a>
      </div>
      {items.length === 0 ? (
        <p class="empty">
          You have no clients. Register one to let users of your program sign in here and use their accounts
          with it. For your own account, an <a href={`${base}/keys`}>API key</a> is simpler.
        </p>
      ) : (
        <>
          <ClientRows base={base} clients={items} />
          <OlderAndNewest path={`${base}/apps`} name="clients_after" next={next} after={after} />
        </>
      )}
      {hasRevoked && (
        <p>
          <a href={`${base}/ended-clients`}>Revoked clients</a>
        </p>
      )}
    </section>
  );
}

/** `GET /apps`: shows a page of the grants and a page of the active clients, newest first. */
async function showApps(page: PageCall): Promise<Response> {
  const { c, base, ask } = page;
  const { after, clients_after: clientsAfter } = c.req.query();
  const [grants, clients] = await Promise.all([
    ask(listGrants, { query: pageQuery(after) }),
    ask(listClients, { query: { state: "active", ...pageQuery(clientsAfter) } }),
  ]);
  // After the active ones, because reading those records which clients have ended.
  const revoked = await ask(listClients, { query: { state: "ended", limit: 1 } });
  return respondDashboard(
    page,
    { title: "Apps", section: "apps", styles: ["apps.css"] },
    <>
      <h1>Apps</h1>
      <Outcome name={c.req.query("notice")} sentences={outcomes} />
      <Grants base={base} grants={grants} catalog={page.services.scopes} />
      <Clients base={base} clients={clients} after={clientsAfter} hasRevoked={revoked.items.length > 0} />
    </>,
  );
}

/** `GET /ended-clients`: shows a page of revoked clients, the most recently revoked first. */
async function showEndedClients(page: PageCall): Promise<Response> {
  const { c, base, ask } = page;
  const after = c.req.query("after");
  const { items, next } = await ask(listClients, { query: { state: "ended", ...pageQuery(after) } });
  return respondDashboard(
    page,
    { title: "Revoked clients", section: "apps", styles: ["apps.css"], crumb: ["/apps", "Apps"] },
    <>
      <h1>Revoked clients</h1>
      <p class="muted">
        The server deletes clients 90 days after you revoke them and keeps the latest 1,000.
      </p>
      <section class="card">
        {items.length === 0 ? (
          <p class="empty">
            {after === undefined ? "You have no revoked clients." : "There are no older clients."}
          </p>
        ) : (
          <ClientRows base={base} clients={items} heading="h2" />
        )}
        <OlderAndNewest path={`${base}/ended-clients`} next={next} after={after} />
      </section>
    </>,
  );
}

export const appRoutes: readonly PageRoute[] = [
  { path: "/apps", get: signedIn(showApps), post: signedIn(withdraw) },
  { path: "/ended-clients", get: signedIn(showEndedClients) },
  { path: "/new-client", get: signedIn((page) => respondRegistration(page)), ...registrationForm },
  { path: "/apps/:id", get: signedIn((page) => respondClient(page)), ...clientChangeForm },
  { path: "/apps/:id/secret", get: signedIn(showSecretChange), post: signedIn(submitSecretChange) },
  { path: "/apps/:id/revoke", get: signedIn(showRevocation), post: signedIn(submitRevocation) },
];
