import type { AnyClient } from "@tools-api/core/oauth";
import { ignoredScopes, type ScopeCatalog } from "../http/scope-catalog.ts";
import { OAuthError } from "./oauth-error.ts";

const ignored: readonly string[] = ignoredScopes;

/** Returns the scopes named in a `scope` parameter, without those that the server ignores. */
function scopeWords(text: string): string[] {
  return text.split(" ").filter((word) => word !== "" && !ignored.includes(word));
}

/**
 * Returns the allowed scopes that a request names, or `null` if it names none. Other scopes are left out (RFC 6749 §3.3):
 * many clients request every scope of the metadata. The response names the scopes of the token.
 *
 * @throws OAuthError `invalid_scope` if none of them is allowed.
 */
export function parseScopes(
  catalog: ScopeCatalog,
  text: string | undefined,
  allowed: readonly string[],
): string[] | null {
  const words = scopeWords(text ?? "");
  if (words.length === 0) return null;
  const named = catalog.all.filter((scope) => words.includes(scope) && allowed.includes(scope));
  if (named.length > 0) return named;
  const known = catalog.list(allowed).join(" ");
  throw new OAuthError("invalid_scope", `scope: expected some of ${known}, received only others.`);
}

/**
 * Returns the requested scopes that the client may have. A request that names none gets all of the client's scopes
 * except those that manage the account.
 *
 * @throws OAuthError `invalid_scope` if no scope remains.
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

/**
 * Returns the scopes that a user is asked for. If a client that registered itself names only scopes that the server does
 * not know, the request counts as one that names none: such programs have fixed scopes, whatever the server.
 *
 * @throws OAuthError `invalid_scope` if no scope remains.
 */
export function consentScopes(
  catalog: ScopeCatalog,
  text: string | undefined,
  client: Pick<AnyClient, "account" | "scopes">,
): string[] {
  const words = scopeWords(text ?? "");
  const isForeign = client.account === null && !words.some((word) => catalog.keys.includes(word));
  return requestedScopes(catalog, isForeign ? undefined : text, client);
}
