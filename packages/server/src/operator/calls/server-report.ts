import { nameSchemas } from "@tools-api/core/internal/schema";
import { UsageReportRecord } from "@tools-api/core/usage";
import { z } from "zod";
import { accountExample } from "../../account/call/account-record.ts";

const { start_date, end_date, totals, series } = UsageReportRecord.shape;

const counts = {
  units: totals.shape.units.describe(
    "The units that the calls took from the allowances of their accounts: more than `calls` if one counts several times.",
  ),
  bytes_in: totals.shape.bytes_in.describe("The bytes of the requests' bodies."),
  bytes_out: totals.shape.bytes_out.describe("The bytes of the responses' bodies."),
  sign_ups: z.int().min(0).describe("The accounts that were opened, those that are closed by now included."),
};

const ServerTotals = totals.extend(counts);
const ServerDay = series.element.extend(counts);

/** The last 30 days of the server. */
export const ServerReportRecord = z.object({
  start_date: start_date.describe("The first day, in UTC."),
  end_date: end_date.describe("The current day, in UTC."),
  totals: ServerTotals.describe("The sums of the 30 days over all accounts."),
  series: z.array(ServerDay).describe("The sums of each day, oldest first."),
  top_accounts: z
    .array(
      z.object({
        account: z.string().describe("The id of the account that made the calls."),
        email: z.string().describe("The address of its owner; empty if it is closed."),
        calls: z.int().min(0).describe("Its calls of the 30 days."),
      }),
    )
    .describe("The ten accounts with the most calls, most first."),
  payments: z
    .object({
      currencies: z
        .array(
          z.object({
            currency: z.string().describe("The currency in ISO 4217, in lower case."),
            paid: z
              .int()
              .describe(
                "The payments of the 30 days less refunds and disputes, in the currency's minor unit.",
              ),
          }),
        )
        .describe("A sum for each currency."),
      is_complete: z.boolean().describe("False if a UTC month has more than 1,000 payments."),
    })
    .describe("The paid invoices, by the ledgers of all accounts."),
});

nameSchemas({ ServerReport: ServerReportRecord, ServerTotals, ServerDay });

const exampleCounts = {
  calls: 5120,
  units: 5120,
  succeeded: 5080,
  failed: 38,
  server_errors: 1,
  rejected: 12,
  bytes_in: 1_204_000,
  bytes_out: 9_806_000,
  average_duration_ms: 6.3,
  sign_ups: 4,
};

/** An example of a report, shortened to one day. */
export const serverReportExample = {
  start_date: "2026-10-23",
  end_date: "2026-11-21",
  totals: exampleCounts,
  series: [{ start: "2026-11-21T00:00:00Z", end: "2026-11-22T00:00:00Z", ...exampleCounts }],
  top_accounts: [{ account: accountExample.id, email: accountExample.email, calls: 4210 }],
  payments: { currencies: [{ currency: "usd", paid: 2900 }], is_complete: true },
};
