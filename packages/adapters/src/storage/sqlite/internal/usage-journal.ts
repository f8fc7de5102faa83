import { addCounts, type UsageReading } from "@tools-api/core/storage";
import { addToLifetime, type UsageChanges, type WindowCount } from "../../lib/change-set.ts";
import { pairKey } from "../../lib/row-order.ts";
import { jsonList, recordValues } from "./database.ts";
import { journalColumns } from "./usage-columns.ts";
import type { UsageStatements } from "./usage-statements.ts";

type Sums = Pick<UsageChanges, "buckets" | "lifetimes"> & { counters: readonly WindowCount[] };
type Bucket = Sums["buckets"][number];
type Lifetime = Sums["lifetimes"][number];
type Values = ReturnType<typeof recordValues>;

const counterProperties = Object.values(journalColumns.counters);
const bucketProperties = Object.values(journalColumns.buckets);
const lifetimeProperties = Object.values(journalColumns.lifetimes);

// Each reading parses the journal: measured, 0.5 ms for 64 sums of its account, 1 ms for 512 of others.
const [minSums, maxSums] = [64, 512];

// Folding blocks the event loop: measured, 15 to 29 µs for a bucket and the lifetime of its account.
const maxRows = 256;

// A bucket that is folded after 8 sums costs each of them 2 µs.
const sumsPerBucket = 8;

const pageBytes = 4096;

/** Returns the records of a list of their values, as JSON. */
export function parseRecords(properties: readonly string[], text: string): object[] {
  const lists = JSON.parse(text) as unknown[][];
  return lists.map((values) => Object.fromEntries(properties.map((name, index) => [name, values[index]])));
}

interface AccountSums {
  counters: Map<string, WindowCount>;
  buckets: Bucket[];
  lifetime?: UsageReading["lifetime"];
}

/** The changes in the journal by account. */
interface JournalSums {
  /** The number of sums. */
  added: number;
  /** The numbers of buckets and counters that they change. */
  buckets: number;
  counters: number;
  accounts: Map<string, AccountSums>;
}

function noSums(): JournalSums {
  return { added: 0, buckets: 0, counters: 0, accounts: new Map() };
}

function sameBucket({ start, endpoint }: Pick<Bucket, "start" | "endpoint">) {
  return (bucket: Bucket) => bucket.start === start && bucket.endpoint === endpoint;
}

/** Adds changes, whose objects become parts of the sums. */
function merge(all: JournalSums, { counters, buckets, lifetimes }: Sums): void {
  const find = (account: string) => {
    // The drivers bind lone surrogates as U+FFFD.
    const name = account.toWellFormed();
    let known = all.accounts.get(name);
    if (!known) all.accounts.set(name, (known = { counters: new Map(), buckets: [] }));
    return known;
  };
  for (const counter of counters) {
    const known = find(counter.account).counters;
    const name = counter.id.toWellFormed();
    if (!known.has(name)) all.counters++;
    known.set(name, counter);
  }
  for (const bucket of buckets) {
    const known = find(bucket.account).buckets;
    const sum = known.find(sameBucket(bucket));
    if (sum) addCounts(sum, bucket);
    else {
      known.push(bucket);
      all.buckets++;
    }
  }
  for (const lifetime of lifetimes) {
    const known = find(lifetime.account);
    known.lifetime = addToLifetime(known.lifetime, lifetime);
  }
  all.added += buckets.length;
}

/** Returns whether sums must move to the tables. */
function isFull({ added, buckets, counters }: JournalSums): boolean {
  if (buckets > maxRows || counters > maxRows) return true;
  return added > Math.min(Math.max(minSums, sumsPerBucket * buckets), maxSums);
}

/** Changes for the next row, with the values that it stores. */
interface Staged {
  changes: Sums;
  counters: Values;
  buckets: Values;
  lifetimes: Values;
}

/** Returns the counters of staged changes. A row has each counter once, with its last count. */
function lastCounters(staged: readonly Staged[]): Values {
  const [first] = staged;
  if (first && staged.length === 1) return first.counters;
  const latest = new Map<string, Values[number]>();
  for (const { changes, counters } of staged)
    for (const [index, { account, id }] of changes.counters.entries())
      latest.set(pairKey(account, id), counters[index] ?? []);
  return [...latest.values()];
}

/**
 * Returns the rows after the last known one, and whether these are all changes since. If not, returns all rows. After a
 * fold, the rows are all that the journal has.
 */
function rowsAfter(statements: UsageStatements, known: number | undefined) {
  const rows = known === undefined ? [] : statements.journal({ sequence: known });
  const first = rows[0]?.sequence;
  // The first row of the file is the empty one of the last fold. It follows the known row if nothing was missed.
  const isFolded = known !== undefined && first === known + 1;
  const isComplete =
    first !== undefined &&
    (isFolded || first === known) &&
    rows.every(({ buckets }, index) => index === 0 || buckets !== "[]");
  if (!isComplete) return { rows: statements.journal({ sequence: 0 }), isComplete, isFolded };
  return { rows: isFolded ? rows : rows.slice(1), isComplete, isFolded };
}

