import { slices } from "@tools-api/core/internal/base";
import type { UsageBucket, UsageQuery, UsageReading } from "@tools-api/core/storage";
import { byStart } from "../../lib/row-order.ts";
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

/** Returns the parameters of {@link readingSql}. */
export function readingParameters({ account, boundaries, windows }: UsageQuery) {
  const ranges = boundaries.slice(1).map((closes, index) => [boundaries[index] ?? closes, closes]);
  return { account, ranges: jsonList(ranges), windows: jsonList(windows) };
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
