import { declared } from "./function-calls.ts";

/** The parameters of `usage_consume_v1` with their types, in order. */
const consumeTypesV1 = {
  batch_id: "text",
  instant: "bigint",
  window_accounts: "text[]",
  window_ids: "text[]",
  window_demands: "bigint[]",
  window_ends: "bigint[]",
  window_keeps: "bigint[]",
  window_limits: "bigint[]",
  bucket_accounts: "text[]",
  bucket_starts: "bigint[]",
  bucket_endpoints: "text[]",
  bucket_calls: "bigint[]",
  accounts: "text[]",
  account_calls: "bigint[]",
  account_firsts: "bigint[]",
  account_lasts: "bigint[]",
  fence_ids: "text[]",
  fence_revisions: "bigint[]",
  run_accounts: "int[]",
  run_buckets: "int[]",
  run_ats: "bigint[]",
  run_calls: "bigint[]",
  run_uses: "int[]",
  run_claims: "int[]",
  use_windows: "int[]",
  use_limits: "bigint[]",
  claim_fences: "int[]",
  claim_revisions: "bigint[]",
} as const;

/**
 * The parameters of `usage_consume_v2` with their types, in order. Extras are units beyond one per call, so that rows of
 * earlier releases have 0.
 */
export const consumeTypes = { ...consumeTypesV1, bucket_extras: "bigint[]", run_units: "bigint[]" } as const;

/**
 * Returns a function that decides the calls of a batch. In version 1, each call takes one unit.
 *
 * It first adds the demand of the batch to the counters. This locks them, in an order that is the same in every
 * process, and creates missing ones. Units that were not granted are subtracted again; only a refusal costs that. A
 * separate statement then reads the fences under that lock, so it sees every revision that was raised while this one
 * waited.
 *
 * If every counter is within the lowest of its limits and every fence has the revision that all calls claim, everything
 * is admitted. This is the common case and takes few expressions. Otherwise the calls are decided in order, as runs of
 * identical calls.
 *
 * A repeated batch fails on the key of usage_batches, so it changes nothing.
 *
 * A row of an array refers to a row of another array by its position: `run_buckets` by position in `bucket_starts`. The
 * uses (of windows) and the claims (on fences) of all runs are concatenated; a run has `run_uses` and `run_claims` of
 * them.
 */
