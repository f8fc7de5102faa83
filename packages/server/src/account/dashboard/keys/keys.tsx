import type { Child } from "hono/jsx";
import { listKeys } from "../../management/keys.ts";
import { Day, Instant, number } from "../../pages/format.tsx";
import { Page } from "../../pages/layout.tsx";
import type { PageCall } from "../../pages/page-call.ts";
import { type PageRoute, signedIn, typedForm } from "../../pages/page-route.ts";
import { OlderAndNewest, Outcome, TableRegion } from "../../pages/parts.tsx";
import { respondPage } from "../../pages/respond-page.ts";
import { refillKeyChange, showKey, submitKeyChange } from "./key-page.tsx";
import { hasEndedKeys, type KeyRecord, previousSecretEnd, scopesInWords, stateOf } from "./key-records.ts";
import { showRevocation, submitRevocation } from "./key-revocation.tsx";
import { submitRotation } from "./key-rotation.tsx";
import { FirstKeyForm, refillNewKey, showNewKey, submitNewKey } from "./new-key.tsx";

const outcomes = new Map([["revoked", "You revoked the key. The server rejects it from the next call."]]);

function KeyTable({
  label,
  keys,
  base,
  now,
}: {
  label: string;
  keys: readonly KeyRecord[];
  base: string;
  now: number;
}) {
  return (
    <TableRegion label={label}>
      <table class="keys">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Status</th>
            <th scope="col">Scopes</th>
            <th scope="col" class="amount">
              Calls a day
            </th>
            <th scope="col">Created</th>
            <th scope="col">Last used</th>
            <th scope="col">Expires</th>
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <KeyRow key={key.id} apiKey={key} base={base} now={now} />
          ))}
        </tbody>
      </table>
    </TableRegion>
  );
}

function KeyRow({ apiKey, base, now }: { apiKey: KeyRecord; base: string; now: number }) {
  const { name, tone } = stateOf(apiKey, now);
  const previousEnd = previousSecretEnd(apiKey, now);
  return (
    <tr>
      <th scope="row">
        <a href={`${base}/keys/${apiKey.id}`}>{apiKey.name}</a>
      </th>
      <td>
        <span class={`badge ${tone}`}>{name}</span>
        {previousEnd && (
          <p class="small muted">
            Rotated; the previous secret works until <Instant at={previousEnd} />
          </p>
        )}
      </td>
      <td>{scopesInWords(apiKey)}</td>
      <td class="amount">{apiKey.daily_limit === null ? "plan’s limit" : number(apiKey.daily_limit)}</td>
      <td>
        <Day at={apiKey.created_at} />
      </td>
      <td>{apiKey.last_used_at === null ? "never" : <Instant at={apiKey.last_used_at} />}</td>
      <td>{apiKey.expires_at === null ? "never" : <Instant at={apiKey.expires_at} />}</td>
    </tr>
  );
}

function NoKeys({ call }: { call: PageCall }) {
  return (
    <section class="card empty first-key">
      <h2>No keys yet</h2>
      <p>Your program needs a key to call the API. You see it once, with a command that tries it.</p>
      <FirstKeyForm call={call} isFirst />
    </section>
  );
}

function KeysPage({ call, title, children }: { call: PageCall; title: string; children: Child }) {
  const { base, signedIn } = call;
  return (
    <Page
      title={title}
      base={base}
      signedInAs={signedIn.account}
      section="keys"
      styles={["keys.css"]}
      scripts={["single-submit.js"]}
    >
      {children}
    </Page>
  );
}

/** `GET /keys`: shows a page of the active keys, newest first. */
async function showKeys(call: PageCall): Promise<Response> {
  const { c, base, services, ask } = call;
  const after = c.req.query("after");
  const query = { state: "active", ...(after !== undefined && { after }) };
  // Reading the active keys records which keys have ended.
  const { items, next } = await ask(listKeys, { query });
  const hasEnded = await hasEndedKeys(call);
  const isFirst = items.length === 0 && after === undefined && !hasEnded;
  return respondPage(
    c,
    <KeysPage call={call} title="API keys">
      <div class="page-title">
        <h1>API keys</h1>
        {!isFirst && (
          <a class="button" href={`${base}/new-key`}>
            Create key
          </a>
        )}
      </div>
      <Outcome name={c.req.query("notice")} sentences={outcomes} />
      {isFirst && <NoKeys call={call} />}
      {!isFirst && items.length === 0 && (
        <p class="card empty">
          {after === undefined ? "You have no active keys." : "You have no older keys."}
        </p>
      )}
      {items.length > 0 && (
        <section class="card">
          <KeyTable label="API keys" keys={items} base={base} now={services.clock.now()} />
          <OlderAndNewest path={`${base}/keys`} next={next} after={after} />
        </section>
      )}
      {hasEnded && (
        <p>
          <a href={`${base}/ended-keys`}>Revoked and expired keys</a>
        </p>
      )}
    </KeysPage>,
    { runsScripts: true },
  );
}

/** `GET /ended-keys`: shows a page of ended keys, the most recently ended first. */
async function showEndedKeys(call: PageCall): Promise<Response> {
  const { c, base, services, ask } = call;
  const after = c.req.query("after");
  const query = { state: "ended", ...(after !== undefined && { after }) };
  const { items, next } = await ask(listKeys, { query });
  return respondPage(
    c,
    <KeysPage call={call} title="Revoked and expired keys">
      <p class="crumb">
        <a href={`${base}/keys`}>API keys</a>
      </p>
      <h1>Revoked and expired keys</h1>
      <p class="muted">The server deletes keys 90 days after they end and keeps the latest 1,000.</p>
      {items.length === 0 ? (
        <p class="card empty">
          {after === undefined ? "You have no revoked or expired keys." : "You have no older keys."}
        </p>
      ) : (
        <section class="card">
          <KeyTable label="Revoked and expired keys" keys={items} base={base} now={services.clock.now()} />
          <OlderAndNewest path={`${base}/ended-keys`} next={next} after={after} />
        </section>
      )}
    </KeysPage>,
    { runsScripts: true },
  );
}

export const keyPageRoutes: readonly PageRoute[] = [
  { path: "/keys", get: signedIn(showKeys), ...typedForm(submitNewKey, refillNewKey) },
  { path: "/ended-keys", get: signedIn(showEndedKeys) },
  { path: "/new-key", get: signedIn(showNewKey) },
  { path: "/keys/:id", get: signedIn(showKey), ...typedForm(submitKeyChange, refillKeyChange) },
  { path: "/keys/:id/rotate", post: signedIn(submitRotation) },
  { path: "/keys/:id/revoke", get: signedIn(showRevocation), post: signedIn(submitRevocation) },
];
