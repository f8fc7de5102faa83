import { listKeys } from "./routes.ts";
import { Field } from "../../ui/form.tsx";
import { Instant, number, Relative } from "../../ui/format.tsx";
import { type PageCall, respondDashboard } from "../call/page-call.tsx";
import { type PageRoute, signedIn } from "../call/page-route.ts";
import { OlderAndNewest, Outcome, pageQuery, RowMenu, Table } from "../../ui/parts.tsx";
import { keyChangeForm, respondKey } from "./key-page.tsx";
import {
  hasEndedKeys,
  isLive,
  type KeyRecord,
  previousSecretEnd,
  scopesInWords,
  secretHint,
  keyState,
} from "./key-records.ts";
import { showRevocation, submitRevocation } from "./key-revocation.tsx";
import { submitRotation } from "./key-rotation.tsx";
import { FirstKeyForm, newKeyForm, respondNewKey } from "./new-key.tsx";

const outcomes = new Map([["revoked", "You revoked the key. The server rejects it from the next call."]]);

interface KeyTableProps {
  label: string;
  keys: readonly KeyRecord[];
  call: PageCall;
}

function KeyTable({ label, keys, call }: KeyTableProps) {
  return (
    <Table
      label={label}
      class="keys stacked"
      columns={[
        "Name",
        "Status",
        "Scopes",
        { amount: "Calls a day" },
        "Last used",
        "Expires",
        { actions: "Actions" },
      ]}
    >
      {keys.map((key) => (
        <KeyRow key={key.id} apiKey={key} call={call} />
      ))}
    </Table>
  );
}

