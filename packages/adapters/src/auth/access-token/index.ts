export { accessTokenAuthenticator, type AccessTokenAuthenticatorOptions } from "./authenticator.ts";
export { rotateSigningKeys, type SigningKeysOptions } from "./signing-keys.ts";
export { jwtAccessTokens, type JwtAccessTokensOptions } from "./tokens.ts";
