import { type AuditEntry, listAuditEntries } from "@tools-api/core/audit";
import { PageQuery, pageRecord, readPage } from "./page.ts";
import { AuditEntryRecord } from "./records.ts";
import { type ManagementRoute, managementRoute } from "./route.ts";

/**
 * Returns the record of an entry.
 *
 * @param isForOperator False for the owner, who does not see the address of an operator.
 */
export function auditEntryRecord(entry: AuditEntry, isForOperator: boolean): AuditEntryRecord {
  const { id, at, action, actor, target, details } = entry;
  const address = actor.kind === "operator" && !isForOperator ? null : entry.address;
  return { id, at, action, actor, target, address, details };
}

export const listAudit = managementRoute({
  method: "GET",
  path: "/account/audit",
  operationId: "list-audit",
  summary: "List the audit log of the account, newest first.",
  description:
    "Changes of keys, clients, grants, sessions, the plan, the password and the account, with the actor and the client " +
    "address. The log is append-only. Entries are deleted after `AUDIT_LOG_DAYS`, 400 by default.",
  query: PageQuery,
  status: 200,
  answer: pageRecord(AuditEntryRecord),
  async handle({ services, caller, query }) {
    const { items, next } = await readPage(query, (page) =>
      listAuditEntries(services.documents, caller.account.id, page),
    );
    const isForOperator = caller.operator !== undefined;
    return { items: items.map((entry) => auditEntryRecord(entry, isForOperator)), next };
  },
});

/** The management calls under `/account/audit`. */
export const auditRoutes: readonly ManagementRoute[] = [listAudit];
