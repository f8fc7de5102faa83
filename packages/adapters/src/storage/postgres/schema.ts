import { documentFunctions } from "./document-functions.ts";
import { consumeFunction } from "./consume-function.ts";
import { recordFunctions } from "./record-functions.ts";
import { sweepFunctions } from "./sweep-functions.ts";

/** One step of the schema. */
export interface Migration {
  sql: string;
  /**
   * The oldest release, by its number of steps, that works on a database with this step. Steps only add, so the
   * previous release keeps working while servers are upgraded. Raise this number when that ends.
   */
  worksWith: number;
}

const documentTables = `
  CREATE TABLE commit_sequence (
    id int NOT NULL PRIMARY KEY CHECK (id = 1),
    version bigint NOT NULL
  );
  INSERT INTO commit_sequence VALUES (1, 0);
  COMMENT ON COLUMN commit_sequence.version IS 'Of the last commit; only grows';

  CREATE TABLE documents (
    key text COLLATE "C" NOT NULL PRIMARY KEY,
    value text NOT NULL,
    version bigint NOT NULL,
    expires_at bigint
  );
  CREATE INDEX documents_by_expiry ON documents (expires_at) WHERE expires_at IS NOT NULL;
  COMMENT ON TABLE documents IS 'Accounts, keys and all else that is read often and written seldom';
  COMMENT ON COLUMN documents.value IS 'JSON; as text, since jsonb cannot hold every string of JSON';
  COMMENT ON COLUMN documents.version IS 'Of the commit that wrote it';
  COMMENT ON COLUMN documents.expires_at IS 'Epoch milliseconds from which the document counts as absent';
`;

// Tables that are updated in place have free space on their pages: an update that stays on its page writes no index
// entry.
const usageTables = `
  CREATE TABLE usage_fences (
    id text COLLATE "C" NOT NULL PRIMARY KEY,
    revision bigint NOT NULL
  ) WITH (fillfactor = 80);
  COMMENT ON COLUMN usage_fences.id IS 'The key of a document';
  COMMENT ON COLUMN usage_fences.revision IS 'At which a call has to stand to be admitted';

  CREATE TABLE usage_windows (
    account text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    used bigint NOT NULL CHECK (used >= 0),
    ends bigint NOT NULL,
    kept_ms bigint NOT NULL,
    PRIMARY KEY (account, id)
  ) WITH (fillfactor = 60);
  CREATE INDEX usage_windows_by_expiry ON usage_windows ((ends + kept_ms));
  COMMENT ON TABLE usage_windows IS 'The counters by which calls are admitted';
  COMMENT ON COLUMN usage_windows.id IS 'Such as day:2026-11-21';
  COMMENT ON COLUMN usage_windows.ends IS 'Epoch milliseconds';
  COMMENT ON COLUMN usage_windows.kept_ms IS 'Milliseconds for which the counter is kept once the window has closed';

  CREATE TABLE usage_buckets (
    account text COLLATE "C" NOT NULL,
    start bigint NOT NULL,
    endpoint text COLLATE "C" NOT NULL,
    calls bigint NOT NULL,
    succeeded bigint NOT NULL,
    failed bigint NOT NULL,
    server_errors bigint NOT NULL,
    rejected bigint NOT NULL,
    bytes_in bigint NOT NULL,
    bytes_out bigint NOT NULL,
    duration_us bigint NOT NULL,
    PRIMARY KEY (account, start, endpoint)
  ) WITH (fillfactor = 80);
  CREATE INDEX usage_buckets_to_fold ON usage_buckets (start) WHERE start % 86400000 <> 0;
  COMMENT ON TABLE usage_buckets IS 'What accounts did, by quarter of an hour; by UTC day what is older than 400 days';
  COMMENT ON COLUMN usage_buckets.start IS 'Epoch milliseconds, by instant of admission';
  COMMENT ON COLUMN usage_buckets.calls IS 'Admitted and not given back';
  COMMENT ON COLUMN usage_buckets.server_errors IS 'Given back';
  COMMENT ON COLUMN usage_buckets.rejected IS 'Refused for want of allowance';

  CREATE TABLE usage_lifetimes (
    account text COLLATE "C" NOT NULL PRIMARY KEY,
    calls bigint NOT NULL,
    first_call_at bigint NOT NULL,
    last_call_at bigint NOT NULL
  ) WITH (fillfactor = 60);

  CREATE TABLE usage_credentials (
    id text COLLATE "C" NOT NULL PRIMARY KEY,
    last_used_at bigint NOT NULL
  ) WITH (fillfactor = 80);
  COMMENT ON COLUMN usage_credentials.last_used_at IS 'Epoch milliseconds, to the minute';

  CREATE TABLE usage_batches (
    id text COLLATE "C" NOT NULL,
    method text COLLATE "C" NOT NULL,
    recorded_at bigint NOT NULL,
    answer text NOT NULL,
    PRIMARY KEY (id, method)
  );
  CREATE INDEX usage_batches_by_age ON usage_batches (recorded_at);
  COMMENT ON TABLE usage_batches IS 'Writes of the last hour, so that one that comes twice counts once';
  COMMENT ON COLUMN usage_batches.answer IS 'Given again when the batch comes again';
`;

/**
 * The steps that create the schema. A released step never changes. Functions carry the number of their step, so that
 * two releases each use their own. Instants are epoch milliseconds.
 */
export const migrations: readonly Migration[] = [
  {
    sql:
      documentTables + usageTables + documentFunctions + consumeFunction + recordFunctions + sweepFunctions,
    worksWith: 1,
  },
];
