// Names that only the packages of this repository share, without a promise of compatibility.
export { collection } from "./store/collection.ts";
export { transact } from "./store/commit.ts";
export { deriveKey } from "./store/derive-key.ts";
export {
  digestCall,
  digestForm,
  digestKeyedRequest,
  digestSignUp,
  type KeyedCall,
  RepeatedRequest,
  startKeyedCall,
} from "./store/idempotency.ts";
export { isToken } from "./store/token.ts";
export { Bag, type Bagged } from "./work/bag.ts";
export { groupCommit } from "./work/group-commit.ts";
export { type Caller, fairTurns, type Turn } from "./work/turns.ts";
export { groupWrite, plansInUse } from "./identity/directory-entries.ts";
export { accountKey, accounts, addressTaken } from "./identity/accounts.ts";
export { apiKeyKey, apiKeys } from "./identity/api-key.ts";
export { endsCredentials, needsCurrentPassword } from "./identity/change-password.ts";
export { credentialEpoch, sessionEpoch } from "./identity/credential-epoch.ts";
export { checkSignUp } from "./identity/sign-up.ts";
export { invitationWrites } from "./identity/invitations.ts";
export { oauthClientKey } from "./identity/oauth/client.ts";
export {
  keyRingKey,
  nextSigningKeyFrom,
  readKeyRing,
  replaceKeys,
  unretired,
} from "./identity/oauth/signing-keys.ts";
export { contentSecret } from "./identity/session-secret.ts";
export { endOldestSessions } from "./identity/sessions.ts";
export { signInLinkWrites } from "./identity/sign-in-links.ts";
export { commitLimitedMail, type LimitedMail } from "./outbox/limit.ts";
export { queueRunner } from "./outbox/queues.ts";
export { eraseRequests } from "./request-log/list.ts";
export { recordDelivery } from "./webhooks/deliveries.ts";
export { readWebhookMessage } from "./webhooks/dispatch.ts";
export { disableGoneEndpoint, recordFailure, recordSuccess } from "./webhooks/endpoint-health.ts";
export { payUpgrade } from "./billing/collect.ts";
export { paymentCustomers, subscriptions } from "./billing/documents.ts";
export { reportUsage } from "./usage/report.ts";
