import { streamed } from "../../http/streamed.ts";
import type { ExampleSource } from "../../http/operation-example.ts";
import { accountExample } from "../call/account-record.ts";
import {
  apiKeyExample,
  apiKeyExampleId,
  auditEntryExample,
  clientExample,
  grantExample,
  passkeyExample,
  providerLinkExample,
  requestExample,
  sessionExample,
} from "../call/records.ts";
import { fileExample } from "../files/routes.ts";
import { type ManagementRoute, managementRoute } from "../call/route.ts";
import { invoiceExample, ledgerLineExample } from "../plan/invoice-routes.ts";
import { deliveryExample, webhookExample } from "../webhooks/webhook-records.ts";
import { AccountExport, writeExport } from "./export.ts";

const exportExample = (source: ExampleSource) => ({
  exported_at: "2026-11-21T13:21:38.000Z",
  account: accountExample,
  password_changed_at: "2026-11-02T09:14:07.000Z",
  passkeys: [passkeyExample],
  identity_provider: providerLinkExample,
  keys: [apiKeyExample(source)],
  sessions: [sessionExample],
  clients: [clientExample],
  grants: [grantExample],
  files: [fileExample],
  usage: {
    calls_total: 19,
    first_call_at: "2026-11-21T12:33:51Z",
    last_call_at: "2026-11-21T12:52:09Z",
    days: [
      {
        date: "2026-11-21",
        endpoint: source.endpoints[0],
        credential: apiKeyExampleId,
        calls: 19,
        units: 19,
        succeeded: 19,
        failed: 0,
        server_errors: 0,
        rejected: 0,
        bytes_in: 1079,
        bytes_out: 10939,
        duration_ms: 281.699,
      },
    ],
  },
  invoices: [invoiceExample],
  ledger: [ledgerLineExample],
  audit: [auditEntryExample],
  requests: [requestExample(source)],
  webhooks: {
    endpoints: [webhookExample],
    deliveries: [
      {
        ...deliveryExample,
        endpoint: webhookExample.id,
        data: {
          account_id: accountExample.id,
          id: "00000001",
          total: 2900,
          amount_due: 2900,
          currency: "usd",
        },
      },
    ],
  },
});

const exportAccount = managementRoute({
  method: "GET",
  path: "/account/export",
  operationId: "export-account",
  whileSuspended: true,
  summary: "Export all stored data about the account.",
  description:
    "The account, its keys, sessions, OAuth clients and grants, its usage per day and endpoint, its invoices, its " +
    "ledger and its audit log. Secrets are omitted, because the store has only their digests.",
  status: 200,
  answer: AccountExport,
  example: (source) => ({ answer: exportExample(source) }),
  async handle({ c, services, caller, now }) {
    const body = await streamed(writeExport(services, caller.account, now));
    return c.body(body, 200, {
      "Content-Type": "application/json",
      "Content-Disposition": 'attachment; filename="account.json"',
    });
  },
});

/** The management call with all stored data of an account. */
export const exportRoutes: readonly ManagementRoute[] = [exportAccount];
