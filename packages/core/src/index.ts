// At most 40 names: what a program needs to analyze, convert, meter and plug in. Everything else has a subpath.
export { type Authenticator, firstAuthenticator, type Principal } from "./identity/auth.ts";
export { defaultPlans, type Plan, type Plans } from "./billing/plans.ts";
export { type Clock, systemClock } from "./time.ts";
export {
  type ErrorCode,
  errorCodes,
  type ParameterError,
  ToolsError,
  type ToolsErrorOptions,
} from "./errors.ts";
export { type ConvertedImage, convertImage, type ConvertImageOptions } from "./image/index.ts";
export { getProfile, type Profile } from "./profile/index.ts";
export type { PlanName } from "./identity/account-terms.ts";
export { hasScope } from "./identity/scopes.ts";
export type { CallOutcome, DocumentStore, UsageStore } from "./store/storage.ts";
export { analyzeText, type AnalyzeTextOptions, type TextAnalysis } from "./text/index.ts";
export {
  type AdmittedCall,
  createMeter,
  type Meter,
  type MeterOptions,
  QuotaExceededError,
} from "./usage/meter.ts";
export { getUsage, type UsageReport } from "./usage/report.ts";
