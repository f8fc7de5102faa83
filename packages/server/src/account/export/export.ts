import type { Account } from "@tools-api/core/accounts";
import { FileRecord } from "@tools-api/core/files";
import { exportAccount } from "@tools-api/core/profile";
import { InvoiceRecord, invoiceRecord, LedgerLineRecord, ledgerRecord } from "@tools-api/core/billing";
import { UsageReportRecord } from "@tools-api/core/usage";
import { nameSchemas, preciseTimestamp, timestamp, toWire } from "@tools-api/core/internal/schema";
import { z } from "zod";
import type { AccountServices } from "../../session/services.ts";
import { AccountRecord, accountRecord } from "../call/account-record.ts";
import { clientRecord } from "../apps/clients.ts";
import { grantRecords } from "../apps/grants.ts";
import { apiKeyRecord } from "../keys/routes.ts";
import { auditEntryRecord } from "../profile/audit-routes.ts";
import { providerLinkRecord } from "../profile/identity-provider-routes.ts";
import { passkeyRecord } from "../profile/passkeys-routes.ts";
import { exportedRequest } from "../requests/requests-routes.ts";
import {
  ApiKeyRecord,
  AuditEntryRecord,
  ClientRecord,
  GrantRecord,
  LoggedRequestRecord,
  PasskeyRecord,
  ProviderLinkRecord,
  SessionRecord,
} from "../call/records.ts";
import { sessionRecord } from "../profile/sessions-routes.ts";
import {
  deliveryRecord,
  ExportedDelivery,
  WebhookRecord,
  webhookRecord,
} from "../webhooks/webhook-records.ts";

const { average_duration_ms: _, ...counts } = UsageReportRecord.shape.totals.shape;

const DayRecord = z.object({
  date: z.iso.date().describe("The UTC day."),
  endpoint: z.string().describe("The name of the endpoint, such as `profile`."),
  credential: z
    .string()
    .nullable()
    .describe("The id of the credential; `null` for calls that are not stored by credential."),
  ...counts,
  duration_ms: z.number().describe("The sum of the milliseconds on the server."),
});

const UsageRecord = z
  .object({
    calls_total: z.int().min(0).describe("All counted calls of the account."),
    first_call_at: timestamp.nullable().describe("When the first call was made; `null` before it."),
    last_call_at: timestamp.nullable().describe("When the last call was made; `null` before the first."),
    days: z
      .array(DayRecord)
      .describe(
        "One record per UTC day, endpoint and credential. Days without calls are omitted. `credential` is `null` " +
          "for calls that are not stored by credential.",
      ),
  })
  .describe("The usage of the account by day.");

const ExportedRequest = LoggedRequestRecord.omit({ credential_name: true });

/** All stored data of an account. The store has only digests of secrets, which are omitted. */
export const AccountExport = z.object({
  exported_at: preciseTimestamp.describe("When the export was made."),
  account: AccountRecord.describe("The account itself, with its plan."),
  password_changed_at: preciseTimestamp
    .nullable()
    .describe("When the password was last set; `null` without one."),
  passkeys: z.array(PasskeyRecord).describe("The passkeys of the account."),
  identity_provider: ProviderLinkRecord.nullable().describe(
    "The user of the identity provider who signs in; `null` without.",
  ),
  keys: z.array(ApiKeyRecord).describe("The API keys of the account, ended ones included."),
  sessions: z
    .array(SessionRecord.omit({ current: true }))
    .describe("The browsers in which the owner is signed in."),
  clients: z.array(ClientRecord).describe("The OAuth clients that the account registered."),
  grants: z.array(GrantRecord).describe("The applications that act for the account."),
  files: z.array(FileRecord).describe("The stored files, without their bytes."),
  usage: UsageRecord,
  invoices: z.array(InvoiceRecord).describe("The invoices of the account."),
  ledger: z.array(LedgerLineRecord).describe("Every charge, credit and payment."),
  audit: z.array(AuditEntryRecord).describe("The audit log of the account."),
  requests: z.array(ExportedRequest).describe("The requests that the log still holds."),
  webhooks: z
    .object({
      endpoints: z.array(WebhookRecord).describe("The endpoints that receive events."),
      deliveries: z.array(ExportedDelivery).describe("The attempts that the server still holds."),
    })
    .describe("The webhooks of the account."),
});

