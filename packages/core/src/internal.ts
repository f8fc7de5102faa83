// Names that only the packages of this repository share, without a promise of compatibility.
export * from "./internal-base.ts";
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
export { checkNewPassword } from "./identity/passwords.ts";
export { signInLinkWrites } from "./identity/sign-in-links.ts";
export { endOldestSessions } from "./identity/sessions.ts";
export { payUpgrade } from "./billing/collect.ts";
export { paymentCustomers, subscriptions } from "./billing/documents.ts";
export type { AnalysisList, Checked, IsOpen, NamesIn } from "./text/record.ts";
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
export { contentSecret } from "./identity/session-secret.ts";
export { reportUsage } from "./usage/report.ts";
export { accountKey } from "./identity/accounts.ts";
export { pageOfApiKeys } from "./identity/api-key.ts";
export { findApiKey } from "./identity/find-api-key.ts";
export { resolveAccessToken, revokeAccessToken } from "./identity/oauth/access-tokens.ts";
export { allowClient, findGrant, isSameApp, revokeTokenFamily } from "./identity/oauth/grants.ts";
export { createRegistration, findRegistration } from "./identity/oauth/self-registered.ts";
