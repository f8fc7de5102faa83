import type { SqliteDatabase } from "@tools-api/adapters/storage/sqlite";
import { bucketMs, type UsageQuery } from "@tools-api/core/storage";
import { endpoints } from "../../endpoints.ts";

const dayMs = 86_400_000;
const days = 366;

/** The account of {@link recordBusyYear}. */
export const busyAccount = "acct_busy";

/** Records one call to each of the four endpoints in every 15 minutes of the year before an instant. */
export function recordBusyYear(database: SqliteDatabase, now: number): void {
  const [first, last] = [Math.floor(now / dayMs - days + 1) * dayMs, Math.floor(now / bucketMs) * bucketMs];
  const named = endpoints.map((endpoint) => `('${endpoint}')`).join(", ");
  database.exec(`
    INSERT INTO usage_buckets (account, start, endpoint, calls, succeeded, failed, server_errors, rejected, bytes_in,
      bytes_out, duration_us)
    WITH RECURSIVE quarters (start) AS (
      SELECT ${first} UNION ALL SELECT start + ${bucketMs} FROM quarters WHERE start < ${last}
    ), named (endpoint) AS (VALUES ${named})
    SELECT '${busyAccount}', start, endpoint, 1, 1, 0, 0, 0, 100, 1000, 5000 FROM quarters, named
  `);
}

/** Returns the number of calls that {@link recordBusyYear} writes for each endpoint. */
export function callsOfBusyYear(now: number): number {
  return Math.floor(now / bucketMs) - Math.floor(now / dayMs - days + 1) * (dayMs / bucketMs) + 1;
}

/** Returns a query for a year by day. Days begin at 18:15 UTC, as in Kathmandu. */
export function yearQuery(now: number): UsageQuery {
  const start = Math.floor(now / dayMs - days + 1) * dayMs - 5.75 * 3_600_000;
  return {
    account: busyAccount,
    boundaries: Array.from({ length: days + 2 }, (_, day) => start + day * dayMs),
    windows: ["day"],
  };
}
