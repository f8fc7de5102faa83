// Names that only the packages of this repository share, without a promise of compatibility.
export { type Caller, fairTurns, type Turn } from "./turns.ts";
export { addressTaken } from "./accounts/accounts.ts";
export { apiKeyKey } from "./accounts/api-key.ts";
export { endsCredentials, needsCurrentPassword } from "./accounts/change-password.ts";
export { pageOfApiKeysIn } from "./accounts/count-api-keys.ts";
export { credentialEpoch, type Epochs, sessionEpoch } from "./accounts/credential-epoch.ts";
export { deriveKey } from "./accounts/derive-key.ts";
export { isIdentifier } from "./accounts/identifier.ts";
export { getPasswordHash } from "./accounts/passwords.ts";
export { endOldestSessions } from "./accounts/sessions.ts";
export { listOrders } from "./billing/numbered-list.ts";
export { creditOf, subscriptionKey } from "./billing/subscription.ts";
export { type Camelized, toSnakeCase } from "./casing.ts";
export { systemTimer, type Timer } from "./clock.ts";
export {
  digestForm,
  digestSignUp,
  type FormDigest,
  RepeatedRequest,
  type RequestDigest,
} from "./idempotency.ts";
export { accessTokenClaims, parseAccessTokenClaims } from "./oauth/access-token-claims.ts";
export { accessTokenMs } from "./oauth/access-tokens.ts";
export { oauthClientKey } from "./oauth/client.ts";
export { type CodeFields, issueCode, type PresentedCode, redeemCode } from "./oauth/codes.ts";
export { grantKey } from "./oauth/grants.ts";
export { pageOfOAuthClientsIn } from "./oauth/page-of-clients.ts";
export { isCodeChallenge } from "./oauth/pkce.ts";
export { identifiesClient, matchesRedirectUri, redirectUriFault } from "./oauth/redirect-uri.ts";
export { type Authority, findRefreshToken, rotateRefreshToken } from "./oauth/refresh-tokens.ts";
export {
  type KeyRing,
  keyRingKey,
  nextSigningKeyFrom,
  publishedBeforeMs,
  readKeyRing,
  replaceKeys,
  SigningKey,
  signingKeyAt,
  unretired,
} from "./oauth/signing-keys.ts";
export { ignoredScopes } from "./schemas/account.ts";
export {
  InvoiceRecord,
  LedgerLineRecord,
  PlanChangeRecord,
  PlanChangeRequest,
  PlanOrder,
  PlanPreviewRecord,
  PlanStateRecord,
} from "./schemas/billing.ts";
export { ConvertedImageRecord, ImageOptions, ImageRequest } from "./schemas/image.ts";
export { ProfileRecord, ProfileRequest } from "./schemas/profile.ts";
export { readSettings } from "./schemas/read-settings.ts";
export { TextAnalysisRecord, TextRequest } from "./schemas/text.ts";
export { UsageReportRecord, UsageRequest } from "./schemas/usage.ts";
export { describeValue, invalidParameters, parameter, validate } from "./schemas/validate.ts";
export { addCounts, noCounts } from "./usage/usage-counts.ts";
