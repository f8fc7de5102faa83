export {
  type AccessToken,
  type AccessTokenPrincipal,
  type AccessTokens,
  resolveAccessToken,
  revokeAccessToken,
} from "./access-tokens.ts";
export {
  clientTypes,
  type GrantType,
  grantTypes,
  NewOAuthClient,
  OAuthClient,
  OAuthClientChange,
} from "./client.ts";
export {
  createOAuthClient,
  findOAuthClient,
  getOAuthClient,
  listOAuthClients,
  revokeOAuthClient,
  rotateOAuthClientSecret,
  updateOAuthClient,
  verifyOAuthClientSecret,
} from "./clients.ts";
export {
  allowClient,
  revokeTokenFamily,
  findGrant,
  getGrant,
  Grant,
  listGrants,
  revokeGrant,
} from "./grants.ts";
export {
  type JwtIssuer,
  JwtIssuers,
  type JwtIssuerSettings,
  type SubjectClaims,
  TokenIntrospection,
  type TokenIntrospectionSettings,
} from "./token-issuer.ts";
