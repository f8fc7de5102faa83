import type { Clock } from "@tools-api/core";
import { dayMs } from "@tools-api/core/internal/time";
import {
  type Admission,
  foldingHorizon,
  type UsageBucket,
  type UsageQuery,
  type UsageReading,
  type UsageStore,
  type UsageTotal,
} from "@tools-api/core/storage";
import { sumEndpoints, sumRangesInSlices } from "./sum-ranges.ts";
import { addToLifetime, type UsageChanges, type UsageState } from "./change-set.ts";
import { checkQuarterDays } from "./quarter-days.ts";
import { pairKey } from "./row-order.ts";
import { admitCalls, recordOutcomes, refundCalls } from "./usage-changes.ts";
import {
  accountRow,
  type AccountUsage,
  addDay,
  addToDay,
  copyDay,
  dayBuckets,
  dayNumber,
  dayRow,
  daysBetween,
  fencesRow,
  foldDay,
  hasDay,
  lastUseRow,
  type Row,
  type Rows,
} from "./usage-rows.ts";

/** Encodes the response of a batch as text, so that a repeated batch gets the same response. */
function encodeAdmissions(admissions: readonly Admission[]): string {
  return JSON.stringify(
    admissions.map((admission) =>
      admission.outcome === "admitted" && !admission.isRecorded ? admission.used : admission,
    ),
  );
}

/** Decodes the text of {@link encodeAdmissions}. */
function decodeAdmissions(text: string): Admission[] {
  // Only encodeAdmissions writes this text, so its shape is known.
  const entries = JSON.parse(text) as (number[] | Admission)[];
  return entries.map((entry) => (Array.isArray(entry) ? { outcome: "admitted", used: entry } : entry));
}

/** Raises a fence. A higher revision stays. With `onlyKnown`, an unknown fence stays unknown. */
export function raiseFence(rows: Rows, fence: string, revision: number, { onlyKnown = false } = {}): void {
  const fences = new Map(rows.get(fencesRow(fence)));
  const known = fences.get(fence) ?? (onlyKnown ? Infinity : -Infinity);
  if (revision > known) rows.put(fencesRow(fence), [...fences.set(fence, revision)]);
}

function findWindow({ windows }: AccountUsage, id: string) {
  return windows.findLast((window) => window[0] === id)?.[1];
}

function stateIn(rows: Rows): UsageState {
  return {
    revision: (fence) => new Map(rows.get(fencesRow(fence))).get(fence),
    window(account, id) {
      const count = findWindow(rows.get(accountRow(account)), id);
      return count && { ...count, ttlMs: count.keptMs };
    },
    bucket(account, start, endpoint) {
      const day = dayNumber(start);
      for (const bucket of dayBuckets(day, rows.get(dayRow(account, day))))
        if (bucket.start === start && bucket.endpoint === endpoint) return bucket;
      return undefined;
    },
  };
}

/** Returns a function that copies a row for its changes, and returns the same copy when it is called again. */
function editor(rows: Rows) {
  const copies = new Map<string, unknown>();
  return <Value>(row: Row<Value>, copy: (known: Value) => Value): Value => {
    // A key belongs to one kind of row.
    const value = (copies.get(row.key) as Value | undefined) ?? copy(rows.get(row));
    if (!copies.has(row.key)) rows.put(row, value);
    copies.set(row.key, value);
    return value;
  };
}

/**
 * Writes the changes of a batch. A new counter removes the expired ones of its account. With a call, the oldest day that
 * is due is folded: only one, so that the cost of a batch is bounded.
 */
