import { type Scope, ToolsError } from "@tools-api/core";
import type { Caller } from "./caller.ts";

/** What a credential can be used for, and how long and how often. */
export interface Authority {
  scopes: readonly Scope[];
  /** Epoch milliseconds, or `null` for no end. */
  expiresAt: number | null;
  /** Calls a UTC day, or `null` for no cap. */
  dailyLimit: number | null;
}

/**
 * What a caller can hand on; `null`: everything, as the owner can. An access token ends long before what it stands for,
 * so that its own end bounds nothing; an API key is all there is.
 */
export function authorityOf({ credential }: Caller): Authority | null {
  if (credential === null) return null;
  const { scopes, method, expiresAt, dailyLimit = null } = credential;
  return method === "api_key"
    ? { scopes, expiresAt, dailyLimit }
    : { scopes, expiresAt: null, dailyLimit: null };
}

function exceeds(wanted: number | null, own: number | null): boolean {
  return own !== null && (wanted === null || wanted > own);
}

/**
 * Refuses to give a credential, or the secret of one, that can do more than the caller: a key that may manage keys
 * could otherwise make itself another without its own bounds.
 *
 * @throws ToolsError `insufficient_scope`.
 */
export function requireAuthority(caller: Caller, wanted: Authority): void {
  const own = authorityOf(caller);
  if (!own) return;
  const missing = wanted.scopes.filter((scope) => !own.scopes.includes(scope));
  const faults = [
    missing.length > 0 && `the scopes ${missing.join(", ")}`,
    exceeds(wanted.expiresAt, own.expiresAt) && "a later end",
    exceeds(wanted.dailyLimit, own.dailyLimit) && "more calls a day",
  ].filter((fault) => fault !== false);
  if (faults.length === 0) return;
  throw new ToolsError(
    "insufficient_scope",
    `The credential cannot give what it does not have itself: ${faults.join(", ")}.`,
  );
}
