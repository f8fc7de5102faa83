import { Day, Instant, number } from "../../pages/format.tsx";
import { Page } from "../../pages/layout.tsx";
import type { PageCall } from "../../pages/page-call.ts";
import { type PageRoute, signedIn } from "../../pages/page-route.ts";
import { NextPage, Outcome, TableRegion } from "../../pages/parts.tsx";
import { respondPage } from "../../pages/respond-page.ts";
import { showKey, submitKeyChange } from "./key-page.tsx";
import {
  endOf,
  everyKey,
  isLive,
  type KeyRecord,
  previousSecretEnd,
  scopesInWords,
  stateOf,
} from "./key-records.ts";
import { showRevocation, submitRevocation } from "./key-revocation.tsx";
import { submitRotation } from "./key-rotation.tsx";
import { FirstKeyForm, showNewKey, submitNewKey } from "./new-key.tsx";

const outcomes = new Map([["revoked", "The key is revoked. The next call with it is refused."]]);

const endedOnPage = 50;

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
            <th scope="col">State</th>
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
            Rotated; the old secret works until <Instant at={previousEnd} />
          </p>
        )}
      </td>
      <td>{scopesInWords(apiKey)}</td>
      <td class="amount">{apiKey.daily_limit === null ? "no cap" : number(apiKey.daily_limit)}</td>
      <td>
        <Day at={apiKey.created_at} />
      </td>
      <td>{apiKey.last_used_at === null ? "never" : <Instant at={apiKey.last_used_at} />}</td>
      <td>{apiKey.expires_at === null ? "never" : <Instant at={apiKey.expires_at} />}</td>
    </tr>
  );
}

function NoKeys({ base, now }: { base: string; now: number }) {
  return (
    <section class="card empty first-key">
      <h2>No keys yet</h2>
      <p>A program needs a key to call the API. You see it once, with a line that tries it.</p>
      <FirstKeyForm base={base} now={now} isFirst />
    </section>
  );
}

/** Those that have ended, the last to end first. */
function EndedKeys({
  keys,
  after,
  base,
  now,
}: {
  keys: readonly KeyRecord[];
  after: string | undefined;
  base: string;
  now: number;
}) {
  const sorted = keys.toSorted((one, other) => endOf(other) - endOf(one));
  const first = sorted.findIndex(({ id }) => id === after) + 1;
  const shown = sorted.slice(first, first + endedOnPage);
  const next = first + endedOnPage < sorted.length ? (shown.at(-1)?.id ?? null) : null;
  return (
    <details class="card" open={after !== undefined}>
      <summary>
        <h2>{`Revoked and expired keys (${number(keys.length)})`}</h2>
      </summary>
      <KeyTable label="Revoked and expired keys" keys={shown} base={base} now={now} />
      <NextPage path={`${base}/keys`} next={next} />
    </details>
  );
}

/** `GET /keys`: all that work, of which there are never many, and page by page what has ended. */
async function showKeys(call: PageCall): Promise<Response> {
  const { c, base, services, signedIn } = call;
  const now = services.clock.now();
  const keys = await everyKey(call);
  const live = keys
    .filter((key) => isLive(key, now))
    .toSorted((one, other) => Date.parse(other.created_at) - Date.parse(one.created_at));
  const ended = keys.filter((key) => !isLive(key, now));
  return respondPage(
    c,
    <Page
      title="API keys"
      base={base}
      signedInAs={signedIn.account}
      section="keys"
      styles={["keys.css"]}
      scripts={["single-submit.js"]}
    >
      <div class="page-title">
        <h1>API keys</h1>
        {keys.length > 0 && (
          <a class="button" href={`${base}/new-key`}>
            Create a key
          </a>
        )}
      </div>
      <Outcome name={c.req.query("notice")} sentences={outcomes} />
      {live.length > 0 && (
        <section class="card">
          <KeyTable label="API keys" keys={live} base={base} now={now} />
        </section>
      )}
      {live.length === 0 && ended.length > 0 && <p class="card empty">No key works at present.</p>}
      {keys.length === 0 && <NoKeys base={base} now={now} />}
      {ended.length > 0 && <EndedKeys keys={ended} after={c.req.query("after")} base={base} now={now} />}
    </Page>,
    { runsScripts: true },
  );
}

export const keyPageRoutes: readonly PageRoute[] = [
  { path: "/keys", get: signedIn(showKeys), post: signedIn(submitNewKey) },
  { path: "/new-key", get: signedIn(showNewKey) },
  { path: "/keys/:id", get: signedIn(showKey), post: signedIn(submitKeyChange) },
  { path: "/keys/:id/rotate", post: signedIn(submitRotation) },
  { path: "/keys/:id/revoke", get: signedIn(showRevocation), post: signedIn(submitRevocation) },
];
