import { callScopes, type OAuthClient, type Scope, scopes } from "@tools-api/core";
import { OAuthError } from "./oauth-error.ts";

/** What each scope allows, in the words of the consent page. */
export const scopeDescriptions: Readonly<Record<Scope, string>> = {
  "text:analyze": "Analyse texts, which counts against your daily allowance",
  "image:convert": "Convert images, which counts against your daily allowance",
  "usage:read": "See how much of your allowance is used",
  "profile:read": "See your profile: your e-mail address, name and plan",
  "account:read": "See your account: its API keys, sessions and apps, without their secrets",
  "account:write": "Change your account: make and revoke API keys, apps and sessions, and close the account",
};

/**
 * The scopes of a `scope` parameter (RFC 6749 §3.3), all of which the client has to be registered for. Without the
 * parameter all that the client has, but for the management of the account, which has to be asked for by name.
 *
 * @throws OAuthError `invalid_scope`.
 */
export function requestedScopes(text: string | undefined, client: OAuthClient): Scope[] {
  if (text === undefined || text === "") {
    const given = callScopes.filter((scope) => client.scopes.includes(scope));
    if (given.length > 0) return given;
    throw new OAuthError(
      "invalid_scope",
      `scope: expected some of ${client.scopes.join(" ")}, received none.`,
    );
  }
  return parseScopes(text, client.scopes);
}

/**
 * The scopes that a text names, each of which has to be allowed.
 *
 * @throws OAuthError `invalid_scope`.
 */
export function parseScopes(text: string, allowed: readonly Scope[]): Scope[] {
  const words = [...new Set(text.split(" ").filter((word) => word !== ""))];
  const named = scopes.filter((scope) => words.includes(scope) && allowed.includes(scope));
  if (named.length === 0 || named.length < words.length)
    throw new OAuthError("invalid_scope", `scope: expected some of ${allowed.join(" ")}, received another.`);
  return named;
}
