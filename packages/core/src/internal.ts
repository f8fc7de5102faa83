// Names that only the packages of this repository share, without a promise of compatibility.
export { collection } from "./store/collection.ts";
export { byCodePoints } from "./store/code-points.ts";
export { pageCursor } from "./store/page-cursor.ts";
export { type CommitStores, transact } from "./store/commit.ts";
export { type Caller, fairTurns, type Turn } from "./work/turns.ts";
export { PlanName } from "./identity/account-terms.ts";
export { plansInUse } from "./identity/directory-entries.ts";
export { accounts, addressTaken, agreedLimit, nextRole } from "./identity/accounts.ts";
export { apiKeyKey, apiKeys } from "./identity/api-key.ts";
export { eraseRequests } from "./request-log/list.ts";
export { type LastUse, lastUses } from "./request-log/addresses.ts";
export { endsCredentials, needsCurrentPassword } from "./identity/change-password.ts";
export { pageOfApiKeysIn } from "./identity/count-api-keys.ts";
export { credentialEpoch, type Epochs, sessionEpoch } from "./identity/credential-epoch.ts";
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
export { deliveryErrors, isDelivered, recordDelivery } from "./webhooks/deliveries.ts";
export { readWebhookMessage } from "./webhooks/dispatch.ts";
export {
  disableGoneEndpoint,
  NewWebhookEndpoint,
  WebhookEndpointChange,
  webhookQueues,
} from "./webhooks/endpoints.ts";
export { eventChannel } from "./webhooks/events.ts";
export { deriveKey } from "./store/derive-key.ts";
export { checkNewPassword, getPasswordHash } from "./identity/passwords.ts";
export { signInLinkMs, signInLinkWrites } from "./identity/sign-in-links.ts";
export { endOldestSessions } from "./identity/sessions.ts";
export { BuyerDetails } from "./billing/details.ts";
export { Adjustment, AdjustmentReason } from "./billing/adjustments.ts";
export { numberedId } from "./billing/ledger.ts";
export { payUpgrade } from "./billing/collect.ts";
export { upgradeModes } from "./billing/rules.ts";
export { paymentCustomers, subscriptions } from "./billing/documents.ts";
export { listOrders } from "./billing/invoices.ts";
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
export { accessTokenMs } from "./identity/oauth/access-tokens.ts";
export { oauthClientKey } from "./identity/oauth/client.ts";
export { type CodeFields, issueCode, redeemCode } from "./identity/oauth/codes.ts";
export { pageOfOAuthClientsIn } from "./identity/oauth/find-clients.ts";
export { isCodeChallenge } from "./identity/oauth/pkce.ts";
export { identifiesClient, matchesRedirectUri, redirectUriError } from "./identity/oauth/redirect-uri.ts";
export { type Authority, findRefreshToken, rotateRefreshToken } from "./identity/oauth/refresh-tokens.ts";
export {
  keyRingKey,
  nextSigningKeyFrom,
  readKeyRing,
  replaceKeys,
  SigningKey,
  unretired,
} from "./identity/oauth/signing-keys.ts";
export { accountScopes, everyCall, type GrantedScopes, operatorScope, Scope } from "./identity/scopes.ts";
export {
  agreedPlan,
  InvoiceRecord,
  LedgerLineRecord,
  newInvitation,
  PlanChangeRecord,
  planChangeRequest,
  planOrder,
  PlanPreviewRecord,
  PartyRecord,
  PlanStateRecord,
} from "./billing/schema.ts";
export { ImageOptions, ImageRecord } from "./image/schema.ts";
export { ProfileRecord, ProfileRequest } from "./profile/schema.ts";
export { presentType, readMembers } from "./schema/lenient.ts";
export { readSettings } from "./schema/read-settings.ts";
export { nameExpected, nameSchema } from "./schema/name.ts";
export { nameSchemas, schemaNames } from "./schema/schema-names.ts";
export { TextAnalysisRecord } from "./text/schema.ts";
export { listEndpoints, requireDistinct } from "./tools/define-tool.ts";
export { UsageReportRecord, UsageRequest } from "./usage/schema.ts";
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
export { type RequestSummary, summarizeRequests } from "./request-log/summary.ts";
export { addCounts, noCounts } from "./usage/usage-counts.ts";
export { dailyWindow, toQuota } from "./usage/windows.ts";
export { accountKey } from "./identity/accounts.ts";
export { hasApiKeyPrefix, isWellFormedApiKey } from "./identity/api-key-format.ts";
export { pageOfApiKeys } from "./identity/api-key.ts";
export { findApiKey } from "./identity/find-api-key.ts";
export {
  addPasskey,
  findPasskey,
  listPasskeys,
  type Passkey,
  removePasskey,
  type SignedChallenge,
  usePasskey,
} from "./identity/passkeys.ts";
export {
  findProviderLink,
  linkProvider,
  providerAccount,
  type ProviderLink,
  removeProviderLink,
} from "./identity/provider-links.ts";
export { signInMethods } from "./identity/sessions.ts";
export { findSubject, type NewSubject } from "./identity/subjects.ts";
export { resolveAccessToken, revokeAccessToken } from "./identity/oauth/access-tokens.ts";
export { findOAuthClient, verifyOAuthClientSecret } from "./identity/oauth/find-clients.ts";
export {
  allowClient,
  findGrant,
  type GrantedApp,
  isSameApp,
  revokeTokenFamily,
} from "./identity/oauth/grants.ts";
export { type AnyClient } from "./identity/oauth/client.ts";
export {
  ClientMetadata,
  createRegistration,
  findRegistration,
  isSelfRegistered,
} from "./identity/oauth/self-registered.ts";
export { cyclePrice, priceBetween } from "./billing/proration.ts";
export { findPlan, planTitle, requirePlan } from "./billing/plans.ts";
export { invoiceRecord, ledgerRecord } from "./billing/records.ts";
