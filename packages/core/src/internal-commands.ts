// Names that only our server shares: those of its settings, and of the commands that manage keys. A command loads 60 modules
// for them instead of all rooms.
export { defaultPlans, openingPlan } from "./billing/plans.ts";
export { readPlans } from "./billing/read-plans.ts";
export { upgradeModes } from "./billing/rules.ts";
export { createAccount, findAccountByEmail, nextRole } from "./identity/accounts.ts";
export { apiKeyDigests } from "./identity/api-key-digests.ts";
export { listApiKeys } from "./identity/api-key.ts";
export { createApiKey, revokeApiKey, setApiKeyLimit } from "./identity/api-keys.ts";
export { defaultRefreshOverlapMs } from "./identity/oauth/refresh-tokens.ts";
export { JwtIssuers, TokenIntrospection } from "./identity/oauth/token-issuer.ts";
export { rotateApiKey } from "./identity/rotate-api-key.ts";
export { accountScopes, everyCall, hasScope, operatorScope } from "./identity/scopes.ts";
export { signUpModes } from "./identity/sign-up-policy.ts";
export { enqueue } from "./outbox/outbox.ts";
export { lastUses } from "./request-log/addresses.ts";
export { reportByWebhook } from "./webhooks/events.ts";
