export { type AuditAction, auditActions } from "./actions.ts";
export {
  actorKinds,
  AuditDetail,
  type AuditEntry,
  auditEntry,
  auditRetentionMs,
  listAuditEntries,
  type NewAuditEntry,
} from "./entries.ts";
export { maxRefusals, recordRefusal, type Refusal } from "./refusals.ts";
export type { Actor, ReportedChange, Source } from "./source.ts";