/**
 * Creates the journal of a connection: the latest changes of usage, in a table of their own. A row has the changes of one batch or several: counters, and sums
 * of buckets and lifetimes. They move to the other tables after some hundred sums, when most add up. Readings add the
 * journal to the tables.
 *
 * The number of the last row is also the version of everything on which decisions depend. For a change outside the
 * journal (a raised fence, a removed counter) an empty row is appended. A fold replaces all rows by an empty one with
 * the next number. Numbers are never used again.
 *
 * A connection remembers the sums, so that it reads only the rows of others.
 */
export function usageJournal(statements: UsageStatements) {
  let last: number | undefined;
  let sums = noSums();
  let staged: Staged[] = [];
  let pages = 0;

  function lastNumber(): number {
    if (last === undefined) throw new Error("usage_journal: expected a row, found none");
    return last;
  }

  /** Appends an empty row, after which other connections forget what they remember. */
  function appendEmpty(): void {
    const sequence = lastNumber() + 1;
    statements.appendEmpty({ sequence });
    last = sequence;
  }

  return {
    /** Adds changes to the next row. Throws if SQLite cannot store them. */
    stage({ windows: counters, buckets, lifetimes }: UsageChanges): void {
      if (buckets.length === 0) return;
      staged.push({
        changes: { counters, buckets, lifetimes },
        counters: recordValues(counterProperties, counters),
        buckets: recordValues(bucketProperties, buckets),
        lifetimes: recordValues(lifetimeProperties, lifetimes),
      });
    },
    hasStaged: () => staged.length > 0,
    discardStaged(): void {
      staged = [];
    },

    /**
     * Appends the staged row, which works without a transaction. Returns false if the last row in the file is not the
     * last known one. Then nothing is written.
     */
    append(): boolean {
      const sequence = lastNumber();
      const row = {
        counters: jsonList(lastCounters(staged)),
        buckets: jsonList(staged.flatMap(({ buckets }) => buckets)),
        lifetimes: jsonList(staged.flatMap(({ lifetimes }) => lifetimes)),
      };
      if (!statements.append({ sequence, ...row })) return false;
      last = sequence + 1;
      for (const { changes } of staged) merge(sums, changes);
      staged = [];
      pages += Math.floor((row.counters.length + row.buckets.length + row.lifetimes.length) / pageBytes);
      return true;
    },

    /**
     * Reads the rows after the last known one. Returns their counters, and whether these are all changes since. If not,
     * they are the counters of all rows.
     */
    catchUp(): { counters: WindowCount[]; isComplete: boolean } {
      const { rows, isComplete, isFolded } = rowsAfter(statements, last);
      if (!isComplete || isFolded) sums = noSums();
      const counters: WindowCount[] = [];
      for (const row of rows) {
        // `stage` has written these properties.
        const added = parseRecords(counterProperties, row.counters) as WindowCount[];
        merge(sums, {
          counters: added,
          buckets: parseRecords(bucketProperties, row.buckets) as Bucket[],
          lifetimes: parseRecords(lifetimeProperties, row.lifetimes) as Lifetime[],
        });
        counters.push(...added);
        last = row.sequence;
      }
      return { counters, isComplete };
    },

    /** Returns the counts that the journal adds to a bucket, if any. */
    bucket: (account: string, start: number, endpoint: string) =>
      sums.accounts.get(account.toWellFormed())?.buckets.find(sameBucket({ start, endpoint })),

    isFull: () => isFull(sums),

    /** Moves the whole journal to the tables. */
    fold(): void {
      if (sums.added === 0) return;
      const accounts = [...sums.accounts.values()];
      statements.putCounters(accounts.flatMap(({ counters }) => [...counters.values()]));
      const buckets = accounts.flatMap((sum) => sum.buckets);
      // The sums end here, so they need no copy.
      for (const bucket of buckets) bucket.units -= bucket.calls;
      statements.addToBuckets(buckets);
      statements.addToLifetimes(
        [...sums.accounts].flatMap(([account, { lifetime }]) => (lifetime ? [{ account, ...lifetime }] : [])),
      );
      statements.clearJournal({});
      appendEmpty();
      sums = noSums();
    },

    appendEmpty,
    /** Must be called after a change of fences, which may append an empty row. */
    skipEmpty(): void {
      last = statements.lastSequence()?.last ?? undefined;
    },
    /** Must be called if a transaction is rolled back. */
    forget(): void {
      last = undefined;
      sums = noSums();
      staged = [];
    },
    /** Returns the number of pages that were written, in addition to one for each row. */
    pages: () => pages,
  };
}
