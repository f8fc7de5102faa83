import { Instant, number } from "../../pages/format.tsx";
import { Facts } from "../../pages/parts.tsx";
import { type KeyRecord, previousSecretEnd, keyState } from "./key-records.ts";

/** Renders all properties of a key. */
export function KeyFacts({ apiKey, now }: { apiKey: KeyRecord; now: number }) {
  const { name, tone } = keyState(apiKey, now);
  const previousEnd = previousSecretEnd(apiKey, now);
  const instantOrNever = (at: string | null) => (at === null ? "never" : <Instant at={at} />);
  return (
    <Facts
      rows={[
        ["Status", <span class={`badge ${tone}`}>{name}</span>],
        ["ID", <code>{apiKey.id}</code>],
        ["Scopes", apiKey.scopes.join(", ")],
        ["Calls a day", apiKey.daily_limit === null ? "your plan’s limit" : number(apiKey.daily_limit)],
        ["Created", <Instant at={apiKey.created_at} />],
        ["Last used", instantOrNever(apiKey.last_used_at)],
        ["Expires", instantOrNever(apiKey.expires_at)],
        apiKey.rotated_at !== null && ["Rotated", <Instant at={apiKey.rotated_at} />],
        previousEnd !== null && ["Previous secret works until", <Instant at={previousEnd} />],
        apiKey.revoked_at !== null && ["Revoked", <Instant at={apiKey.revoked_at} />],
      ]}
    />
  );
}
