export { groupCommit, type GroupCommitOptions } from "./group-commit.ts";
export {
  type AdmittedCall,
  type CallOutcome,
  createMeter,
  type Meter,
  type MeterOptions,
  QuotaExceededError,
} from "./meter.ts";
export { dailyWindow, type Quota, quotaOf } from "./windows.ts";
