export {
  AccountChange,
  type AccountRevision,
  accountKey,
  addressTaken,
  createAccount,
  findAccountByEmail,
  getAccount,
  listAccounts,
  setPlan,
  setStatus,
} from "./accounts/accounts.ts";
export { Account } from "./accounts/account.ts";
export { changeAccount } from "./accounts/change-account.ts";
export { closeAccount } from "./accounts/close-account.ts";
export { exportAccount } from "./accounts/export-account.ts";
export { claimsToBeApiKey, isWellFormedApiKey } from "./accounts/api-key-format.ts";
export { ApiKey, apiKeyKey, getApiKey, listApiKeys, pageOfApiKeys } from "./accounts/api-key.ts";
export { type ApiKeyDigests, apiKeyDigests, plainDigests } from "./accounts/api-key-digests.ts";
export {
  ApiKeyChange,
  type ApiKeySecrets,
  createApiKey,
  type IssuedApiKey,
  type Issuing,
  NewApiKey,
  revokeApiKey,
  setApiKeyLimit,
  updateApiKey,
} from "./accounts/api-keys.ts";
export { findApiKey, type UsableApiKey } from "./accounts/find-api-key.ts";
export { ApiKeyRotation, rotateApiKey } from "./accounts/rotate-api-key.ts";
export type { Stores } from "./accounts/commit-fenced.ts";
export { deriveKey } from "./accounts/derive-key.ts";
export { isIdentifier, type RandomBytes, secureRandomBytes } from "./accounts/identifier.ts";
export {
  changePassword,
  endsCredentials,
  needsCurrentPassword,
  type PasswordChange,
  type PasswordChanger,
} from "./accounts/change-password.ts";
export { type CredentialPage, type CredentialPageRequest } from "./accounts/credential-counts.ts";
export { credentialEpoch, type Epochs, sessionEpoch } from "./accounts/credential-epoch.ts";
export { pageOfApiKeysIn } from "./accounts/count-api-keys.ts";
export {
  digestForm,
  digestSignUp,
  type FormDigest,
  RepeatedRequest,
  type RequestDigest,
} from "./idempotency.ts";
export {
  getPasswordHash,
  type PasswordHasher,
  type PasswordParts,
  setPassword,
  verifyPassword,
} from "./accounts/passwords.ts";
export { sessionSecret } from "./accounts/session-secret.ts";
export {
  createSession,
  endOldestSessions,
  endSession,
  endSessions,
  getSession,
  listSessions,
  type NewSession,
  resumeSession,
  Session,
  sessionMs,
} from "./accounts/sessions.ts";
export { signIn } from "./accounts/sign-in.ts";
export { createSignInLink, findSignInLink, takeSignInLink } from "./accounts/sign-in-links.ts";
export { signUp, type SignUpFields } from "./accounts/sign-up.ts";
export { findSubject, type NewSubject, provisionAccount, type Subject } from "./accounts/subjects.ts";
export { type Authenticator, firstOf, type Principal } from "./auth.ts";
export { Invoice, getInvoice, listInvoices } from "./billing/invoices.ts";
export { creditOf, Subscription, subscriptionKey } from "./billing/subscription.ts";
export {
  assignPlan,
  cancelPlanChange,
  changePlan,
  getPlan,
  previewPlanChange,
  type QuotedBilling,
} from "./billing/change-plan.ts";
export type { Billing } from "./billing/commit-booking.ts";
export { currentCycle } from "./billing/cycle.ts";
export { LedgerLine, listLedger } from "./billing/ledger.ts";
export { listOrders, type NumberedPage } from "./billing/numbered-list.ts";
export { collectPayments } from "./billing/collect-payments.ts";
export type { PaymentOutcome, PaymentProvider, PaymentRequest } from "./billing/payment-provider.ts";
export { markInvoicePaid, recordFailedPayment, recordPayment } from "./billing/payments.ts";
export { type AccountPlan, planAt } from "./billing/plan-at.ts";
export { dailyLimitOf, defaultPlans, type Plan, type Plans } from "./billing/plans.ts";
export { accruedPrice, type Cycle, cyclePrice, type Piece, priceBetween } from "./billing/proration.ts";
export { quoteMs, type QuoteSigner } from "./billing/quotes.ts";
export {
  type ChangedPlan,
  invoiceRecordOf,
  ledgerRecordOf,
  type OwnInvoice,
  type PlanPreview,
  type PlanState,
} from "./billing/records.ts";
export { type FailedSettlement, sweepBilling } from "./billing/sweep.ts";
export { type Camelized, toSnakeCase } from "./casing.ts";
export { type Clock, systemClock, systemTimer, type Timer } from "./clock.ts";
export {
  type ErrorCode,
  errorCodes,
  type ParameterError,
  ToolsError,
  type ToolsErrorOptions,
} from "./errors.ts";
export { contentTypeOf, type ConvertedImage, convertImage, type ConvertImageOptions } from "./image/index.ts";
export { accessTokenClaims, parseAccessTokenClaims } from "./oauth/access-token-claims.ts";
export {
  type AccessToken,
  accessTokenMs,
  type AccessTokenPrincipal,
  type AccessTokens,
  resolveAccessToken,
  revokeAccessToken,
} from "./oauth/access-tokens.ts";
export {
  clientTypes,
  type GrantType,
  grantTypes,
  NewOAuthClient,
  OAuthClient,
  OAuthClientChange,
  oauthClientKey,
} from "./oauth/client.ts";
export {
  createOAuthClient,
  findOAuthClient,
  getOAuthClient,
  listOAuthClients,
  type OAuthClientRevision,
  revokeOAuthClient,
  rotateOAuthClientSecret,
  updateOAuthClient,
  verifyOAuthClientSecret,
} from "./oauth/clients.ts";
export { pageOfOAuthClientsIn } from "./oauth/page-of-clients.ts";
export { type CodeFields, issueCode, type PresentedCode, redeemCode } from "./oauth/codes.ts";
export {
  allowClient,
  findGrant,
  getGrant,
  Grant,
  grantKey,
  type GrantRevision,
  endAuthorization,
  listGrants,
  revokeGrant,
} from "./oauth/grants.ts";
export { isCodeChallenge } from "./oauth/pkce.ts";
export { identifiesClient, matchesRedirectUri, redirectUriFault } from "./oauth/redirect-uri.ts";
export { type Authority, findRefreshToken, rotateRefreshToken } from "./oauth/refresh-tokens.ts";
export {
  type KeyRing,
  nextSigningKeyFrom,
  publishedBeforeMs,
  keyRingKey,
  readKeyRing,
  replaceKeys,
  SigningKey,
  signingKeyAt,
  unretired,
} from "./oauth/signing-keys.ts";
export { getProfile, type Profile } from "./profile/index.ts";
export {
  accountStatuses,
  callScopes,
  ignoredScopes,
  type PlanName,
  planNames,
  type Scope,
  scopes,
} from "./schemas/account.ts";
export {
  autoFormats,
  ConvertedImageRecord,
  ImageOptions,
  ImageRequest,
  maximumImageBytes,
  type OutputFormat,
  outputFormats,
} from "./schemas/image.ts";
export {
  InvoiceRecord,
  LedgerLineRecord,
  PlanChangeRecord,
  PlanChangeRequest,
  PlanOrder,
  PlanPreviewRecord,
  PlanStateRecord,
} from "./schemas/billing.ts";
export { ProfileRecord, ProfileRequest } from "./schemas/profile.ts";
export { readSettings } from "./schemas/read-settings.ts";
export {
  type JwtIssuer,
  JwtIssuers,
  type JwtIssuerSettings,
  type SubjectClaims,
  TokenIntrospection,
  type TokenIntrospectionSettings,
} from "./schemas/token-issuer.ts";
export {
  type AnalysisType,
  analysisTypes,
  maximumTextBytes,
  TextAnalysisRecord,
  TextRequest,
} from "./schemas/text.ts";
export { type Endpoint, endpoints, UsageReportRecord, UsageRequest } from "./schemas/usage.ts";
export { describeValue, invalidParameters, parameter, validate } from "./schemas/validate.ts";
export {
  type Admission,
  bucketMs,
  type CommitResult,
  defaultWindowKeptMs,
  type DocumentStore,
  type Fence,
  foldingHorizon,
  type Reach,
  type StoreCapabilities,
  type StoredDocument,
  type UsageBatch,
  type UsageBucket,
  type UsageCall,
  type UsageCounts,
  type UsageOutcome,
  type UsageQuery,
  type UsageReading,
  type UsageRefund,
  type UsageStore,
  type UsageWindow,
  type WriteOperation,
} from "./storage.ts";
export { analyzeText, type AnalyzeTextOptions, type TextAnalysis } from "./text/index.ts";
export {
  type AdmittedCall,
  type CallOutcome,
  createMeter,
  type Meter,
  type MeterOptions,
  QuotaExceededError,
} from "./usage/meter.ts";
export { addCounts, noCounts } from "./usage/usage-counts.ts";
export type { KeptUnits } from "./usage/give-back.ts";
export type { Allowance, PolicyName } from "./usage/policies.ts";
export { type Quota } from "./usage/windows.ts";
export { getUsage, type UsageReport } from "./usage/report.ts";
