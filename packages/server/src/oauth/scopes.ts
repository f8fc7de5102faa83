import { callScopes, type Scope, scopes } from "@tools-api/core";
import { ignoredScopes } from "@tools-api/core/internal";
import type { OAuthClient } from "@tools-api/core/oauth";
import { OAuthError } from "./oauth-error.ts";

const ignored: readonly string[] = ignoredScopes;

/** Returns the scopes named in a `scope` parameter, without those that the server ignores. */
function scopeWords(text: string): string[] {
  return text.split(" ").filter((word) => word !== "" && !ignored.includes(word));
}

/**
 * Returns the scopes that a request names, or `null` if it names none (RFC 6749 §3.3).
 *
 * @throws OAuthError `invalid_scope` for a scope that is not allowed.
 */
export function parseScopes(text: string | undefined, allowed: readonly Scope[]): Scope[] | null {
  const words = scopeWords(text ?? "");
  if (words.length === 0) return null;
  const named = scopes.filter((scope) => words.includes(scope) && allowed.includes(scope));
  if (named.length < new Set(words).size)
    throw new OAuthError("invalid_scope", `scope: expected some of ${allowed.join(" ")}, received another.`);
  return named;
}

/**
 * Returns the requested scopes that the client may have. A request that names none gets all of the client's scopes
 * except those that manage the account.
 *
 * @throws OAuthError `invalid_scope` if no scope remains, or for a scope that the client may not have.
 */
export function requestedScopes(text: string | undefined, client: OAuthClient): Scope[] {
  const asked =
    parseScopes(text, client.scopes) ?? callScopes.filter((scope) => client.scopes.includes(scope));
  if (asked.length > 0) return asked;
  throw new OAuthError("invalid_scope", `scope: expected some of ${client.scopes.join(" ")}, received none.`);
}
