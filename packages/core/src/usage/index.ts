export type { CallOutcome } from "../store/storage.ts";
export {
  type AdmissionOptions,
  type AdmittedCall,
  type AllowanceReached,
  createMeter,
  type Meter,
  type MeterOptions,
  QuotaExceededError,
} from "./meter.ts";
export type { LostRefunds } from "./refund-queue.ts";
export type { Allowance, PolicyName } from "./policies.ts";
export { getUsage, type UsageOptions, type UsageReport, type UsageReportSource } from "./report.ts";
export { getServerReport, type ServerCounts, type ServerReport } from "./server-report.ts";
export { dailyWindow, type Quota, toQuota } from "./windows.ts";
export { UsageReportRecord, UsageRequest } from "./schema.ts";
export { isTimeZone } from "./time-zone.ts";
