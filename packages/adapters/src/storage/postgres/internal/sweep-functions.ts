/* These functions remove or fold old rows, a limited number per call. They skip rows that another process has locked, so sweeps neither wait nor collide. Each returns its number of rows. */

export const documentsSweep = `
  CREATE FUNCTION documents_sweep_v1(instant bigint, portion int) RETURNS bigint LANGUAGE sql AS $function$
    WITH gone AS (
      DELETE FROM documents WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM documents WHERE expires_at <= instant
        ORDER BY expires_at LIMIT portion FOR UPDATE SKIP LOCKED
      )) RETURNING 1
    )
    SELECT count(*) FROM gone
  $function$;
`;

// The order of the columns of usage_buckets.
const countsV1 = [
  "calls",
  "succeeded",
  "failed",
  "server_errors",
  "rejected",
  "bytes_in",
  "bytes_out",
  "duration_us",
];

/** Returns the function that sweeps usage and adds up counts of buckets. */
function usageSweep(name: string, counts: readonly string[]): string {
  return `
  CREATE FUNCTION ${name}(batches_before bigint, windows_before bigint, fold_before bigint, portion int)
  RETURNS bigint LANGUAGE sql SET lock_timeout = '1s' AS $function$
    WITH gone_batches AS (
      DELETE FROM usage_batches WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM usage_batches WHERE recorded_at < batches_before
        ORDER BY recorded_at LIMIT portion FOR UPDATE SKIP LOCKED
      )) RETURNING 1
    ), gone_windows AS (
      DELETE FROM usage_windows WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM usage_windows WHERE ends + kept_ms < windows_before
        ORDER BY ends + kept_ms LIMIT portion FOR UPDATE SKIP LOCKED
      )) RETURNING 1
    ), gone_quarters AS (
      DELETE FROM usage_buckets WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM usage_buckets WHERE start < fold_before AND start % 86400000 <> 0
        ORDER BY start LIMIT portion FOR UPDATE SKIP LOCKED
      )) RETURNING *
    ), folded AS (
      INSERT INTO usage_buckets AS stored
      SELECT account, start - start % 86400000 AS day, endpoint, ${counts.map((count) => `sum(${count})`).join(", ")}
      FROM gone_quarters GROUP BY account, day, endpoint ORDER BY account, day, endpoint
      ON CONFLICT ON CONSTRAINT usage_buckets_pkey DO UPDATE SET
        ${counts.map((count) => `${count} = stored.${count} + excluded.${count}`).join(", ")}
      RETURNING 1
    )
    SELECT (SELECT count(*) FROM gone_batches) + (SELECT count(*) FROM gone_windows)
      + (SELECT count(*) FROM gone_quarters) + 0 * (SELECT count(*) FROM folded)
  $function$;
`;
}

export const usageSweepV1 = usageSweep("usage_sweep_v1", countsV1);
export const usageSweepV2 = usageSweep("usage_sweep_v2", [...countsV1, "extra_units"]);
