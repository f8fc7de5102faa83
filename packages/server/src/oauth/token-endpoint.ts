import { getAccount } from "@tools-api/core/accounts";
import {
  type AccessToken,
  accessTokenMs,
  type AnyClient,
  type Authority,
  type GrantType,
} from "@tools-api/core/oauth";
import { findRefreshToken, redeemCode, rotateRefreshToken } from "@tools-api/core/internal/identity";
import type { ApiContext } from "../http/context.ts";
import { answerClient, requiredField } from "./form-request.ts";
import { OAuthError, respondRecord } from "./oauth-error.ts";
import { otherResource, parseResource } from "./resource.ts";
import { parseScopes, requestedScopes } from "./scopes.ts";
import type { OAuthServices } from "./services.ts";

interface TokenRequest {
  services: OAuthServices;
  client: AnyClient;
  form: Readonly<Record<string, string>>;
  /** The path of the resource that the request names; `undefined` if it names none. */
  resource: string | undefined;
  /** Epoch milliseconds. */
  at: number;
}

/** The tokens to issue, as in RFC 6749 §5.1. */
interface Issued {
  resource: string;
  scopes: readonly string[];
  user: AccessToken["user"];
  refreshToken: string | null;
}

// The text is the same for every cause, so probing reveals nothing.
function refusedGrant(reason: "unknown" | "ended", name: string): OAuthError {
  return new OAuthError(
    "invalid_grant",
    `The ${name} is unknown, used, expired or revoked, or belongs to another client.`,
    {
      isGuess: reason === "unknown",
    },
  );
}

/**
 * Returns the scopes of a token for an authority. Its client and account may have lost some of them since the grant.
 *
 * @throws OAuthError `invalid_grant` if none remains or the account is not active.
 */
async function issuableScopes({ services, client }: TokenRequest, authority: Authority): Promise<string[]> {
  const found = await getAccount(services.documents, authority.account);
  const kept = services.scopes.list(authority.scopes);
  const scopes = kept.filter((scope) => client.scopes.includes(scope));
  if (found?.value.status !== "active" || scopes.length === 0) throw refusedGrant("ended", "grant");
  return scopes;
}

/** Returns the tokens to issue for an authority, with the scopes that remain of it. */
async function issued(
  request: TokenRequest,
  { authority, refreshToken }: { authority: Authority; refreshToken: string | null },
): Promise<Issued> {
  const scopes = await issuableScopes(request, authority);
  return { resource: authority.resource, scopes, user: authority, refreshToken };
}

async function byCode(request: TokenRequest): Promise<Issued> {
  const { services, client, form, at } = request;
  const presented = {
    client: client.id,
    code: requiredField(form, "code"),
    redirectUri: form["redirect_uri"],
    codeVerifier: requiredField(form, "code_verifier"),
    resource: request.resource,
    refreshable: client.grantTypes.includes("refresh_token"),
  };
  const redeemed = await redeemCode(services, presented, at);
  if (redeemed === "resource") throw otherResource();
  if (typeof redeemed === "string") throw refusedGrant(redeemed, "code");
  return issued(request, redeemed);
}

async function byRefreshToken(request: TokenRequest): Promise<Issued> {
  const { services, client, form, at } = request;
  const presented = {
    client: client.id,
    refreshToken: requiredField(form, "refresh_token"),
    scopes: parseScopes(services.scopes, form["scope"], client.scopes),
    overlapMs: services.refreshOverlapMs,
  };
  // Checked before the token is used up, so the client can retry once the limit or the suspension ends.
  const found = await findRefreshToken(services.documents, presented.refreshToken, at);
  if (found?.client === client.id) {
    if ((request.resource ?? found.resource) !== found.resource) throw otherResource();
    services.issues.take("refresh", client.id, found.account);
    await issuableScopes(request, found);
  }
  const rotated = await rotateRefreshToken(services, presented, at);
  if (rotated === "scope")
    throw new OAuthError("invalid_scope", "scope: expected only granted scopes, received others.");
  if (typeof rotated === "string") throw refusedGrant(rotated, "refresh token");
  return issued(request, rotated);
}

async function byClientCredentials({ services, client, form, resource = "" }: TokenRequest): Promise<Issued> {
  const scopes = requestedScopes(services.scopes, form["scope"], client);
  services.issues.take("clientCredentials", client.id);
  return { resource, scopes, user: null, refreshToken: null };
}

const grants: Readonly<Record<GrantType, (request: TokenRequest) => Promise<Issued>>> = {
  authorization_code: byCode,
  refresh_token: byRefreshToken,
  client_credentials: byClientCredentials,
};

async function respondTokens(c: ApiContext, { services, client, at }: TokenRequest, issued: Issued) {
  const issuedAt = Math.floor(at / 1000) * 1000;
  const token = {
    id: crypto.randomUUID(),
    client: client.id,
    resource: issued.resource,
    scopes: issued.scopes,
    issuedAt,
    expiresAt: issuedAt + accessTokenMs,
    user: issued.user,
  };
  return respondRecord(c, {
    access_token: await services.accessTokens.issue(token),
    token_type: "Bearer",
    expires_in: accessTokenMs / 1000,
    scope: issued.scopes.join(" "),
    ...(issued.refreshToken !== null && { refresh_token: issued.refreshToken }),
  });
}

/** `POST /oauth/token` (RFC 6749 §3.2). */
export function respondToken(c: ApiContext, services: OAuthServices): Promise<Response> {
  return answerClient(c, services, async (client, form) => {
    const named = requiredField(form, "grant_type");
    const grantType = client.grantTypes.find((type) => type === named);
    if (!grantType)
      throw Object.hasOwn(grants, named)
        ? new OAuthError(
            "unauthorized_client",
            `grant_type: expected ${client.grantTypes.join(", ")} for this client, received ${named}.`,
          )
        : new OAuthError(
            "unsupported_grant_type",
            `grant_type: expected ${Object.keys(grants).join(", ")}, received another.`,
          );
    const resource = parseResource(form["resource"], services.publicUrl);
    const request = { services, client, form, resource, at: services.clock.now() };
    return respondTokens(c, request, await grants[grantType](request));
  });
}
