import { declared } from "./function-calls.ts";

/** The parameters of `usage_complete_v1` with their types, in order. */
export const completeTypes = {
  batch_id: "text",
  instant: "bigint",
  bucket_accounts: "text[]",
  bucket_starts: "bigint[]",
  bucket_endpoints: "text[]",
  succeeded_calls: "bigint[]",
  failed_calls: "bigint[]",
  read_bytes: "bigint[]",
  written_bytes: "bigint[]",
  durations_us: "bigint[]",
  credential_ids: "text[]",
  credential_uses: "bigint[]",
} as const;

/** The first parameters of both functions for refunds. */
const refundedRows = {
  batch_id: "text",
  instant: "bigint",
  window_accounts: "text[]",
  window_ids: "text[]",
  bucket_accounts: "text[]",
  bucket_starts: "bigint[]",
  bucket_endpoints: "text[]",
} as const;

/** The parameters of `usage_refund_v1`, in which each call has one unit, with their types, in order. */
const refundTypesV1 = {
  ...refundedRows,
  bucket_refunds: "bigint[]",
  bucket_firsts: "bigint[]",
  bucket_lasts: "bigint[]",
  unit_windows: "int[]",
  unit_buckets: "int[]",
  unit_ranks: "bigint[]",
} as const;

/** The parameters of `usage_refund_v2` with their types, in order. */
export const refundTypes = {
  ...refundedRows,
  bucket_firsts: "bigint[]",
  bucket_lasts: "bigint[]",
  refund_buckets: "int[]",
  refund_units: "bigint[]",
  refund_uses: "int[]",
  use_windows: "int[]",
} as const;

const lockRefunded = `    PERFORM FROM unnest(window_accounts, window_ids) WITH ORDINALITY AS named (account, id, place)
      JOIN usage_windows AS stored USING (account, id)
      ORDER BY place FOR UPDATE OF stored;
    PERFORM FROM unnest(bucket_accounts, bucket_starts, bucket_endpoints)
        WITH ORDINALITY AS named (account, start, endpoint, place)
      JOIN usage_buckets AS stored USING (account, start, endpoint)
      ORDER BY place FOR UPDATE OF stored;

`;

/** Returns the end of a function for refunds. `refunds` is the array with the refunded calls of each bucket. */
function endRefund(refunds: string): string {
  return `    INSERT INTO usage_lifetimes AS stored (account, calls, first_call_at, last_call_at)
      SELECT named.account, -sum(named.refunds), min(named.first), max(named.last)
      FROM unnest(bucket_accounts, ${refunds}, bucket_firsts, bucket_lasts)
        WITH ORDINALITY AS named (account, refunds, first, last, place)
      WHERE named.refunds > 0 GROUP BY named.account ORDER BY min(place)
      ON CONFLICT ON CONSTRAINT usage_lifetimes_pkey DO UPDATE SET calls = stored.calls + excluded.calls,
        first_call_at = least(stored.first_call_at, excluded.first_call_at),
        last_call_at = greatest(stored.last_call_at, excluded.last_call_at);

    INSERT INTO usage_batches (id, method, recorded_at, answer) VALUES (batch_id, 'refund', instant, '');
`;
}

/**
 * The functions for outcomes and refunds. Like admission, they lock windows, buckets, lifetimes and credentials in this
 * order, and the rows of each in the order of the arguments. Two batches therefore cannot deadlock.
 */
