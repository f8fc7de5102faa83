import { Instant, number } from "../../pages/format.tsx";
import { type KeyRecord, previousSecretEnd, stateOf } from "./key-records.ts";

function InstantOr({ at, otherwise }: { at: string | null; otherwise: string }) {
  return at === null ? otherwise : <Instant at={at} />;
}

/** Renders all properties of a key. */
export function KeyFacts({ apiKey, now }: { apiKey: KeyRecord; now: number }) {
  const { name, tone } = stateOf(apiKey, now);
  const previousEnd = previousSecretEnd(apiKey, now);
  return (
    <dl>
      <dt>Status</dt>
      <dd>
        <span class={`badge ${tone}`}>{name}</span>
      </dd>
      <dt>ID</dt>
      <dd>
        <code>{apiKey.id}</code>
      </dd>
      <dt>Scopes</dt>
      <dd>{apiKey.scopes.join(", ")}</dd>
      <dt>Calls a day</dt>
      <dd>{apiKey.daily_limit === null ? "your plan’s limit" : number(apiKey.daily_limit)}</dd>
      <dt>Created</dt>
      <dd>
        <Instant at={apiKey.created_at} />
      </dd>
      <dt>Last used</dt>
      <dd>
        <InstantOr at={apiKey.last_used_at} otherwise="never" />
      </dd>
      <dt>Expires</dt>
      <dd>
        <InstantOr at={apiKey.expires_at} otherwise="never" />
      </dd>
      {apiKey.rotated_at !== null && (
        <>
          <dt>Rotated</dt>
          <dd>
            <Instant at={apiKey.rotated_at} />
          </dd>
        </>
      )}
      {previousEnd !== null && (
        <>
          <dt>Previous secret works until</dt>
          <dd>
            <Instant at={previousEnd} />
          </dd>
        </>
      )}
      {apiKey.revoked_at !== null && (
        <>
          <dt>Revoked</dt>
          <dd>
            <Instant at={apiKey.revoked_at} />
          </dd>
        </>
      )}
    </dl>
  );
}
