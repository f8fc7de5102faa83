import { InstantAndDistance, number } from "../../ui/format.tsx";
import { Facts } from "../../ui/parts.tsx";
import { type KeyRecord, previousSecretEnd, keyState, secretHint } from "./key-records.ts";

/** Renders all properties of a key. */
export function KeyFacts({ apiKey, now }: { apiKey: KeyRecord; now: number }) {
  const { name, tone } = keyState(apiKey, now);
  const previousEnd = previousSecretEnd(apiKey, now);
  const hint = secretHint(apiKey);
  const instantOrNever = (at: number | null) => (at === null ? "never" : <InstantAndDistance at={at} />);
  return (
    <Facts
      rows={[
        ["Status", <span class={`badge ${tone}`}>{name}</span>],
        ["ID", <code>{apiKey.id}</code>],
        hint !== null && ["Secret", <code>{hint}</code>],
        ["Scopes", apiKey.scopes.join(", ")],
        ["Calls a day", apiKey.dailyLimit === null ? "your plan’s limit" : number(apiKey.dailyLimit)],
        apiKey.allowedIps.length > 0 && ["Allowed IP addresses", apiKey.allowedIps.join(", ")],
        ["Created", <InstantAndDistance at={apiKey.createdAt} />],
        ["Last used", instantOrNever(apiKey.lastUsedAt)],
        apiKey.lastUsedFrom !== null && ["Last used from", apiKey.lastUsedFrom],
        ["Expires", instantOrNever(apiKey.expiresAt)],
        apiKey.rotatedAt !== null && ["Rotated", <InstantAndDistance at={apiKey.rotatedAt} />],
        previousEnd !== null && ["Previous secret works until", <InstantAndDistance at={previousEnd} />],
        apiKey.revokedAt !== null && ["Revoked", <InstantAndDistance at={apiKey.revokedAt} />],
      ]}
    />
  );
}
