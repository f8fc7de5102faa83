// Names that only the packages of this repository share, without a promise of compatibility.
export { collection } from "./store/collection.ts";
export { byCodePoints } from "./store/code-points.ts";
export { pageCursor } from "./store/page-cursor.ts";
export { transact } from "./store/commit.ts";
export { type Caller, fairTurns, type Turn } from "./work/turns.ts";
export { plansInUse } from "./identity/directory-entries.ts";
export { accounts, addressTaken, nextRole } from "./identity/accounts.ts";
export { apiKeyKey, apiKeys } from "./identity/api-key.ts";
export { eraseRequests } from "./request-log/list.ts";
export { lastUses } from "./request-log/addresses.ts";
export { endsCredentials, needsCurrentPassword } from "./identity/change-password.ts";
export { pageOfApiKeysIn } from "./identity/count-api-keys.ts";
export { credentialEpoch, sessionEpoch } from "./identity/credential-epoch.ts";
export {
  findMailLink,
  findResetAccount,
  type MailLink,
  mailLinkWrite,
  linkUsed,
  redeemResetLink,
  verifyByMailLink,
} from "./identity/mail-links.ts";
export { groupWrite } from "./identity/directory-entries.ts";
export { checkSignUp } from "./identity/sign-up.ts";
export { invitationWrites } from "./identity/invitations.ts";
export { commitLimitedMail, type LimitedMail } from "./outbox/limit.ts";
export { queueRunner } from "./outbox/queues.ts";
export { isDelivered, recordDelivery } from "./webhooks/deliveries.ts";
export { readWebhookMessage } from "./webhooks/dispatch.ts";
export { disableGoneEndpoint } from "./webhooks/endpoints.ts";
export { deriveKey } from "./store/derive-key.ts";
export { checkNewPassword, getPasswordHash } from "./identity/passwords.ts";
export { signInLinkWrites } from "./identity/sign-in-links.ts";
export { endOldestSessions } from "./identity/sessions.ts";
export { numberedId } from "./billing/ledger.ts";
export { payUpgrade } from "./billing/collect.ts";
export { paymentCustomers, subscriptions } from "./billing/documents.ts";
export { type Camelized, snakeCase } from "./schema/casing.ts";
export {
  dayMs,
  hourMs,
  isoInstant,
  isoInstantOrNull,
  isoSeconds,
  minuteMs,
  nextTurn,
  pauseAfter,
  retry,
  slices,
  systemTimer,
  type Timer,
  withTimeout,
} from "./time.ts";
export {
  digestCall,
  digestForm,
  digestKeyedRequest,
  digestSignUp,
  type KeyedCall,
  RepeatedRequest,
  startKeyedCall,
} from "./store/idempotency.ts";
export { accessTokenClaims, parseAccessTokenClaims } from "./identity/oauth/access-token-claims.ts";
export { oauthClientKey } from "./identity/oauth/client.ts";
export { issueCode, redeemCode } from "./identity/oauth/codes.ts";
export { pageOfOAuthClientsIn } from "./identity/oauth/find-clients.ts";
export { isCodeChallenge } from "./identity/oauth/pkce.ts";
export { identifiesClient, matchesRedirectUri, redirectUriError } from "./identity/oauth/redirect-uri.ts";
export { findRefreshToken, rotateRefreshToken } from "./identity/oauth/refresh-tokens.ts";
export {
  keyRingKey,
  nextSigningKeyFrom,
  readKeyRing,
  replaceKeys,
  unretired,
} from "./identity/oauth/signing-keys.ts";
export { presentType, readMembers } from "./schema/lenient.ts";
export { readSettings } from "./schema/read-settings.ts";
export { nameExpected, nameSchema } from "./schema/name.ts";
export { nameSchemas, schemaNames } from "./schema/schema-names.ts";
export { listEndpoints, requireDistinct } from "./tools/define-tool.ts";
export { isTimeZone } from "./usage/time-zone.ts";
export { preciseTimestamp, StoredInstant, timestamp, toWire } from "./schema/wire.ts";
export {
  describeValue,
  expectationOf,
  inSnakeCase,
  invalidParameters,
  parameter,
  validate,
} from "./schema/validate.ts";
export { contentType } from "./image/formats.ts";
export { groupCommit } from "./work/group-commit.ts";
export { reportUsage } from "./usage/report.ts";
export { summarizeRequests } from "./request-log/summary.ts";
export { addCounts, noCounts } from "./usage/usage-counts.ts";
export { dailyWindow, toQuota } from "./usage/windows.ts";
export { accountKey } from "./identity/accounts.ts";
export { hasApiKeyPrefix, isWellFormedApiKey } from "./identity/api-key-format.ts";
export { pageOfApiKeys } from "./identity/api-key.ts";
export { findApiKey } from "./identity/find-api-key.ts";
export { addPasskey, findPasskey, listPasskeys, removePasskey, usePasskey } from "./identity/passkeys.ts";
export {
  findProviderLink,
  linkProvider,
  providerAccount,
  removeProviderLink,
} from "./identity/provider-links.ts";
export { findSubject } from "./identity/subjects.ts";
export { resolveAccessToken, revokeAccessToken } from "./identity/oauth/access-tokens.ts";
export { findOAuthClient, verifyOAuthClientSecret } from "./identity/oauth/find-clients.ts";
export { allowClient, findGrant, isSameApp, revokeTokenFamily } from "./identity/oauth/grants.ts";
export { createRegistration, findRegistration, isSelfRegistered } from "./identity/oauth/self-registered.ts";
export { cyclePrice, priceBetween } from "./billing/proration.ts";
export { findPlan, planTitle, requirePlan } from "./billing/plans.ts";
export { invoiceRecord, ledgerRecord } from "./billing/records.ts";
