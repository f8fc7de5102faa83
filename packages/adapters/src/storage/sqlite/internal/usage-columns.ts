import { countColumns, storedColumns } from "../../lib/bucket-columns.ts";

/** The counts of a bucket, as columns. */
export const counts = Object.keys(countColumns);

/** The columns of `usage_buckets` that are counts. */
export const storedCounts = Object.keys(storedColumns);

/** The properties of records by their columns, of each table that the journal changes. Its lists have this order. */
export const journalColumns = {
  counters: { account: "account", id: "id", used: "used", ends: "ends", kept_ms: "ttlMs" },
  buckets: { account: "account", start: "start", endpoint: "endpoint", ...countColumns },
  lifetimes: {
    account: "account",
    calls: "calls",
    first_call_at: "firstCallAt",
    last_call_at: "lastCallAt",
  },
} as const;

/** Returns a query for the rows of an account in the journal, with the columns of a table and `sequence`. */
export function journalRows(table: keyof typeof journalColumns, accounts = "(:account)"): string {
  const values = Object.keys(journalColumns[table]).map((column, index) => `value ->> ${index} AS ${column}`);
  return `SELECT ${values.join(", ")}, sequence FROM usage_journal CROSS JOIN json_each(usage_journal.${table})
    WHERE value ->> 0 IN ${accounts}`;
}
