import { countColumns } from "../../lib/bucket-columns.ts";
import { consumeTypes } from "./consume-function.ts";
import { batchFunction, type NamedStatement } from "./function-calls.ts";
import { completeTypes, refundTypes } from "./record-functions.ts";

export const consumeCalls = batchFunction("usage_consume_v2", consumeTypes);
export const completeCalls = batchFunction("usage_complete_v1", completeTypes);
export const refundCalls = batchFunction("usage_refund_v2", refundTypes);

/** Its parameters are the id of the batch, and the texts and numbers of `arrangeEnded`. */
export const settleCalls: NamedStatement = {
  name: "tools_api_usage_settle_v2",
  text: "SELECT usage_settle_v2($1, $2, $3) AS answer",
};

/**
 * Reads buckets, counters and lifetime in one statement and therefore one snapshot. One pass over the account's buckets
 * sums them up; `width_bucket` finds the range of each by bisection. The result is one JSON value, because the driver
 * parses its numbers as numbers.
 */
export const readQuery = `
  SELECT
    (SELECT json_agg(json_build_object('endpoint', endpoint, 'start', start, 'calls', calls, 'units', units,
        'succeeded', succeeded, 'failed', failed, 'serverErrors', server_errors, 'rejected', rejected,
        'bytesIn', bytes_in, 'bytesOut', bytes_out, 'durationUs', duration_us) ORDER BY start, endpoint)
      FROM (
        SELECT ($2::bigint[])[width_bucket(start, $2::bigint[])] AS start, endpoint, sum(calls) AS calls,
          sum(calls + extra_units) AS units, sum(succeeded) AS succeeded, sum(failed) AS failed, sum(server_errors) AS server_errors,
          sum(rejected) AS rejected, sum(bytes_in) AS bytes_in, sum(bytes_out) AS bytes_out,
          sum(duration_us) AS duration_us
        FROM usage_buckets
        WHERE account = $1 AND start >= ($2::bigint[])[1] AND start < ($2::bigint[])[cardinality($2::bigint[])]
        GROUP BY 1, endpoint
      ) AS sums
    ) AS buckets,
    (SELECT json_agg(coalesce(stored.used, 0) ORDER BY place)
      FROM unnest($3::text[]) WITH ORDINALITY AS named (id, place)
      LEFT JOIN usage_windows AS stored ON stored.account = $1 AND stored.id = named.id
    ) AS used,
    (SELECT json_build_object('calls', calls, 'firstCallAt', first_call_at, 'lastCallAt', last_call_at)
      FROM usage_lifetimes WHERE account = $1
    ) AS lifetime
`;

const totalSums = Object.entries(countColumns)
  .map(
    ([column, count]) => `sum(${column === "units" ? "calls + extra_units" : column})::float8 AS "${count}"`,
  )
  .join(", ");

/** Reads the usage of accounts, summed over their endpoints. */
export const totalsQuery = `
  SELECT account, (($2::bigint[])[width_bucket(start, $2::bigint[])])::float8 AS start, ${totalSums}
  FROM usage_buckets
  WHERE account = ANY ($1::text[])
    AND start >= ($2::bigint[])[1] AND start < ($2::bigint[])[cardinality($2::bigint[])]
  GROUP BY 1, 2
`;
