import type { Principal } from "@tools-api/core";
import { type AnyClient } from "@tools-api/core/oauth";
import { accessTokenClaims, findRefreshToken, resolveAccessToken } from "@tools-api/core/internal/identity";
import type { ApiContext } from "../http/context.ts";
import { answerClient, requiredField } from "./form-request.ts";
import { OAuthError, respondRecord } from "./oauth-error.ts";
import type { OAuthServices } from "./services.ts";

const inactive = { active: false };

/**
 * Returns whether the client may see a token: its own tokens, and those that act for the account that registered it.
 */
function canInspect(client: AnyClient, token: { client: string; account: string }): boolean {
  return token.client === client.id || token.account === client.account;
}

function isActive(principal: Principal | null): principal is Principal {
  return principal !== null && principal.account.status === "active";
}

async function introspected(services: OAuthServices, client: AnyClient, token: string): Promise<object> {
  const { documents, accessTokens, clock, publicUrl, scopes: catalog } = services;
  const access = await accessTokens.read(token);
  if (typeof access === "string") return inactive;
  if (access) {
    const principal = await resolveAccessToken(documents, access);
    if (!isActive(principal) || !canInspect(client, { client: access.client, account: principal.account.id }))
      return inactive;
    const scopes = catalog.list(principal.credential.scopes);
    return {
      active: true,
      token_type: "Bearer",
      ...accessTokenClaims({ ...access, scopes }, publicUrl),
    };
  }
  const refresh = await findRefreshToken(documents, token, clock.now());
  if (!refresh || !canInspect(client, refresh)) return inactive;
  return {
    active: true,
    iss: publicUrl,
    sub: refresh.account,
    client_id: refresh.client,
    scope: catalog.list(refresh.scopes).join(" "),
    iat: Math.floor(refresh.issuedAt / 1000),
    exp: Math.floor(refresh.expiresAt / 1000),
  };
}

/**
 * `POST /oauth/introspect` (RFC 7662), for clients with a secret. A token that the client may not see gets the same
 * response as an unknown one (§4).
 */
export function respondIntrospection(c: ApiContext, services: OAuthServices): Promise<Response> {
  return answerClient(c, services, async (client, form) => {
    if (client.type === "public")
      throw new OAuthError(
        "invalid_client",
        "Introspection requires a confidential client, which authenticates with a secret.",
      );
    return respondRecord(c, await introspected(services, client, requiredField(form, "token")));
  });
}
