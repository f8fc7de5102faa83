export {
  type AccountRevision,
  accountKey,
  createAccount,
  findAccountByEmail,
  getAccount,
  listAccounts,
  setPlan,
  setStatus,
} from "./accounts/accounts.ts";
export { Account } from "./accounts/account.ts";
export { claimsToBeApiKey, isWellFormedApiKey } from "./accounts/api-key-format.ts";
export {
  ApiKey,
  apiKeyKey,
  type ApiKeyRevision,
  createApiKey,
  findApiKeyByDigest,
  listApiKeys,
  revokeApiKey,
} from "./accounts/api-keys.ts";
export type { Stores } from "./accounts/commit-fenced.ts";
export { type RandomBytes, secureRandomBytes } from "./accounts/identifier.ts";
export { type Authenticator, firstOf, type Principal } from "./auth.ts";
export { currentCycle } from "./billing/cycle.ts";
export { dailyLimitOf, defaultPlans, type Plan, type Plans } from "./billing/plans.ts";
export { type Camelized, toSnakeCase } from "./casing.ts";
export { type Clock, systemClock } from "./clock.ts";
export {
  type ErrorCode,
  errorCodes,
  type ParameterError,
  ToolsError,
  type ToolsErrorOptions,
} from "./errors.ts";
export * from "./schemas/index.ts";
export * from "./storage.ts";
export {
  type AdmittedCall,
  type CallOutcome,
  createMeter,
  type Meter,
  type MeterOptions,
  QuotaExceededError,
} from "./usage/meter.ts";
export { type Quota } from "./usage/windows.ts";
