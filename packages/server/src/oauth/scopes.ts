import type { AnyClient } from "@tools-api/core/oauth";
import { ignoredScopes, type ScopeCatalog } from "../http/scope-catalog.ts";
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
export function parseScopes(
  catalog: ScopeCatalog,
  text: string | undefined,
  allowed: readonly string[],
): string[] | null {
  const words = scopeWords(text ?? "");
  if (words.length === 0) return null;
  const named = catalog.all.filter((scope) => words.includes(scope) && allowed.includes(scope));
  if (named.length === new Set(words).size) return named;
  const known = catalog.list(allowed).join(" ");
  throw new OAuthError("invalid_scope", `scope: expected some of ${known}, received another.`);
}

/**
 * Returns the requested scopes that the client may have. A request that names none gets all of the client's scopes
 * except those that manage the account.
 *
 * @throws OAuthError `invalid_scope` if no scope remains, or for a scope that the client may not have.
 */
export function requestedScopes(
  catalog: ScopeCatalog,
  text: string | undefined,
  { scopes }: Pick<AnyClient, "scopes">,
): string[] {
  const asked = parseScopes(catalog, text, scopes) ?? catalog.calls.filter((scope) => scopes.includes(scope));
  if (asked.length > 0) return asked;
  const known = catalog.list(scopes).join(" ");
  throw new OAuthError("invalid_scope", `scope: expected some of ${known}, received none.`);
}