function applyChanges(rows: Rows, changes: UsageChanges, quarterDays: number, now: number): void {
  const edit = editor(rows);
  const editAccount = (id: string) =>
    edit(accountRow(id), (known) => ({ ...known, windows: [...known.windows] }));

  // An invalid instant throws here, before the first write.
  const buckets = changes.buckets.map(({ account, ...bucket }) => {
    const day = dayNumber(bucket.start);
    return { account, bucket, day, row: dayRow(account, day) };
  });
  for (const { credential, at } of changes.lastUses)
    if (at > rows.get(lastUseRow(credential))) rows.put(lastUseRow(credential), at);

  for (const { account, bucket, day, row } of buckets) {
    addToDay(edit(row, copyDay), bucket);
    if (!hasDay(rows.get(accountRow(account)), day)) addDay(editAccount(account), day);
  }

  for (const { account: owner, id, used, ends, ttlMs } of changes.windows) {
    const account = editAccount(owner);
    const known = account.windows.findLastIndex((window) => window[0] === id);
    if (known < 0) account.windows = account.windows.filter(([, count]) => count.ends + count.keptMs > now);
    else account.windows.splice(known, 1);
    // An account can have 3,600 windows. Those at the end are found first.
    account.windows.push([id, { used, ends, keptMs: ttlMs }]);
  }

  const horizon = dayNumber(foldingHorizon(now, quarterDays));
  for (const sum of changes.lifetimes) {
    const account = editAccount(sum.account);
    account.lifetime = addToLifetime(account.lifetime, sum);
    if (account.foldedBefore >= horizon) continue;
    const [day] = daysBetween(account, account.foldedBefore, horizon);
    account.foldedBefore = day === undefined ? horizon : day + 1;
    if (day === undefined) continue;
    rows.put(dayRow(sum.account, day), foldDay(day, rows.get(dayRow(sum.account, day))));
  }
}

/**
 * Creates the methods of a usage store on rows.
 *
 * @param run Runs a task in one step. The last run counts if it runs a task again.
 */
export function usageOnRows(
  run: <Result>(task: (rows: Rows) => Result) => Result | Promise<Result>,
  clock: Clock,
  option: number | undefined,
): Omit<UsageStore, "capabilities" | "ping" | "close"> {
  const quarterDays = checkQuarterDays(option);

  /** Writes the changes of a batch and returns its answer. Returns only the first answer if the key was written before. */
  async function writeOnce(
    key: string,
    decide: (state: UsageState) => { answer: string; changes: UsageChanges },
  ): Promise<string> {
    return run((rows) => {
      const known = rows.answers.find(key);
      if (known !== undefined) return known;
      const { answer, changes } = decide(stateIn(rows));
      applyChanges(rows, changes, quarterDays, clock.now());
      rows.answers.add(key, answer);
      return answer;
    });
  }

  async function read({ account: id, boundaries, windows }: UsageQuery): Promise<UsageReading> {
    const first = boundaries[0] ?? 0;
    const last = boundaries.at(-1) ?? first;
    const { account, days } = await run((rows) => {
      const account = rows.get(accountRow(id));
      const numbers = daysBetween(account, dayNumber(first), Math.ceil(last / dayMs));
      return { account, days: numbers.map((day) => ({ day, usage: rows.get(dayRow(id, day)) })) };
    });
    // The value of a row is replaced and never changed, so it can be summed up later.
    function* buckets(): Generator<UsageBucket> {
      for (const { day, usage } of days) yield* dayBuckets(day, usage);
    }
    return {
      buckets: await sumRangesInSlices(buckets(), boundaries),
      used: windows.map((window) => findWindow(account, window)?.used ?? 0),
      lifetime: { ...account.lifetime },
    };
  }

  return {
    quarterDays,

    async consume({ id, items }) {
      const answer = await writeOnce(pairKey("consume", id), (state) => {
        const { admissions, changes } = admitCalls(items, state);
        return { answer: encodeAdmissions(admissions), changes };
      });
      return decodeAdmissions(answer);
    },

    async complete({ id, items }) {
      await writeOnce(pairKey("complete", id), () => ({ answer: "", changes: recordOutcomes(items) }));
    },

    async refund({ id, items }) {
      await writeOnce(pairKey("refund", id), (state) => ({ answer: "", changes: refundCalls(items, state) }));
    },

    async fence(id, revision) {
      await run((rows) => raiseFence(rows, id, revision));
    },

    read,

    async totals({ accounts, boundaries }) {
      const sums: UsageTotal[] = [];
      // One account at a time: the calls of others wait only for the rows of one.
      for (const account of accounts) {
        const reading = await read({ account, boundaries, windows: [] });
        sums.push(...sumEndpoints(account, reading, boundaries));
      }
      return sums;
    },

    async lastUsed(credentials) {
      const uses = await run((rows) => credentials.map((id) => [id, rows.get(lastUseRow(id))] as const));
      return new Map(uses.filter(([, at]) => at > -Infinity));
    },
  };
}
