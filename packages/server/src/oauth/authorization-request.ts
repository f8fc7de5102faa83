import { ToolsError } from "@tools-api/core";
import { type AnyClient, isCodeChallenge, matchesRedirectUri } from "@tools-api/core/oauth";
import { findClient } from "./find-client.ts";
import { errorMembers, OAuthError } from "./oauth-error.ts";
import { oneResource, parseResource } from "./resource.ts";
import { consentScopes } from "./scopes.ts";
import type { OAuthServices } from "./services.ts";

/** The client and the redirect URI for the response to an authorization request. */
export interface AuthorizationTarget {
  client: AnyClient;
  redirectUri: string;
  state: string | undefined;
}

/** A valid request that a user can consent to. */
export interface AuthorizationRequest extends AuthorizationTarget {
  scopes: string[];
  /** The path of the resource that the tokens are for; empty for the API. */
  resource: string;
  codeChallenge: string;
  prompts: ReadonlySet<string>;
}

const maxStateLength = 4096;

const prompts = new Set(["none", "login", "consent"]);

/**
 * Reads the client and the redirect URI of a request. The server redirects only if the URI is registered for the
 * client. Attack: otherwise a link could send users to any site (open redirect).
 *
 * @param address The address of the client that sent the request.
 * @throws ToolsError `invalid_request` and the errors of `findClient`, which the server shows to the user.
 */
export async function readTarget(
  query: URLSearchParams,
  services: OAuthServices,
  address: string,
): Promise<AuthorizationTarget> {
  const single = (name: string) => {
    const values = query.getAll(name);
    if (values.length > 1)
      throw new ToolsError("invalid_request", `${name}: expected one value, received ${values.length}.`);
    return values[0];
  };
  const client = await findClient(services, single("client_id") ?? "", address);
  if (!client)
    throw new ToolsError(
      "invalid_request",
      "client_id: expected the id of an active client, received another value. Check the client's registration.",
    );
  const redirectUri = single("redirect_uri") ?? "";
  if (!matchesRedirectUri(client.redirectUris, redirectUri))
    throw new ToolsError(
      "invalid_request",
      `redirect_uri: expected a redirect URI registered for ${client.name}, received another.`,
    );
  const state = single("state");
  if (state !== undefined && state.length > maxStateLength)
    throw new ToolsError(
      "invalid_request",
      `state: expected at most ${maxStateLength} characters, received ${state.length}.`,
    );
  return { client, redirectUri, state };
}

function requireOnly(value: string | undefined, expected: string, name: string): void {
  if (value !== expected)
    throw new OAuthError(
      "invalid_request",
      `${name}: expected ${expected}, received ${value ? "another" : "none"}.`,
    );
}

/**
 * Reads the rest of a request. The server reports its errors to the client.
 *
 * @throws OAuthError for an invalid parameter.
 */
export function readRequest(
  query: URLSearchParams,
  target: AuthorizationTarget,
  { publicUrl, scopes: catalog }: Pick<OAuthServices, "publicUrl" | "scopes">,
): AuthorizationRequest {
  const { client } = target;
  const seen = new Set<string>();
  // Attack: with `getAll` for each name, a query of thousands of names would take quadratic time.
  const repeated = [...query.keys()].find((name) => seen.size === seen.add(name).size && name !== "resource");
  if (repeated !== undefined)
    throw new OAuthError("invalid_request", `${repeated}: expected one value, received more.`);
  // A parameter without a value counts as omitted (RFC 6749 §3.1).
  const value = (name: string) => query.get(name) || undefined;
  if (value("response_type") === undefined)
    throw new OAuthError("invalid_request", "response_type: expected code, received none.");
  if (value("response_type") !== "code")
    throw new OAuthError("unsupported_response_type", "response_type: expected code, received another.");
  if (!client.grantTypes.includes("authorization_code"))
    throw new OAuthError(
      "unauthorized_client",
      "The client is not registered for the grant type authorization_code. Register a client with it.",
    );
  requireOnly(value("response_mode") ?? "query", "query", "response_mode");
  for (const name of ["request", "request_uri"])
    if (value(name) !== undefined)
      throw new OAuthError("invalid_request", `${name}: expected none, received a value.`);
  // The default method is `plain` (RFC 7636 §4.3), which gives no protection from an attacker who sees the request.
  requireOnly(value("code_challenge_method"), "S256", "code_challenge_method");
  const codeChallenge = value("code_challenge") ?? "";
  if (!isCodeChallenge(codeChallenge))
    throw new OAuthError(
      "invalid_request",
      `code_challenge: expected a SHA-256 digest in base64url, received ${codeChallenge ? "another value" : "none"}.`,
    );
  const resource = parseResource(oneResource(query.getAll("resource")), publicUrl) ?? "";
  const scopes = consentScopes(catalog, value("scope"), client);
  const asked = (value("prompt") ?? "").split(" ").filter((word) => word !== "");
  if (asked.some((word) => !prompts.has(word)) || (asked.includes("none") && asked.length > 1))
    throw new OAuthError(
      "invalid_request",
      "prompt: expected none, or login, consent or both, received another value.",
    );
  return { ...target, resource, scopes, codeChallenge, prompts: new Set(asked) };
}

function answerUri(
  { redirectUri, state }: Omit<AuthorizationTarget, "client">,
  publicUrl: string,
  members: Record<string, string>,
): string {
  // The issuer tells a client of several servers which server has responded (mix-up attack, RFC 9207).
  const answer = new URLSearchParams({ ...members, ...(state !== undefined && { state }), iss: publicUrl });
  return `${redirectUri}${redirectUri.includes("?") ? "&" : "?"}${answer.toString()}`;
}

/** Returns the redirect URI with a code (RFC 6749 §4.1.2). */
export function codeUri(
  target: Omit<AuthorizationTarget, "client">,
  publicUrl: string,
  code: string,
): string {
  return answerUri(target, publicUrl, { code });
}

/** Returns the redirect URI with an error (RFC 6749 §4.1.2.1). */
export function errorUri(
  target: Omit<AuthorizationTarget, "client">,
  publicUrl: string,
  error: OAuthError,
): string {
  return answerUri(target, publicUrl, errorMembers(error));
}
