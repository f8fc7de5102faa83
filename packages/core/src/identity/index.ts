export { EmailAddress } from "../schema/email.ts";
export type { Stored } from "../store/collection.ts";
export { fence, type Stores } from "../store/commit.ts";
export { Account, type PlanVersion, roles } from "./account.ts";
export {
  AccountChange,
  agreedLimit,
  createAccount,
  findAccountByEmail,
  getAccount,
  listAccounts,
  nextRole,
  setPlan,
  setStatus,
} from "./accounts.ts";
export { type ApiKeyDigests, apiKeyDigests, plainDigests } from "./api-key-digests.ts";
export { ApiKey, getApiKey, listApiKeys } from "./api-key.ts";
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
} from "./api-keys.ts";
export { changeAccount } from "./change-account.ts";
export { changePassword, type PasswordChange, type PasswordChanger } from "./change-password.ts";
export { closeAccount } from "./close-account.ts";
export type { CredentialPage, CredentialPageRequest } from "./credential-counts.ts";
export {
  createInvitation,
  findInvitation,
  type Invitation,
  listInvitations,
  NewInvitation,
  revokeInvitation,
} from "./invitations.ts";
export { type AccountPage, type AccountSearch, searchAccounts } from "./directory.ts";
export { type RandomBytes, secureRandomBytes } from "../store/identifier.ts";
export {
  getPasswordHash,
  type PasswordHasher,
  type PasswordParts,
  setPassword,
  verifyPassword,
} from "./passwords.ts";
export { ApiKeyRotation, rotateApiKey } from "./rotate-api-key.ts";
export { setRole } from "./roles.ts";
export { sessionSecret } from "./session-secret.ts";
export {
  createSession,
  endSession,
  endSessions,
  getSession,
  listSessions,
  type NewSession,
  resumeSession,
  type Session,
  sessionMs,
  signInMethods,
} from "./sessions.ts";
export { createSignInLink, findSignInLink, redeemSignInLink, signInLinkMs } from "./sign-in-links.ts";
export { requireActive, signIn } from "./sign-in.ts";
export {
  type AccountRequest,
  mayOpenAccount,
  signUpModes,
  type SignUpPolicy,
  signUpRefused,
} from "./sign-up-policy.ts";
export { signUp, type SignUpFields } from "./sign-up.ts";
export { findSubject, type NewSubject, provisionAccount, type Subject } from "./subjects.ts";
export { accountStatuses, PlanName } from "./account-terms.ts";
export type { Epochs } from "./credential-epoch.ts";
export {
  addPasskey,
  findPasskey,
  listPasskeys,
  type Passkey,
  removePasskey,
  type SignedChallenge,
  usePasskey,
} from "./passkeys.ts";
export {
  findProviderLink,
  linkProvider,
  providerAccount,
  type ProviderLink,
  removeProviderLink,
} from "./provider-links.ts";
export { accountScopes, everyCall, type GrantedScopes, operatorScope, Scope } from "./scopes.ts";
export { hasApiKeyPrefix, isWellFormedApiKey } from "./api-key-format.ts";
export { pageOfApiKeysIn } from "./count-api-keys.ts";
