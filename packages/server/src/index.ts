export { createAccountApp } from "./account/account-app.ts";
export type { AccountDependencies } from "./account/account-context.ts";
export { type ApiDependencies, createApi } from "./api/app.ts";
export type { Brand } from "./api/brand.ts";
export type { DeprecatedRoute } from "./api/deprecations.ts";
export { type MailContent, type MailParts, renderMail } from "./account/mail/layout.tsx";
export {
  type AllowanceReports,
  allowanceReports,
  type AllowanceReportsOptions,
} from "./account/mail/allowance-reports.ts";
export { reportByMail } from "./account/mail/mail-reports.ts";
export { webhookQueue, type WebhookQueueOptions } from "./account/webhooks/webhook-queue.ts";
export { mailChannel, type MailChannelOptions } from "./account/mail/mail-channel.ts";
export { defaultTemplates, type MailData, type MailTemplates } from "./account/mail/templates.ts";
export { type OutboxWorker, type OutboxWorkerOptions, startOutboxWorker } from "./runtime/outbox-worker.ts";
export { type BillingSweeper, startBillingSweeper } from "./runtime/billing-sweeper.ts";
export type { ApiEnv, ServedPart } from "./api/context.ts";
export { type FailedAttempts, failedAttempts } from "./api/failed-attempts.ts";
export type { Metrics, MetricsPage } from "./api/metrics.ts";
export { fetchFile, type FetchedFile, type FetchOptions } from "./api/fetch/fetch-file.ts";
export type { ResolveHost } from "./api/fetch/addresses.ts";
export type { FetchPolicy } from "./api/fetch/fetch-policy.ts";
export { createAuthorizationServer } from "./oauth/authorization-server.ts";
export type { AuthorizationServerDependencies } from "./oauth/services.ts";
export { createMcp, type McpOptions } from "./mcp/create-mcp.ts";
export { recordRequests } from "./api/record-requests.ts";
export { type LoadReport, serverLoad, type ServerLoad } from "./operator/server-load.ts";
export type { RequestLog, RequestRecord } from "./api/request-log.ts";
export {
  sessionTokenAuthenticator,
  type SessionTokenAuthenticatorOptions,
} from "./account/sessions/session-token-authenticator.ts";
export { type ToolProcesses, toolProcesses, type ToolProcessesOptions } from "./runtime/tool-processes.ts";
export type { PooledContext, ToolExecutor } from "./api/tools/executor.ts";
export {
  type EnterOptions,
  type QueueSlot,
  type QueueLoad,
  type WorkQueue,
  workQueue,
  type WorkQueueOptions,
} from "./api/work-queue.ts";
