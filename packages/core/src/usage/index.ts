export { groupCommit, type GroupCommitOptions } from "./group-commit.ts";
export {
  type AdmittedCall,
  type CallOutcome,
  createMeter,
  type Meter,
  type MeterOptions,
  QuotaExceededError,
} from "./meter.ts";
export type { LostRefunds } from "./refund-queue.ts";
export type { Allowance, PolicyName } from "./policies.ts";
export {
  getUsage,
  reportUsage,
  type UsageOptions,
  type UsageReport,
  type UsageReportSource,
} from "./report.ts";
export { dailyWindow, type Quota, quotaOf } from "./windows.ts";
export { type Endpoint, endpoints } from "./schema.ts";
