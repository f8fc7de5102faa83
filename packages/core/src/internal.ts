// Names that only the packages of this repository share, without a promise of compatibility.
export { collection } from "./store/collection.ts";
export { asciiEmail, comparedEmail, type MailSender, parseSender } from "./schema/email.ts";
export { byCodePoints } from "./store/code-points.ts";
export { isToken } from "./store/token.ts";
export { pageCursor } from "./store/page-cursor.ts";
export { transact } from "./store/commit.ts";
export { Bag, type Bagged } from "./work/bag.ts";
export { type Caller, fairTurns, type Turn } from "./work/turns.ts";
export { plansInUse } from "./identity/directory-entries.ts";
export { accounts, addressTaken } from "./identity/accounts.ts";
export { apiKeyKey, apiKeys } from "./identity/api-key.ts";
export { eraseRequests } from "./request-log/list.ts";
export { endsCredentials, needsCurrentPassword } from "./identity/change-password.ts";
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
export { recordDelivery } from "./webhooks/deliveries.ts";
export { readWebhookMessage } from "./webhooks/dispatch.ts";
export { disableGoneEndpoint, recordFailure, recordSuccess } from "./webhooks/endpoint-health.ts";
export { deriveKey } from "./store/derive-key.ts";
export { checkNewPassword } from "./identity/passwords.ts";
export { signInLinkWrites } from "./identity/sign-in-links.ts";
export { endOldestSessions } from "./identity/sessions.ts";
export { payUpgrade } from "./billing/collect.ts";
export { paymentCustomers, subscriptions } from "./billing/documents.ts";
export type { AnalysisList, Checked, IsOpen, NamesIn } from "./text/record.ts";
export { type Camelized, snakeCase } from "./schema/casing.ts";
export { editDistance } from "./schema/edit-distance.ts";
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
export {
  defaultRefreshOverlapMs,
  findRefreshToken,
  rotateRefreshToken,
} from "./identity/oauth/refresh-tokens.ts";
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
export { contentSecret } from "./identity/session-secret.ts";
export { nameSchemas, schemaNames } from "./schema/schema-names.ts";
export { preciseTimestamp, StoredInstant, timestamp, toWire } from "./schema/wire.ts";
export {
  describeValue,
  expectationOf,
  inSnakeCase,
  invalidParameters,
  parameter,
  validate,
} from "./schema/validate.ts";
export { groupCommit } from "./work/group-commit.ts";
export { reportUsage } from "./usage/report.ts";
export { addCounts, noCounts } from "./usage/usage-counts.ts";
export { accountKey } from "./identity/accounts.ts";
export { pageOfApiKeys } from "./identity/api-key.ts";
export { findApiKey } from "./identity/find-api-key.ts";
export { resolveAccessToken, revokeAccessToken } from "./identity/oauth/access-tokens.ts";
export { allowClient, findGrant, isSameApp, revokeTokenFamily } from "./identity/oauth/grants.ts";
export { createRegistration, findRegistration } from "./identity/oauth/self-registered.ts";