nameSchemas({
  AccountExport,
  ExportedUsage: UsageRecord,
  UsageOfDay: DayRecord,
  ExportedWebhooks: AccountExport.shape.webhooks,
  ExportedSession: AccountExport.shape.sessions.element,
});

/** Yields the items of pages as the contents of a JSON array. */
async function* writeItems<Page>(
  pages: AsyncIterable<Page>,
  schema: z.ZodType,
  toRecords: (page: Page) => unknown[] | Promise<unknown[]>,
): AsyncGenerator<string> {
  let separator = "";
  for await (const page of pages) {
    const records = await toRecords(page);
    yield separator + records.map((record) => JSON.stringify(toWire(schema, record))).join(",");
    separator = ",";
  }
}

/**
 * Yields the body of `GET /account/export` page by page. An error before the first chunk becomes an error response, so
 * all reads that are not paged come before it.
 */
export async function* writeExport(
  services: AccountServices,
  account: Account,
  now: number,
): AsyncGenerator<string> {
  const kept = await exportAccount(services, account, now);
  const { days, ...lifetime } = kept.usage;
  const head = {
    exportedAt: now,
    account: await accountRecord(services, account),
    passwordChangedAt: kept.passwordChangedAt,
    passkeys: kept.passkeys.map(passkeyRecord),
    identityProvider: kept.identityProvider && providerLinkRecord(kept.identityProvider),
  };
  yield `${JSON.stringify(toWire(AccountExport, head)).slice(0, -1)},"keys":[`;
  yield* writeItems(kept.keys, ApiKeyRecord, ({ keys, lastUsed }) =>
    keys.map((key) => apiKeyRecord(services, key, lastUsed)),
  );
  yield '],"sessions":[';
  yield* writeItems(kept.sessions, SessionRecord, (page) =>
    page.map((session) => {
      const { current: _, ...record } = sessionRecord(session, null);
      return record;
    }),
  );
  yield '],"clients":[';
  yield* writeItems(kept.clients, ClientRecord, (page) =>
    page.map((client) => clientRecord(services, client)),
  );
  yield '],"grants":[';
  yield* writeItems(kept.grants, GrantRecord, (page) => grantRecords(services, page));
  yield '],"files":[';
  yield* writeItems(kept.files, FileRecord, (page) => page);
  yield `],"usage":${JSON.stringify(toWire(UsageRecord, lifetime)).slice(0, -1)},"days":[`;
  yield* writeItems(days, DayRecord, (page) => page);
  yield ']},"invoices":[';
  yield* writeItems(kept.invoices, InvoiceRecord, (page) => page.map((invoice) => invoiceRecord(invoice)));
  yield '],"ledger":[';
  yield* writeItems(kept.ledger, LedgerLineRecord, (page) => page.map(ledgerRecord));
  yield '],"audit":[';
  yield* writeItems(kept.audit, AuditEntryRecord, (page) =>
    page.map((entry) => auditEntryRecord(entry, false)),
  );
  yield '],"requests":[';
  yield* writeItems(kept.requests, ExportedRequest, (page) => page.map(exportedRequest));
  const endpoints = kept.webhooks.endpoints.map((endpoint) =>
    toWire(WebhookRecord, webhookRecord(endpoint, now)),
  );
  yield `],"webhooks":{"endpoints":${JSON.stringify(endpoints)},"deliveries":[`;
  yield* writeItems(kept.webhooks.deliveries, ExportedDelivery, ({ endpoint, data, ...delivery }) => [
    { endpoint, data, ...deliveryRecord({ ...delivery, data }) },
  ]);
  yield "]}}";
}
