import { z } from "zod";
import type { AccessToken } from "./access-tokens.ts";

const Claims = z.object({
  iss: z.string(),
  aud: z.string(),
  sub: z.string(),
  client_id: z.string(),
  scope: z.string(),
  jti: z.string(),
  iat: z.number(),
  exp: z.number(),
  auth_time: z.number().optional(),
  grant_id: z.string().optional(),
  authorization_id: z.string().optional(),
});

/** Returns the claims of a token (RFC 9068 §2.2). Its audience is the URL of its resource. */
export function accessTokenClaims(token: AccessToken, issuer: string): z.infer<typeof Claims> {
  const { user } = token;
  return {
    iss: issuer,
    aud: issuer + token.resource,
    sub: user ? user.account : token.client,
    client_id: token.client,
    scope: token.scopes.join(" "),
    jti: token.id,
    iat: token.issuedAt / 1000,
    exp: token.expiresAt / 1000,
    ...(user && {
      auth_time: Math.floor(user.authenticatedAt / 1000),
      grant_id: user.grant,
      authorization_id: user.authorization,
    }),
  };
}

/** Parses verified claims of our own token. Throws if they are malformed. */
export function parseAccessTokenClaims(payload: unknown): AccessToken {
  const claims = Claims.parse(payload);
  const { sub, client_id: client, grant_id: grant, authorization_id: authorization, auth_time } = claims;
  return {
    id: claims.jti,
    client,
    resource: claims.aud.slice(claims.iss.length),
    scopes: claims.scope.split(" ").filter((word) => word !== ""),
    issuedAt: claims.iat * 1000,
    expiresAt: claims.exp * 1000,
    user:
      grant === undefined || authorization === undefined
        ? null
        : { account: sub, grant, authorization, authenticatedAt: (auth_time ?? claims.iat) * 1000 },
  };
}
