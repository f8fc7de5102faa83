import { Instant, number } from "../../pages/format.tsx";
import { Facts } from "../../pages/parts.tsx";
import { type KeyRecord, previousSecretEnd, keyState } from "./key-records.ts";

/** Renders all properties of a key. */
export function KeyFacts({ apiKey, now }: { apiKey: KeyRecord; now: number }) {
  const { name, tone } = keyState(apiKey, now);
  const previousEnd = previousSecretEnd(apiKey, now);
  const instantOrNever = (at: number | null) => (at === null ? "never" : <Instant at={at} />);
  return (
    <Facts
      rows={[
        ["Status", <span class={`badge ${tone}`}>{name}</span>],
        ["ID", <code>{apiKey.id}</code>],
        ["Scopes", apiKey.scopes.join(", ")],
        ["Calls a day", apiKey.dailyLimit === null ? "your plan’s limit" : number(apiKey.dailyLimit)],
        ["Created", <Instant at={apiKey.createdAt} />],
        ["Last used", instantOrNever(apiKey.lastUsedAt)],
        ["Expires", instantOrNever(apiKey.expiresAt)],
        apiKey.rotatedAt !== null && ["Rotated", <Instant at={apiKey.rotatedAt} />],
        previousEnd !== null && ["Previous secret works until", <Instant at={previousEnd} />],
        apiKey.revokedAt !== null && ["Revoked", <Instant at={apiKey.revokedAt} />],
      ]}
    />
  );
}
