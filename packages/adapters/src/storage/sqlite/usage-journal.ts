import { addCounts } from "@tools-api/core/internal";
import type { UsageReading } from "@tools-api/core/storage";
import { addToLifetime, type UsageChanges } from "../lib/change-set.ts";
import { jsonRecords } from "./database.ts";
import { journalColumns } from "./usage-columns.ts";
import type { UsageStatements } from "./usage-statements.ts";

type Sums = Pick<UsageChanges, "buckets" | "lifetimes">;
type Bucket = Sums["buckets"][number];
type Lifetime = Sums["lifetimes"][number];
type Totals = { account: string } & UsageReading["lifetime"];

const bucketProperties = Object.values(journalColumns.buckets);
const lifetimeProperties = Object.values(journalColumns.lifetimes);

// Each reading parses the journal: measured, 0.5 ms for 64 sums of its account, 1 ms for 512 of others.
const [minSums, maxSums] = [64, 512];

// Folding blocks the event loop: measured, 15 to 29 µs for a bucket and the lifetime of its account.
const maxBuckets = 256;

// A bucket that is folded after 8 sums costs each of them 2 µs.
const sumsPerBucket = 8;

/**
 * The latest sums of calls, in a table of their own. A transaction appends one row for all its accounts instead of
 * updating two rows of each. Those updates follow after some hundred sums, when most add up. Readings add the journal to
 * the tables.
 */
export interface UsageJournal {
  /** Appends sums to the journal. If it is full or `mayAppend` is false, adds everything to the tables. */
  add(sums: Sums, mayAppend: boolean): void;
  /** Moves the whole journal to the tables. */
  fold(): void;
  /** Must be called if another connection has committed, or a transaction was rolled back. */
  forget(): void;
}

/** Returns the records of a list that {@link jsonRecords} has encoded. */
function parseRecords(properties: readonly string[], text: string): object[] {
  const lists = JSON.parse(text) as unknown[][];
  return lists.map((values) => Object.fromEntries(properties.map((name, index) => [name, values[index]])));
}

/** The sums in the journal by account. */
interface JournalSums {
  /** The number of sums. */
  added: number;
  /** The number of buckets that they belong to. */
  size: number;
  accounts: Map<string, { buckets: Bucket[]; lifetime?: Totals }>;
}

function noSums(): JournalSums {
  return { added: 0, size: 0, accounts: new Map() };
}

function isFull({ added, size }: JournalSums): boolean {
  return size > maxBuckets || added > Math.min(Math.max(minSums, sumsPerBucket * size), maxSums);
}

function merge(all: JournalSums, { buckets, lifetimes }: Sums): void {
  for (const bucket of buckets) {
    let known = all.accounts.get(bucket.account);
    if (!known) all.accounts.set(bucket.account, (known = { buckets: [] }));
    const sum = known.buckets.find(
      ({ start, endpoint }) => start === bucket.start && endpoint === bucket.endpoint,
    );
    if (sum) addCounts(sum, bucket);
    else {
      known.buckets.push({ ...bucket });
      all.size += 1;
    }
  }
  for (const lifetime of lifetimes) {
    const known = all.accounts.get(lifetime.account);
    // A lifetime grows with a bucket.
    if (known) known.lifetime = { account: lifetime.account, ...addToLifetime(known.lifetime, lifetime) };
  }
  all.added += buckets.length;
}

/** Creates the journal of a connection. It remembers the sums, so that only the journal of another process is read. */
export function usageJournal(statements: UsageStatements): UsageJournal {
  let known: JournalSums | undefined;

  function read(): JournalSums {
    const all = noSums();
    for (const { buckets, lifetimes } of statements.journal({}))
      merge(all, {
        // `add` has written these properties.
        buckets: parseRecords(bucketProperties, buckets) as Bucket[],
        lifetimes: parseRecords(lifetimeProperties, lifetimes) as Lifetime[],
      });
    return all;
  }

  function fold(): void {
    const { added, accounts } = (known ??= read());
    if (added === 0) return;
    const sums = [...accounts.values()];
    const buckets = sums.flatMap((sum) => sum.buckets);
    // The sums end here, so they need no copy.
    for (const bucket of buckets) bucket.units -= bucket.calls;
    statements.addToBuckets(buckets);
    statements.addToLifetimes(sums.flatMap(({ lifetime }) => lifetime ?? []));
    statements.clearJournal({});
    known = noSums();
  }

  return {
    add(sums, mayAppend) {
      const { buckets, lifetimes } = sums;
      if (buckets.length === 0) return;
      const all = (known ??= read());
      merge(all, sums);
      if (!mayAppend || isFull(all)) return fold();
      statements.append({
        buckets: jsonRecords(bucketProperties, buckets),
        lifetimes: jsonRecords(lifetimeProperties, lifetimes),
      });
    },
    fold,
    forget() {
      known = undefined;
    },
  };
}
