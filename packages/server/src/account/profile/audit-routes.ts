import {
  actorKinds,
  type AuditEntry,
  type AuditSearch,
  searchAuditEntries,
  type ServerAuditEntry,
} from "@tools-api/core/audit";
import { parameter } from "@tools-api/core/internal/schema";
import { isoInstant } from "@tools-api/core/internal/time";
import type { DocumentStore } from "@tools-api/core/storage";
import { z } from "zod";
import type { ApiContext } from "../../http/context.ts";
import { csvLine, respondCsv } from "../../http/csv.ts";
import { defaultLimit, pageExample, PageQuery, pageRecord, timeBound } from "../call/page.ts";
import { auditEntryExample, AuditEntryRecord } from "../call/records.ts";
import { type ManagementRoute, managementRoute } from "../call/route.ts";

/** The query of the lists of audit entries. */
export const AuditQuery = PageQuery.extend({
  after: parameter(
    "the `next` of the previous page",
    z
      .string()
      .regex(/^audit_[0-9A-Za-z]{8,64}$/)
      .optional(),
    { purpose: "The place to continue from: the `next` of the previous page. Default: the first page." },
  ),
  actor: parameter(
    `${actorKinds.join(", ")}, or the id of an account`,
    z
      .string()
      .regex(/^(?:owner|operator|cli|system|acct_[0-9A-Za-z]{1,40})$/)
      .optional(),
    { purpose: "Only changes of one kind of actor, or of an account by its id. Default: all." },
  ),
  action: parameter(
    "an action such as key.created, or its object such as key",
    z
      .string()
      .regex(/^[a-z_]{1,40}(?:\.[a-z_]{1,40})?$/)
      .optional(),
    { purpose: "Only one action, such as `key.created`, or all of one object, such as `key`. Default: all." },
  ),
  since: timeBound("The earliest time of an entry, included, such as `2026-11-01`. Default: the oldest."),
  until: timeBound("The time before which entries end, such as `2026-12-01T00:00:00Z`. Default: now."),
  format: parameter("json or csv", z.enum(["json", "csv"]).default("json"), {
    purpose: "The form of the response: pages of JSON, or all entries as a table for spreadsheets.",
  }),
});

/** The effect of the query, for the OpenAPI document. */
export const auditSearchText =
  "All conditions hold together. `since` is included, `until` is not; a date is its beginning in UTC. A page can " +
  "have fewer " +
  "items than `limit`, or none: continue until `next` is null. `format=csv` returns all entries, without pages.";

/** The conditions of a query. */
type Conditions = Omit<AuditSearch, "after" | "limit"> & {
  after?: string | undefined;
  limit?: number | undefined;
};

const columns = "at id account action actor actor_account actor_credential target address details".split(" ");

async function* writeEntries(
  documents: DocumentStore,
  conditions: Conditions,
  isForOperator: boolean,
): AsyncGenerator<string> {
  yield csvLine(columns);
  for (let after = conditions.after ?? null, isFirst = true; isFirst || after !== null; isFirst = false) {
    const { entries, next } = await searchAuditEntries(documents, {
      ...conditions,
      after: after ?? undefined,
      limit: 500,
    });
    const lines = entries.map((entry) => {
      const { id, at, action, actor, target, address, details } = auditEntryRecord(entry, isForOperator);
      const { kind, account = null, credential = null } = actor;
      const facts = JSON.stringify(details);
      const first = [isoInstant(at), id, entry.account, action, kind, account, credential];
      return csvLine([...first, target, address, facts]);
    });
    yield lines.join("");
    after = next;
  }
}

/** Answers a query of a list of audit entries: with a page of records, or with a file. */
export async function answerAudit<Item>(
  { c, documents, isForOperator }: { c: ApiContext; documents: DocumentStore; isForOperator: boolean },
  { format, limit = defaultLimit, ...conditions }: Conditions & { format: "json" | "csv" },
  record: (entry: ServerAuditEntry) => Item,
): Promise<Response | { items: Item[]; next: string | null }> {
  if (format === "csv") return respondCsv(c, "audit.csv", writeEntries(documents, conditions, isForOperator));
  const { entries, next } = await searchAuditEntries(documents, { ...conditions, limit });
  return { items: entries.map(record), next };
}

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
    "address. The log is append-only. Entries are deleted after `AUDIT_LOG_DAYS`, 400 by default. " +
    auditSearchText,
  query: AuditQuery,
  status: 200,
  answer: pageRecord(AuditEntryRecord),
  otherTypes: ["text/csv"],
  example: pageExample(auditEntryExample),
  handle({ c, services: { documents }, caller, query }) {
    const isForOperator = caller.operator !== undefined;
    return answerAudit({ c, documents, isForOperator }, { ...query, account: caller.account.id }, (entry) =>
      auditEntryRecord(entry, isForOperator),
    );
  },
});

/** The management calls under `/account/audit`. */
export const auditRoutes: readonly ManagementRoute[] = [listAudit];
