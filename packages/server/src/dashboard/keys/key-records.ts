import { callScopes } from "@tools-api/core";
import type { z } from "zod";
import { type ApiKeyRecord, listKeys } from "../../management/keys.ts";
import type { PageCall } from "../../pages/page-call.ts";

/** A key as the management API answers it. */
export type KeyRecord = z.output<typeof ApiKeyRecord>;

/** The id in the path of a page. */
export function idOf({ c }: Pick<PageCall, "c">): string {
  return c.req.param("id") ?? "";
}

/** Returns whether the account has a key that has ended. */
export async function hasEndedKeys({ ask }: Pick<PageCall, "ask">): Promise<boolean> {
  return (await ask(listKeys, { query: { state: "ended", limit: 1 } })).items.length > 0;
}

/** When a key ended or will, in epoch milliseconds; infinite where it has no end. */
function endOf({ revoked_at: revoked, expires_at: expires }: KeyRecord): number {
  return Math.min(...[revoked, expires].map((at) => (at === null ? Infinity : Date.parse(at))));
}

/** @param now Epoch milliseconds. */
export function isLive(key: KeyRecord, now: number): boolean {
  return endOf(key) > now;
}

/** Until when the secret from before the rotation works, while it does. */
export function previousSecretEnd(key: KeyRecord, now: number): string | null {
  const { previous_ends_at: end } = key;
  return end !== null && Date.parse(end) > now && isLive(key, now) ? end : null;
}

/** How a key stands, in a word. */
export interface KeyState {
  name: "Active" | "Expires soon" | "Expired" | "Revoked";
  tone: "good" | "warn" | "bad";
}

const soonMs = 7 * 86_400_000;

/** How a key stands at an instant, in epoch milliseconds. */
export function stateOf(key: KeyRecord, now: number): KeyState {
  if (key.revoked_at !== null) return { name: "Revoked", tone: "bad" };
  const left = endOf(key) - now;
  if (left <= 0) return { name: "Expired", tone: "bad" };
  return left <= soonMs ? { name: "Expires soon", tone: "warn" } : { name: "Active", tone: "good" };
}

/** What a key may do, in a cell of a table. */
export function scopesInWords({ scopes }: Pick<KeyRecord, "scopes">): string {
  const hasOfCalls = callScopes.every((scope) => scopes.includes(scope));
  if (!hasOfCalls) return scopes.join(", ");
  const others = scopes.filter((scope) => !callScopes.some((own) => own === scope));
  return ["all four", ...others].join(", ");
}
