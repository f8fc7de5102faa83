import { dayMs } from "@tools-api/core/internal/time";
import { listKeys } from "./routes.ts";
import type { ApiKeyRecord } from "../call/records.ts";
import type { ScopeCatalog } from "../../http/scope-catalog.ts";
import type { PageCall } from "../call/page-call.tsx";

/** A key as the management API returns it. */
export type KeyRecord = ApiKeyRecord;

/** Returns whether the account has a key that has ended. */
export async function hasEndedKeys({ ask }: Pick<PageCall, "ask">): Promise<boolean> {
  return (await ask(listKeys, { query: { state: "ended", limit: 1 } })).items.length > 0;
}

/** Returns the beginning and the end of a key's secret; `null` for a key of an earlier release. */
export function secretHint({ prefix, lastFour }: Pick<KeyRecord, "prefix" | "lastFour">): string | null {
  return prefix === null || lastFour === null ? null : `${prefix}…${lastFour}`;
}

/** Returns the end of a key in epoch milliseconds; `Infinity` if it does not end. */
function keyEnd({ revokedAt: revoked, expiresAt: expires }: KeyRecord): number {
  return Math.min(...[revoked, expires].map((at) => at ?? Infinity));
}

/**
 * Returns whether a key has not ended.
 *
 * @param now Epoch milliseconds.
 */
export function isLive(key: KeyRecord, now: number): boolean {
  return keyEnd(key) > now;
}

/** Returns when the secret from before the rotation ends; `null` if it no longer works. */
export function previousSecretEnd(key: KeyRecord, now: number): number | null {
  const { previousEndsAt: end } = key;
  return end !== null && end > now && isLive(key, now) ? end : null;
}

/** The state of a key, with the color of its badge. */
export interface KeyState {
  name: "Active" | "Expires soon" | "Expired" | "Revoked";
  tone: "good" | "warn" | "bad";
}

const soonMs = 7 * dayMs;

/** Returns the state of a key at an instant in epoch milliseconds. */
export function keyState(key: KeyRecord, now: number): KeyState {
  if (key.revokedAt !== null) return { name: "Revoked", tone: "bad" };
  const left = keyEnd(key) - now;
  if (left <= 0) return { name: "Expired", tone: "bad" };
  return left <= soonMs ? { name: "Expires soon", tone: "warn" } : { name: "Active", tone: "good" };
}

/** Returns the scopes of a key for a table cell. */
export function scopesInWords({ scopes }: Pick<KeyRecord, "scopes">, { calls }: ScopeCatalog): string {
  if (!calls.every((scope) => scopes.includes(scope))) return scopes.join(", ");
  return ["all calls", ...scopes.filter((scope) => !calls.includes(scope))].join(", ");
}
