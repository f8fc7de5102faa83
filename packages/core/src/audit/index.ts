export { type AuditAction, auditActions } from "../store/audit-actions.ts";
export {
  actorKinds,
  AuditDetail,
  type AuditEntry,
  auditEntry,
  type AuditPage,
  auditRetentionMs,
  type AuditSearch,
  listAuditEntries,
  type NewAuditEntry,
  searchAuditEntries,
  type ServerAuditEntry,
} from "./entries.ts";
export { maxRefusals, recordRefusal, type Refusal } from "./refusals.ts";
export type { Actor, ReportedChange, Source } from "../store/source.ts";
