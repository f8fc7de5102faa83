export { type AccessToken, type AccessTokenPrincipal, type AccessTokens } from "./access-tokens.ts";
export {
  clientTypes,
  type GrantType,
  grantTypes,
  NewOAuthClient,
  OAuthClient,
  OAuthClientChange,
} from "./client.ts";
export { getOAuthClient, listOAuthClients } from "./find-clients.ts";
export {
  createOAuthClient,
  revokeOAuthClient,
  rotateOAuthClientSecret,
  updateOAuthClient,
} from "./clients.ts";
export { getGrant, Grant, listGrants, revokeGrant } from "./grants.ts";
export {
  type JwtIssuer,
  JwtIssuers,
  type JwtIssuerSettings,
  type SubjectClaims,
  TokenIntrospection,
  type TokenIntrospectionSettings,
} from "./token-issuer.ts";
