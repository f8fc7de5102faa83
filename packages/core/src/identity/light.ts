// The part of `/accounts` and `/oauth` that settings and commands need, without the rest: 50 modules instead of 80.
export { createAccount, findAccountByEmail, nextRole } from "./accounts.ts";
export { apiKeyDigests } from "./api-key-digests.ts";
export { listApiKeys } from "./api-key.ts";
export { createApiKey, revokeApiKey, setApiKeyLimit } from "./api-keys.ts";
export { defaultRefreshOverlapMs } from "./oauth/refresh-tokens.ts";
export { JwtIssuers, TokenIntrospection } from "./oauth/token-issuer.ts";
export { rotateApiKey } from "./rotate-api-key.ts";
export { accountScopes, everyCall, hasScope, operatorScope } from "./scopes.ts";
export { signUpModes } from "./sign-up-policy.ts";
