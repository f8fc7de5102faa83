import {
  type Account,
  exportAccount,
  InvoiceRecord,
  invoiceRecordOf,
  LedgerLineRecord,
  ledgerRecordOf,
  toSnakeCase,
} from "@tools-api/core";
import { z } from "zod";
import type { AccountServices } from "../account-context.ts";
import { AccountRecord, accountRecord } from "./account-record.ts";
import { ClientRecord, clientRecord } from "./clients.ts";
import { GrantRecord, grantRecords } from "./grants.ts";
import { ApiKeyRecord, apiKeyRecord } from "./keys.ts";
import { SessionRecord, sessionRecord } from "./sessions.ts";

const instant = z.iso.datetime();
const count = z.int().min(0);

const UsageRecord = z.object({
  calls_total: count,
  first_call_at: instant.nullable(),
  last_call_at: instant.nullable(),
  days: z
    .array(
      z.object({
        date: z.iso.date(),
        endpoint: z.string(),
        calls: count,
        succeeded: count,
        failed: count,
        server_errors: count,
        rejected: count,
        bytes_in: count,
        bytes_out: count,
        duration_ms: z.number(),
      }),
    )
    .describe("By UTC day and endpoint, without what is empty."),
});

/** All that is kept about an account. Of secrets only digests are, which are left out. */
export const AccountExport = z.object({
  exported_at: instant,
  account: AccountRecord,
  password_changed_at: instant.nullable(),
  keys: z.array(ApiKeyRecord),
  sessions: z.array(SessionRecord.omit({ current: true })),
  clients: z.array(ClientRecord),
  grants: z.array(GrantRecord),
  usage: UsageRecord,
  invoices: z.array(InvoiceRecord),
  ledger: z.array(LedgerLineRecord),
});

/** The body of `GET /account/export`. */
export async function exportOf(services: AccountServices, account: Account, now: number) {
  const kept = await exportAccount(services, account, now);
  return {
    exported_at: new Date(now).toISOString(),
    account: await accountRecord(services, account),
    password_changed_at: kept.passwordChangedAt,
    keys: kept.keys.map((apiKey) => apiKeyRecord(apiKey, kept.lastUsed)),
    sessions: kept.sessions.map((session) => {
      const { current: _, ...record } = sessionRecord(session, null);
      return record;
    }),
    clients: kept.clients.map(clientRecord),
    grants: await grantRecords(services.documents, kept.grants),
    usage: toSnakeCase(kept.usage),
    invoices: toSnakeCase(kept.invoices.map(invoiceRecordOf)),
    ledger: toSnakeCase(kept.ledger.map(ledgerRecordOf)),
  };
}