function KeyRow({ apiKey, call: { base, services } }: { apiKey: KeyRecord; call: PageCall }) {
  const now = services.clock.now();
  const { name, tone } = keyState(apiKey, now);
  const previousEnd = previousSecretEnd(apiKey, now);
  const hint = secretHint(apiKey);
  const path = `${base}/keys/${apiKey.id}`;
  return (
    <tr>
      <th scope="row">
        <a href={path}>{apiKey.name}</a>
        {hint !== null && (
          <p class="small muted">
            <code>{hint}</code>
          </p>
        )}
      </th>
      <td data-label="Status">
        <span class={`badge ${tone}`}>{name}</span>
        {previousEnd && (
          <p class="small muted">
            Rotated; the previous secret works until <Instant at={previousEnd} />
          </p>
        )}
      </td>
      <td data-label="Scopes">{scopesInWords(apiKey, services.scopes)}</td>
      <td data-label="Calls a day" class="amount">
        {apiKey.dailyLimit === null ? "plan’s limit" : number(apiKey.dailyLimit)}
      </td>
      <td data-label="Last used">
        {apiKey.lastUsedAt === null ? "never" : <Relative at={apiKey.lastUsedAt} />}
      </td>
      <td data-label="Expires">{apiKey.expiresAt === null ? "never" : <Relative at={apiKey.expiresAt} />}</td>
      <td>
        <RowMenu
          id={`actions-${apiKey.id}`}
          name={apiKey.name}
          actions={[
            { href: path, label: isLive(apiKey, now) ? "Edit or rotate" : "View details" },
            { href: `${base}/usage?credential=${apiKey.id}`, label: "View usage" },
            { href: `${base}/requests?credential=${apiKey.id}`, label: "View requests" },
            ...(isLive(apiKey, now) ? [{ href: `${path}/revoke`, label: "Revoke", isDangerous: true }] : []),
          ]}
        />
      </td>
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

const frame = { section: "keys", styles: ["keys.css"], scripts: ["single-submit.js"] } as const;

/** Returns whether a key has a name that contains a text, or an ID or a secret that begins with it. */
function isFound({ name, id, prefix }: KeyRecord, text: string): boolean {
  return (
    name.toLowerCase().includes(text.toLowerCase()) ||
    id.startsWith(text) ||
    (prefix !== null && (prefix.startsWith(text) || text.startsWith(prefix)))
  );
}

function SearchForm({ base, query }: { base: string; query: string }) {
  return (
    <section class="card" aria-label="Search">
      <form method="get" action={`${base}/keys`} class="fields">
        <Field
          name="query"
          label="Search"
          hint="A name, an ID, or the first 12 characters of a key"
          value={query}
          faults={{}}
          optional
        />
        <button>Find keys</button>
      </form>
    </section>
  );
}

// An account has at most 100 active keys, which fit on one page.
const maxActiveKeys = 100;

/** Returns a page of the active keys, newest first, or all that a search finds. */
async function findKeys({ ask }: PageCall, after: string | undefined, query: string) {
  // Reading the active keys records which keys have ended.
  if (query === "") return ask(listKeys, { query: { state: "active", ...pageQuery(after) } });
  const { items } = await ask(listKeys, { query: { state: "active", limit: maxActiveKeys } });
  return { items: items.filter((key) => isFound(key, query)), next: null };
}

function noKeyFound(after: string | undefined, query: string): string {
  if (query !== "") return "No active key matches.";
  return after === undefined ? "You have no active keys." : "You have no older keys.";
}

/** `GET /keys`: shows the active keys, newest first. A list of more than one page has a search. */
async function showKeys(call: PageCall): Promise<Response> {
  const { c, base } = call;
  const after = c.req.query("after");
  const query = c.req.query("query")?.trim() ?? "";
  const { items, next } = await findKeys(call, after, query);
  const hasEnded = await hasEndedKeys(call);
  const isFirst = items.length === 0 && after === undefined && query === "" && !hasEnded;
  return respondDashboard(
    call,
    { title: "API keys", ...frame },
    <>
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
      {(next !== null || after !== undefined || query !== "") && <SearchForm base={base} query={query} />}
      {!isFirst && items.length === 0 && <p class="card empty">{noKeyFound(after, query)}</p>}
      {items.length > 0 && (
        <section class="card">
          <KeyTable label="API keys" keys={items} call={call} />
          <OlderAndNewest path={`${base}/keys`} next={next} after={after} />
        </section>
      )}
      {hasEnded && (
        <p>
          <a href={`${base}/ended-keys`}>Revoked and expired keys</a>
        </p>
      )}
    </>,
  );
}

/** `GET /ended-keys`: shows a page of ended keys, the most recently ended first. */
async function showEndedKeys(call: PageCall): Promise<Response> {
  const { c, base, ask } = call;
  const after = c.req.query("after");
  const { items, next } = await ask(listKeys, { query: { state: "ended", ...pageQuery(after) } });
  const title = "Revoked and expired keys";
  return respondDashboard(
    call,
    { title, crumb: ["/keys", "API keys"], ...frame },
    <>
      <h1>{title}</h1>
      <p class="muted">The server deletes keys 90 days after they end and keeps the latest 1,000.</p>
      {items.length === 0 ? (
        <p class="card empty">
          {after === undefined ? "You have no revoked or expired keys." : "You have no older keys."}
        </p>
      ) : (
        <section class="card">
          <KeyTable label={title} keys={items} call={call} />
          <OlderAndNewest path={`${base}/ended-keys`} next={next} after={after} />
        </section>
      )}
    </>,
  );
}

export const keyPageRoutes: readonly PageRoute[] = [
  { path: "/keys", get: signedIn(showKeys), ...newKeyForm },
  { path: "/ended-keys", get: signedIn(showEndedKeys) },
  { path: "/new-key", get: signedIn((call) => respondNewKey(call)) },
  { path: "/keys/:id", get: signedIn((call) => respondKey(call)), ...keyChangeForm },
  { path: "/keys/:id/rotate", post: signedIn(submitRotation) },
  { path: "/keys/:id/revoke", get: signedIn(showRevocation), post: signedIn(submitRevocation) },
];
