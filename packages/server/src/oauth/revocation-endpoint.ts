import { findRefreshToken, revokeAccessToken, revokeTokenFamily } from "@tools-api/core/internal/identity";
import type { ApiContext } from "../http/context.ts";
import { answerClient, requiredField } from "./form-request.ts";
import { OAuthError, respondRecord } from "./oauth-error.ts";
import type { OAuthServices } from "./services.ts";

/**
 * `POST /oauth/revoke` (RFC 7009). Revoking a refresh token ends all tokens of the same authorization, including access
 * tokens. Revoking an access token ends only that token. A token that is already invalid needs no revocation: the
 * response is 200.
 */
export function respondRevocation(c: ApiContext, services: OAuthServices): Promise<Response> {
  return answerClient(c, services, async (client, form) => {
    const token = requiredField(form, "token");
    const at = services.clock.now();
    const access = await services.accessTokens.read(token);
    const refresh = access === null ? await findRefreshToken(services.documents, token, at) : null;
    const owner = (typeof access === "string" ? null : access)?.client ?? refresh?.client;
    // RFC 7009 §2.1: a client cannot revoke a token that was issued to another client.
    if (owner !== undefined && owner !== client.id)
      throw new OAuthError("invalid_grant", "The token was issued to another client.");
    if (refresh) await revokeTokenFamily(services, refresh);
    else if (access !== null && typeof access === "object") await revokeAccessToken(services, access);
    return respondRecord(c, {});
  });
}
