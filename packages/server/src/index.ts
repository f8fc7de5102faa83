export { createAccountApp } from "./apps/create-account-app.ts";
export type { AccountDependencies } from "./apps/account-services.ts";
export { type ApiDependencies, createApi } from "./apps/create-api.ts";
export type { Brand } from "./http/brand.ts";
export type { DeprecatedRoute } from "./http/deprecations.ts";
export { type MailContent, type MailParts, renderMail } from "./mail/layout.tsx";
export {
  type AllowanceReports,
  allowanceReports,
  type AllowanceReportsOptions,
} from "./mail/allowance-reports.ts";
export { reportByMail } from "./mail/mail-reports.ts";
export { webhookQueue, type WebhookQueueOptions } from "./account/webhooks/webhook-queue.ts";
export { mailChannel, type MailChannelOptions } from "./mail/mail-channel.ts";
export { defaultTemplates, type MailData, type MailTemplates } from "./mail/templates.ts";
export { type OutboxWorker, type OutboxWorkerOptions, startOutboxWorker } from "./runtime/outbox-worker.ts";
export { type FileSweeper, startFileSweeper } from "./runtime/file-sweeper.ts";
export { fileStorage, type FileStorage, type FileStorageOptions } from "./http/file-storage.ts";
export { type BillingSweeper, startBillingSweeper } from "./runtime/billing-sweeper.ts";
export type { ApiEnv, ServedPart } from "./http/context.ts";
export { type FailedAttempts, failedAttempts } from "./http/failed-attempts.ts";
export type { Metrics, MetricsPage } from "./http/metrics.ts";
export { fetchFile, type FetchedFile, type FetchOptions } from "./fetch/fetch-file.ts";
export type { ResolveHost } from "./fetch/addresses.ts";
export type { FetchPolicy } from "./http/fetch-policy.ts";
export {
  type AuthorizationServerDependencies,
  createAuthorizationServer,
} from "./apps/authorization-server.ts";
export { createMcp, type McpOptions } from "./mcp/create-mcp.ts";
export { recordRequests } from "./http/record-requests.ts";
export { type LoadReport, serverLoad, type ServerLoad } from "./session/server-load.ts";
export type { RequestLog, RequestRecord } from "./http/request-log.ts";
export {
  sessionTokenAuthenticator,
  type SessionTokenAuthenticatorOptions,
} from "./session/session-token-authenticator.ts";
export { type ToolProcesses, toolProcesses, type ToolProcessesOptions } from "./runtime/tool-processes.ts";
export type { PooledContext, ToolExecutor } from "./http/executor.ts";
export {
  type EnterOptions,
  type QueueSlot,
  type QueueLoad,
  type RunOptions,
  type WorkQueue,
  workQueue,
  type WorkQueueOptions,
} from "./http/work-queue.ts";
