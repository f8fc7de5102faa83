export { createAccountApp } from "./account-app.ts";
export type { AccountDependencies } from "./account-context.ts";
export { type ApiDependencies, type ConversionLimits, createApi } from "./api.ts";
export { type BillingSweeper, startBillingSweeper } from "./billing/sweeper.ts";
export type { ApiEnv } from "./context.ts";
export { type FailedAttempts, failedAttempts } from "./failed-attempts.ts";
export type { Metrics, MetricsPage } from "./metrics.ts";
export { createAuthorizationServer } from "./oauth/authorization-server.ts";
export type { AuthorizationServerDependencies } from "./oauth/services.ts";
export type { ServedPart } from "./openapi/served-part.ts";
export type { RequestLog, RequestRecord } from "./request-log.ts";
export {
  sessionTokenAuthenticator,
  type SessionTokenAuthenticatorOptions,
} from "./sessions/session-token-authenticator.ts";
export type { LongTexts, TextBody } from "./text-json.ts";
export {
  type EnterOptions,
  type QueueSlot,
  type QueueLoad,
  type WorkQueue,
  workQueue,
  type WorkQueueOptions,
} from "./work-queue.ts";