function consumeFunction(version: 1 | 2): string {
  const withUnits = (sql: string) => (version === 1 ? "" : sql);
  return `
  CREATE FUNCTION usage_consume_v${version}(${declared(version === 1 ? consumeTypesV1 : consumeTypes)}) RETURNS text LANGUAGE plpgsql
  SET lock_timeout = '4s' SET plan_cache_mode = force_generic_plan AS $function$
  DECLARE
    counts bigint[];
    revisions bigint[];
    bucket_refusals bigint[];
    everything boolean;
    answer text;
    first_use int;
    next_use int;
    next_claim int;
    account int;
    bucket int;
    granted bigint;
    stale boolean;
  BEGIN
    WITH demanded AS (
      INSERT INTO usage_windows AS stored (account, id, used, ends, kept_ms)
      SELECT * FROM unnest(window_accounts, window_ids, window_demands, window_ends, window_keeps)
      ON CONFLICT ON CONSTRAINT usage_windows_pkey DO UPDATE SET used = stored.used + excluded.used,
        ends = greatest(stored.ends, excluded.ends), kept_ms = greatest(stored.kept_ms, excluded.kept_ms)
      RETURNING stored.used
    )
    SELECT array_agg(placed.used), coalesce(bool_and(placed.used <= window_limits[placed.place]), true)
      INTO counts, everything
      FROM (SELECT demanded.used, row_number() OVER () AS place FROM demanded) AS placed;

    IF cardinality(fence_ids) > 0 THEN
      SELECT array_agg((SELECT revision FROM usage_fences WHERE id = claimed.id)) INTO revisions
        FROM unnest(fence_ids) AS claimed (id);
      everything := everything AND revisions = fence_revisions;
    END IF;
    answer := json_build_object('used', counts, 'revisions', revisions);

    IF NOT everything THEN
      FOR place IN 1 .. cardinality(window_ids) LOOP
        counts[place] := counts[place] - window_demands[place];
      END LOOP;
      bucket_calls := array_fill(0::bigint, ARRAY[cardinality(bucket_starts)]);
      bucket_refusals := bucket_calls;${withUnits(`
      bucket_extras := bucket_calls;`)}
      account_calls := array_fill(0::bigint, ARRAY[cardinality(accounts)]);
      account_firsts := array_fill(NULL::bigint, ARRAY[cardinality(accounts)]);
      account_lasts := account_firsts;
      first_use := 1;
      next_claim := 1;

      FOR run IN 1 .. cardinality(run_calls) LOOP
        stale := false;
        FOR claim IN next_claim .. next_claim + run_claims[run] - 1 LOOP
          stale := stale OR revisions[claim_fences[claim]] IS DISTINCT FROM claim_revisions[claim];
        END LOOP;
        next_claim := next_claim + run_claims[run];
        next_use := first_use + run_uses[run];

        granted := CASE WHEN stale THEN 0 ELSE run_calls[run] END;
        FOR use IN first_use .. next_use - 1 LOOP
          granted := least(granted, greatest(0, use_limits[use] - counts[use_windows[use]])${withUnits(" / run_units[run]")});
        END LOOP;
        IF granted > 0 THEN
          FOR use IN first_use .. next_use - 1 LOOP
            counts[use_windows[use]] := counts[use_windows[use]] + granted${withUnits(" * run_units[run]")};
          END LOOP;
          account := run_accounts[run];
          account_calls[account] := account_calls[account] + granted;
          account_firsts[account] := least(account_firsts[account], run_ats[run]);
          account_lasts[account] := greatest(account_lasts[account], run_ats[run]);
        END IF;
        first_use := next_use;

        bucket := run_buckets[run];
        bucket_calls[bucket] := bucket_calls[bucket] + granted;${withUnits(`
        bucket_extras[bucket] := bucket_extras[bucket] + granted * (run_units[run] - 1);`)}
        IF NOT stale THEN
          bucket_refusals[bucket] := bucket_refusals[bucket] + run_calls[run] - granted;
        END IF;
      END LOOP;

      UPDATE usage_windows AS stored SET used = decided.used
        FROM unnest(window_accounts, window_ids, counts) AS decided (account, id, used)
        WHERE stored.account = decided.account AND stored.id = decided.id AND stored.used <> decided.used;
    END IF;

    INSERT INTO usage_buckets AS stored (account, start, endpoint, calls, succeeded, failed, server_errors,
        rejected, bytes_in, bytes_out, duration_us${withUnits(", extra_units")})
      SELECT added.account, added.start, added.endpoint, added.calls, 0, 0, 0, coalesce(added.rejected, 0), 0, 0, 0${withUnits(", added.extras")}
      FROM unnest(bucket_accounts, bucket_starts, bucket_endpoints, bucket_calls, bucket_refusals${withUnits(", bucket_extras")})
        AS added (account, start, endpoint, calls, rejected${withUnits(", extras")})
      WHERE added.calls + coalesce(added.rejected, 0) > 0
      ON CONFLICT ON CONSTRAINT usage_buckets_pkey DO UPDATE SET calls = stored.calls + excluded.calls,
        rejected = stored.rejected + excluded.rejected${withUnits(", extra_units = stored.extra_units + excluded.extra_units")};

    INSERT INTO usage_lifetimes AS stored (account, calls, first_call_at, last_call_at)
      SELECT * FROM unnest(accounts, account_calls, account_firsts, account_lasts) AS added (account, calls, first, last)
      WHERE added.calls > 0
      ON CONFLICT ON CONSTRAINT usage_lifetimes_pkey DO UPDATE SET calls = stored.calls + excluded.calls,
        first_call_at = least(stored.first_call_at, excluded.first_call_at),
        last_call_at = greatest(stored.last_call_at, excluded.last_call_at);

    INSERT INTO usage_batches (id, method, recorded_at, answer) VALUES (batch_id, 'consume', instant, answer);
    RETURN answer;
  END $function$;
`;
}

export const consumeFunctionV1 = consumeFunction(1);
export const consumeFunctionV2 = consumeFunction(2);
