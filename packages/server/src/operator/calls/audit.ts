import { type Camelized, nameSchemas, parameter } from "@tools-api/core/internal/schema";
import { z } from "zod";
import {
  answerAudit,
  auditEntryRecord,
  AuditQuery,
  auditSearchText,
} from "../../account/profile/audit-routes.ts";
import { accountExample } from "../../account/call/account-record.ts";
import { pageExample, pageRecord } from "../../account/call/page.ts";
import { auditEntryExample, AuditEntryRecord } from "../../account/call/records.ts";
import { operatorRoute } from "./on-account.ts";

const ServerAuditEntryRecord = AuditEntryRecord.extend({
  account: z
    .string()
    .describe("The account that changed; of an invitation or a webhook, that of the operator."),
});

export type ServerAuditEntryRecord = Camelized<z.output<typeof ServerAuditEntryRecord>>;

nameSchemas({ ServerAuditEntry: ServerAuditEntryRecord });

export const listServerAudit = operatorRoute({
  method: "GET",
  path: "/operator/audit",
  operationId: "operator-list-all-audit",
  summary: "List the audit log of the whole server, newest first.",
  description:
    "The changes of all accounts with the actor and the client address. With `account`, also the changes of " +
    "releases without " +
    "this log. Entries are deleted after `AUDIT_LOG_DAYS`, 400 by default. " +
    auditSearchText,
  query: AuditQuery.extend({
    account: parameter(
      "the id of an account",
      z
        .string()
        .regex(/^acct_[0-9A-Za-z]{1,40}$/)
        .optional(),
      { purpose: "Only changes of one account, by its id. Default: all accounts." },
    ),
  }),
  status: 200,
  answer: pageRecord(ServerAuditEntryRecord),
  otherTypes: ["text/csv"],
  example: pageExample(
    { ...auditEntryExample, account: accountExample.id },
    { action: "key", since: "2026-11-21", limit: 20 },
  ),
  handle: ({ c, services: { documents }, query }) =>
    answerAudit({ c, documents, isForOperator: true }, query, (entry) => ({
      account: entry.account,
      ...auditEntryRecord(entry, true),
    })),
});
