/**
 * The commit. It locks the row of the sequence until the transaction ends. Conditions are therefore checked against
 * committed data, versions become visible in order, and no two commits can deadlock. A conflicting commit writes
 * nothing.
 */
export const documentFunctions = `
  CREATE FUNCTION documents_commit_v1(
    instant bigint, keys text[], texts text[], if_versions bigint[], if_absents boolean[], expiries bigint[],
    fence_ids text[], OUT committed bigint, OUT conflict text
  ) LANGUAGE plpgsql
  SET lock_timeout = '4s' SET plan_cache_mode = force_generic_plan AS $function$
  BEGIN
    PERFORM FROM commit_sequence FOR UPDATE;

    SELECT operation.key INTO conflict
      FROM unnest(keys, if_versions, if_absents) WITH ORDINALITY AS operation (key, if_version, if_absent, place)
      LEFT JOIN documents AS stored ON stored.key = operation.key
        AND (stored.expires_at IS NULL OR stored.expires_at > instant)
      WHERE (operation.if_absent AND stored.key IS NOT NULL)
        OR (operation.if_version IS NOT NULL AND operation.if_version IS DISTINCT FROM stored.version)
      ORDER BY place LIMIT 1;
    IF FOUND THEN RETURN; END IF;

    UPDATE commit_sequence SET version = version + 1 RETURNING version INTO committed;
    DELETE FROM documents WHERE key IN
      (SELECT operation.key FROM unnest(keys, texts) AS operation (key, text) WHERE operation.text IS NULL);
    INSERT INTO documents (key, value, version, expires_at)
      SELECT operation.key, operation.text, committed, operation.expires_at
      FROM unnest(keys, texts, expiries) AS operation (key, text, expires_at) WHERE operation.text IS NOT NULL
      ON CONFLICT (key) DO UPDATE SET value = excluded.value, version = excluded.version,
        expires_at = excluded.expires_at;
    UPDATE usage_fences SET revision = committed WHERE id = ANY (fence_ids) AND revision < committed;
  END $function$;
`;
