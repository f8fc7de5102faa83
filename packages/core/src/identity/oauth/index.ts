export {
  type AccessToken,
  accessTokenMs,
  type AccessTokenPrincipal,
  type AccessTokens,
} from "./access-tokens.ts";
export {
  type AnyClient,
  clientTypes,
  type GrantType,
  grantTypes,
  NewOAuthClient,
  OAuthClient,
  OAuthClientChange,
} from "./client.ts";
export {
  findOAuthClient,
  getOAuthClient,
  listOAuthClients,
  pageOfOAuthClientsIn,
  verifyOAuthClientSecret,
} from "./find-clients.ts";
export {
  createOAuthClient,
  revokeOAuthClient,
  rotateOAuthClientSecret,
  updateOAuthClient,
} from "./clients.ts";
export { getGrant, Grant, type GrantedApp, listGrants, revokeGrant } from "./grants.ts";
export {
  type JwtIssuer,
  JwtIssuers,
  type JwtIssuerSettings,
  type SubjectClaims,
  TokenIntrospection,
  type TokenIntrospectionSettings,
} from "./token-issuer.ts";
export type { Authority } from "./refresh-tokens.ts";
export { ClientMetadata, isSelfRegistered } from "./self-registered.ts";
export { SigningKey } from "./signing-keys.ts";
export { isCodeChallenge } from "./pkce.ts";
export { identifiesClient, matchesRedirectUri, redirectUriError } from "./redirect-uri.ts";