export const recordFunctions = `
  CREATE FUNCTION usage_complete_v1(${declared(completeTypes)}) RETURNS void LANGUAGE plpgsql
  SET lock_timeout = '4s' SET plan_cache_mode = force_generic_plan AS $function$
  BEGIN
    INSERT INTO usage_buckets AS stored (account, start, endpoint, calls, succeeded, failed, server_errors,
        rejected, bytes_in, bytes_out, duration_us)
      SELECT added.account, added.start, added.endpoint, 0, added.succeeded, added.failed, 0, 0, added.bytes_in,
        added.bytes_out, added.duration_us
      FROM unnest(bucket_accounts, bucket_starts, bucket_endpoints, succeeded_calls, failed_calls, read_bytes,
          written_bytes, durations_us)
        AS added (account, start, endpoint, succeeded, failed, bytes_in, bytes_out, duration_us)
      ON CONFLICT ON CONSTRAINT usage_buckets_pkey DO UPDATE SET
        succeeded = stored.succeeded + excluded.succeeded, failed = stored.failed + excluded.failed,
        bytes_in = stored.bytes_in + excluded.bytes_in, bytes_out = stored.bytes_out + excluded.bytes_out,
        duration_us = stored.duration_us + excluded.duration_us;

    INSERT INTO usage_credentials AS stored (id, last_used_at)
      SELECT * FROM unnest(credential_ids, credential_uses)
      ON CONFLICT ON CONSTRAINT usage_credentials_pkey DO UPDATE SET last_used_at = excluded.last_used_at
        WHERE excluded.last_used_at > stored.last_used_at;

    INSERT INTO usage_batches (id, method, recorded_at, answer) VALUES (batch_id, 'complete', instant, '');
  END $function$;

  -- A bucket takes back the first of its refunds, as many as it holds calls. The units that windows are owed stand
  -- one by one: each of a bucket, and behind so many refunds of it.
  CREATE FUNCTION usage_refund_v1(${declared(refundTypesV1)}) RETURNS void LANGUAGE plpgsql
  SET lock_timeout = '4s' SET plan_cache_mode = force_generic_plan AS $function$
  DECLARE
    given_back bigint[];
  BEGIN
${lockRefunded}    SELECT array_agg(least(named.refunds, coalesce(stored.calls, 0)) ORDER BY place) INTO given_back
      FROM unnest(bucket_accounts, bucket_starts, bucket_endpoints, bucket_refunds)
        WITH ORDINALITY AS named (account, start, endpoint, refunds, place)
      LEFT JOIN usage_buckets AS stored USING (account, start, endpoint);

    UPDATE usage_windows AS stored SET used = greatest(0, stored.used - owed.units)
      FROM (
        SELECT unit.place, count(*) AS units
        FROM unnest(unit_windows, unit_buckets, unit_ranks) AS unit (place, bucket, rank)
        WHERE unit.rank < given_back[unit.bucket] GROUP BY unit.place
      ) AS owed
      WHERE stored.account = window_accounts[owed.place] AND stored.id = window_ids[owed.place];

    UPDATE usage_buckets AS stored SET calls = stored.calls - named.refunds,
        server_errors = stored.server_errors + named.refunds
      FROM unnest(bucket_accounts, bucket_starts, bucket_endpoints, given_back)
        AS named (account, start, endpoint, refunds)
      WHERE stored.account = named.account AND stored.start = named.start AND stored.endpoint = named.endpoint
        AND named.refunds > 0;

${endRefund("given_back")}  END $function$;
`;

/**
 * The function for refunds of calls with any number of units. It decides the refunds in order. Each takes a call of its
 * bucket, if there is one, and at most the units that are not of the calls that remain. `refund_buckets` and
 * `use_windows` are positions; a refund has `refund_uses` of the windows.
 */
export const refundFunction = `
  CREATE FUNCTION usage_refund_v2(${declared(refundTypes)}) RETURNS void LANGUAGE plpgsql
  SET lock_timeout = '4s' SET plan_cache_mode = force_generic_plan AS $function$
  DECLARE
    calls_left bigint[];
    extras_left bigint[];
    returned_calls bigint[] := array_fill(0::bigint, ARRAY[cardinality(bucket_starts)]);
    returned_extras bigint[] := returned_calls;
    returned_units bigint[] := array_fill(0::bigint, ARRAY[cardinality(window_ids)]);
    bucket int;
    extra bigint;
    first_use int := 1;
    next_use int;
  BEGIN
${lockRefunded}    SELECT array_agg(coalesce(stored.calls, 0) ORDER BY place),
        array_agg(coalesce(stored.extra_units, 0) ORDER BY place)
      INTO calls_left, extras_left
      FROM unnest(bucket_accounts, bucket_starts, bucket_endpoints)
        WITH ORDINALITY AS named (account, start, endpoint, place)
      LEFT JOIN usage_buckets AS stored USING (account, start, endpoint);

    FOR refund IN 1 .. cardinality(refund_buckets) LOOP
      bucket := refund_buckets[refund];
      next_use := first_use + refund_uses[refund];
      IF calls_left[bucket] > returned_calls[bucket] THEN
        extra := least(refund_units[refund] - 1, extras_left[bucket] - returned_extras[bucket]);
        returned_calls[bucket] := returned_calls[bucket] + 1;
        returned_extras[bucket] := returned_extras[bucket] + extra;
        FOR use IN first_use .. next_use - 1 LOOP
          returned_units[use_windows[use]] := returned_units[use_windows[use]] + 1 + extra;
        END LOOP;
      END IF;
      first_use := next_use;
    END LOOP;

    UPDATE usage_windows AS stored SET used = greatest(0, stored.used - named.units)
      FROM unnest(window_accounts, window_ids, returned_units) AS named (account, id, units)
      WHERE stored.account = named.account AND stored.id = named.id AND named.units > 0;

    UPDATE usage_buckets AS stored SET calls = stored.calls - named.refunds,
        server_errors = stored.server_errors + named.refunds, extra_units = stored.extra_units - named.extras
      FROM unnest(bucket_accounts, bucket_starts, bucket_endpoints, returned_calls, returned_extras)
        AS named (account, start, endpoint, refunds, extras)
      WHERE stored.account = named.account AND stored.start = named.start AND stored.endpoint = named.endpoint
        AND named.refunds > 0;

${endRefund("returned_calls")}  END $function$;
`;
