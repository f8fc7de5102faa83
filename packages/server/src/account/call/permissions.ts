import { ToolsError } from "@tools-api/core/errors";
import { everyCall, hasScope, operatorScope } from "@tools-api/core/accounts/light";
import type { Account, GrantedScopes } from "@tools-api/core/accounts";
import { coversAddresses } from "../../http/allowed-addresses.ts";
import type { AccountServices } from "../../session/services.ts";
import type { Caller } from "./caller.ts";

/** The scopes, expiry, daily limit and addresses of a credential. */
export interface Permissions {
  scopes: GrantedScopes;
  /** Epoch milliseconds, or `null` if it does not expire. */
  expiresAt: number | null;
  /** Calls per UTC day, or `null` for no limit. */
  dailyLimit: number | null;
  /** IP addresses and ranges; empty for every address. */
  allowedIps: readonly string[];
}

/**
 * Returns the permissions that a caller can pass on. `null`: the caller is the owner and can pass on everything.
 * The expiry of an access token sets no bound: the token is short-lived and its grant outlasts it. The expiry, the limit
 * and the addresses of an API key do.
 */
export function callerPermissions({ credential }: Caller): Permissions | null {
  if (credential === null) return null;
  const { scopes, method, expiresAt, dailyLimit = null, allowedIps = [] } = credential;
  return method === "api_key"
    ? { scopes, expiresAt, dailyLimit, allowedIps }
    : { scopes, expiresAt: null, dailyLimit: null, allowedIps: [] };
}

function exceeds(wanted: number | null, own: number | null): boolean {
  return own !== null && (wanted === null || wanted > own);
}

/**
 * Rejects a request for a credential, or its secret, with more permissions than the caller's own.
 * Attack: a key that may manage keys could otherwise create another key without its own limits.
 *
 * @throws ToolsError `insufficient_scope`.
 */
export function requirePermissions(
  { scopes }: Pick<AccountServices, "scopes">,
  caller: Caller,
  wanted: Permissions,
): void {
  const own = callerPermissions(caller);
  if (!own) return;
  const lacks = (scope: string) => !hasScope(own.scopes, scope);
  const missing = (wanted.scopes ?? [everyCall]).filter(lacks);
  const named = scopes.list(missing).filter(lacks);
  const faults = [
    named.length > 0 && `the scopes ${named.join(", ")}`,
    missing.length > 0 && named.length === 0 && "the scopes of tools that are not installed",
    exceeds(wanted.expiresAt, own.expiresAt) && "a later expiry",
    exceeds(wanted.dailyLimit, own.dailyLimit) && "a higher daily limit",
    !coversAddresses(own.allowedIps, wanted.allowedIps) && "other addresses",
  ].filter((fault) => fault !== false);
  if (faults.length === 0) return;
  throw new ToolsError(
    "insufficient_scope",
    `The credential cannot grant more than it has: it lacks ${faults.join(", ")}.`,
  );
}

/**
 * Requires that only an operator gets a key with the scope `operator`.
 *
 * @throws ToolsError `insufficient_scope`.
 */
export function requireRole({ role }: Account, scopes: GrantedScopes): void {
  if (role === "operator" || !scopes?.includes(operatorScope)) return;
  throw new ToolsError("insufficient_scope", "Only an operator can have a key with the scope operator.");
}
