import { slices } from "@tools-api/core/internal/time";
import type {
  UsageBucket,
  UsageCounts,
  UsageQuery,
  UsageReading,
  UsageTotal,
  UsageTotalsQuery,
} from "@tools-api/core/storage";
import { countColumns } from "../../lib/bucket-columns.ts";
import { byStart } from "../../lib/row-order.ts";
import { sumEndpoints } from "../../lib/sum-ranges.ts";
import { jsonList } from "./database.ts";
import { counts, journalRows } from "./usage-columns.ts";

const readCounts = counts
  .map((count) => (count === "units" ? "calls + extra_units AS units" : count))
  .join(", ");
const sums = counts.map((count) => `sum(${count}) AS ${count}`).join(", ");

// One range at a time, in the order of the key: a single GROUP BY over all ranges would sort all rows.
const sumsSql = `WITH ranges AS MATERIALIZED (
     SELECT value ->> 0 AS opens, value ->> 1 AS closes FROM json_each(:ranges)
   ), journal AS MATERIALIZED (
     SELECT start, endpoint, ${sums} FROM (${journalRows("buckets")}) GROUP BY start, endpoint
   )
   SELECT opens AS start, (
     SELECT json_group_array(json_object('endpoint', endpoint, 'calls', calls, 'units', units, 'succeeded', succeeded,
       'failed', failed, 'serverErrors', server_errors, 'rejected', rejected, 'bytesIn', bytes_in,
       'bytesOut', bytes_out, 'durationUs', duration_us))
     FROM (
       SELECT endpoint, ${sums} FROM (
         SELECT endpoint, ${readCounts} FROM usage_buckets
         WHERE account = :account AND start >= opens AND start < closes
         UNION ALL
         SELECT endpoint, ${counts.join(", ")} FROM journal WHERE start >= opens AND start < closes
       )
       GROUP BY endpoint
     )
   ) AS byEndpoint
   FROM ranges`;

// SQLite takes `used` from the row with the maximum (https://www.sqlite.org/lang_select.html#bareagg).
const usedSql = `SELECT id, used, max(sequence) FROM (
     SELECT id, used, -1 AS sequence FROM usage_counters
     WHERE account = :account AND id IN (SELECT value FROM json_each(:windows))
     UNION ALL
     SELECT id, used, sequence FROM (${journalRows("counters")})
   )
   GROUP BY id`;

const lifetimeSql = `SELECT sum(calls) AS calls, min(first_call_at) AS firstCallAt, max(last_call_at) AS lastCallAt
   FROM (SELECT *, -1 FROM usage_lifetimes WHERE account = :account UNION ALL ${journalRows("lifetimes")})
   HAVING count(*) > 0`;

/** The statements of a reading, which take {@link readingParameters}. */
export const readingSql = [sumsSql, usedSql, lifetimeSql] as const;

function jsonRanges(boundaries: readonly number[]): string {
  return jsonList(boundaries.slice(1).map((closes, index) => [boundaries[index] ?? closes, closes]));
}

/** Returns the parameters of {@link readingSql}. */
export function readingParameters({ account, boundaries, windows }: UsageQuery) {
  return { account, ranges: jsonRanges(boundaries), windows: jsonList(windows) };
}

/** Builds the reading from the rows of {@link readingSql}. Parses the rows of a long report in slices. */
export async function buildReading(
  { windows }: UsageQuery,
  [sums = [], used = [], lifetimes = []]: readonly unknown[][],
): Promise<UsageReading> {
  // The statements name the columns of each row, and the tables are STRICT.
  const ranges = sums as { start: number; byEndpoint: string }[];
  const counters = new Map((used as { id: string; used: number }[]).map((row) => [row.id, row.used]));
  const [lifetime] = lifetimes as UsageReading["lifetime"][];
  const buckets: UsageBucket[] = [];
  const pause = slices();
  for (const { start, byEndpoint } of ranges) {
    const found = JSON.parse(byEndpoint) as Omit<UsageBucket, "start">[];
    for (const sum of found) buckets.push({ ...sum, start });
    const turn = pause();
    if (turn) await turn;
  }
  return {
    buckets: buckets.toSorted(byStart),
    used: windows.map((id) => counters.get(id.toWellFormed()) ?? 0),
    lifetime: lifetime ? { ...lifetime } : { calls: 0, firstCallAt: null, lastCallAt: null },
  };
}

const jsonCounts = Object.entries(countColumns)
  .map(([column, count]) => `'${count}', sum(${column})`)
  .join(", ");

/**
 * The statements of the totals of accounts, which take {@link totalsParameters}: the sums of the table, in the order of
 * its key, and the buckets of the journal.
 */
export const totalsSql = [
  `SELECT named.key AS account, span.value ->> 0 AS start, (
     SELECT json_object(${jsonCounts}) FROM (
       SELECT ${readCounts} FROM usage_buckets
       WHERE account = named.value AND start >= span.value ->> 0 AND start < span.value ->> 1
     )
     HAVING count(*) > 0
   ) AS counts
   FROM json_each(:accounts) AS named CROSS JOIN json_each(:ranges) AS span`,
  `SELECT named.key AS account, start, json_object(${jsonCounts}) AS counts
   FROM (${journalRows("buckets", "(SELECT value FROM json_each(:accounts))")}) AS latest
   JOIN json_each(:accounts) AS named ON named.value = latest.account
   GROUP BY named.key, start`,
] as const;

/** Returns the parameters of {@link totalsSql}. */
export function totalsParameters({ accounts, boundaries }: UsageTotalsQuery) {
  return { accounts: jsonList(accounts), ranges: jsonRanges(boundaries) };
}

/** Builds the totals from the rows of {@link totalsSql}. */
export function buildTotals(
  { accounts, boundaries }: UsageTotalsQuery,
  rows: readonly unknown[][],
): UsageTotal[] {
  const byAccount = accounts.map((): UsageBucket[] => []);
  // The statements name the columns of each row.
  for (const { account, start, counts } of rows.flat() as {
    account: number;
    start: number;
    counts: string | null;
  }[])
    if (counts !== null)
      byAccount[account]?.push({ endpoint: "", start, ...(JSON.parse(counts) as UsageCounts) });
  return byAccount.flatMap((buckets, index) => sumEndpoints(accounts[index] ?? "", { buckets }, boundaries));
}
