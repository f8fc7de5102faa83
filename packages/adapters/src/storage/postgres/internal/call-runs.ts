import { defaultWindowTtlMs, type UsageCall } from "@tools-api/core/storage";
import { bucketKey, bucketStart, byBucket, byCodeUnits, byWindow } from "../../lib/row-order.ts";
import type { consumeTypes } from "./consume-function.ts";
import type { BatchArguments } from "./function-calls.ts";
import {
  findOrAddRow,
  numberColumn,
  type Placed,
  type PlacedBucket,
  type PlacedWindow,
  placeRows,
} from "./placed-rows.ts";

interface WindowRow extends PlacedWindow {
  demand: number;
  /** The lowest limit that the batch's calls name. */
  limit: number;
  ends: number;
  ttlMs: number;
}

interface BucketRow extends PlacedBucket {
  calls: number;
  /** The units beyond one per call. */
  extras: number;
}

interface FenceRow extends Placed {
  id: string;
  /** The revision that all calls of the batch claim, or {@link disputed}. */
  revision: number;
}

/** Consecutive identical calls of an account. */
interface Run {
  account: AccountRow;
  bucket: BucketRow;
  at: number;
  calls: number;
  /** The units of each call. */
  units: number;
  uses: { window: WindowRow; limit: number }[];
  claims: { fence: FenceRow; revision: number }[];
}

interface AccountRow extends Placed {
  id: string;
  calls: number;
  firstCallAt: number;
  lastCallAt: number;
  windows: Map<string, WindowRow>;
  buckets: Map<string, BucketRow>;
  lastRun: Run | undefined;
}

function isSame(run: Run, other: Run): boolean {
  return (
    run.bucket === other.bucket &&
    run.at === other.at &&
    run.units === other.units &&
    run.uses.length === other.uses.length &&
    run.claims.length === other.claims.length &&
    run.uses.every(
      ({ window, limit }, index) => other.uses[index]?.window === window && other.uses[index].limit === limit,
    ) &&
    run.claims.every(
      ({ fence, revision }, index) =>
        other.claims[index]?.fence === fence && other.claims[index].revision === revision,
    )
  );
}

/** Not a valid revision of a fence. */
const disputed = -1;

/** Returns the windows that a call uses, each once with its lowest limit. That limit decides. */
function windowUses(call: UsageCall, account: AccountRow): Run["uses"] {
  const uses: Run["uses"] = [];
  for (const { id, limit, ends, ttlMs = defaultWindowTtlMs } of call.windows) {
    const window = findOrAddRow(account.windows, id, () => ({
      account: account.id,
      id,
      demand: 0,
      limit: Number.MAX_SAFE_INTEGER,
      ends,
      ttlMs,
      place: 0,
    }));
    window.ends = Math.max(window.ends, ends);
    window.ttlMs = Math.max(window.ttlMs, ttlMs);
    // A window holds whole units, and PostgreSQL stores whole numbers.
    const whole = Math.min(Math.ceil(limit), Number.MAX_SAFE_INTEGER);
    window.limit = Math.min(window.limit, whole);
    const known = uses.find((use) => use.window === window);
    if (known) known.limit = Math.min(known.limit, whole);
    else uses.push({ window, limit: whole });
  }
  return uses;
}

/** The windows and fences of a response, in its order. */
export interface DecidedRows {
  windows: readonly Pick<WindowRow, "account" | "id" | "demand">[];
  fences: readonly Pick<FenceRow, "id" | "revision">[];
}

/** The arguments of `usage_consume_v2` for a batch. */
export interface ArrangedCalls extends DecidedRows {
  parameters: BatchArguments<typeof consumeTypes>;
}

/** Groups calls into runs. Runs of different accounts can have any order, because accounts share no window. */
function groupCalls(calls: readonly UsageCall[]) {
  const accountsById = new Map<string, AccountRow>();
  const fencesById = new Map<string, FenceRow>();
  const runs: Run[] = [];
  for (const call of calls) {
    const account = findOrAddRow(accountsById, call.account, () => ({
      id: call.account,
      calls: 0,
      firstCallAt: call.at,
      lastCallAt: call.at,
      windows: new Map(),
      buckets: new Map(),
      lastRun: undefined,
      place: 0,
    }));
    const start = bucketStart(call.at);
    const { endpoint, at, units = 1 } = call;
    const bucket = findOrAddRow(account.buckets, bucketKey({ start, endpoint }), () => ({
      account: account.id,
      start,
      endpoint,
      calls: 0,
      extras: 0,
      place: 0,
    }));
    account.calls++;
    account.firstCallAt = Math.min(account.firstCallAt, at);
    account.lastCallAt = Math.max(account.lastCallAt, at);
    bucket.calls++;
    bucket.extras += units - 1;
    const claims = call.fences.map(({ id, revision }) => {
      const fence = findOrAddRow(fencesById, id, () => ({ id, revision, place: 0 }));
      if (fence.revision !== revision) fence.revision = disputed;
      return { fence, revision };
    });
    const uses = windowUses(call, account);
    for (const { window } of uses) window.demand += units;
    const run: Run = { account, bucket, at, calls: 1, units, uses, claims };
    if (account.lastRun && isSame(account.lastRun, run)) account.lastRun.calls++;
    else {
      runs.push(run);
      account.lastRun = run;
    }
  }
  return { accountsById, fencesById, runs };
}

/** Returns the runs of calls, and the rows that they use, sorted so that all processes lock them in one order. */
export function arrangeCalls(calls: readonly UsageCall[]): ArrangedCalls {
  const { accountsById, fencesById, runs } = groupCalls(calls);
  const accounts = placeRows(accountsById.values(), (a, b) => byCodeUnits(a.id, b.id));
  const windows = placeRows(
    accounts.flatMap((account) => [...account.windows.values()]),
    byWindow,
  );
  const buckets = placeRows(
    accounts.flatMap((account) => [...account.buckets.values()]),
    byBucket,
  );
  const fences = placeRows(fencesById.values(), (a, b) => byCodeUnits(a.id, b.id));
  const uses = runs.flatMap((run) => run.uses);
  const claims = runs.flatMap((run) => run.claims);
  return {
    parameters: {
      window_accounts: windows.map(({ account }) => account),
      window_ids: windows.map(({ id }) => id),
      window_demands: numberColumn(windows, ({ demand }) => demand),
      window_ends: numberColumn(windows, ({ ends }) => ends),
      window_keeps: numberColumn(windows, ({ ttlMs }) => ttlMs),
      window_limits: numberColumn(windows, ({ limit }) => limit),
      bucket_accounts: buckets.map(({ account }) => account),
      bucket_starts: numberColumn(buckets, ({ start }) => start),
      bucket_endpoints: buckets.map(({ endpoint }) => endpoint),
      bucket_calls: numberColumn(buckets, (bucket) => bucket.calls),
      accounts: accounts.map(({ id }) => id),
      account_calls: numberColumn(accounts, (account) => account.calls),
      account_firsts: numberColumn(accounts, ({ firstCallAt }) => firstCallAt),
      account_lasts: numberColumn(accounts, ({ lastCallAt }) => lastCallAt),
      fence_ids: fences.map(({ id }) => id),
      fence_revisions: numberColumn(fences, ({ revision }) => revision),
      run_accounts: numberColumn(runs, ({ account }) => account.place),
      run_buckets: numberColumn(runs, ({ bucket }) => bucket.place),
      run_ats: numberColumn(runs, ({ at }) => at),
      run_calls: numberColumn(runs, (run) => run.calls),
      run_uses: numberColumn(runs, (run) => run.uses.length),
      run_claims: numberColumn(runs, (run) => run.claims.length),
      use_windows: numberColumn(uses, ({ window }) => window.place),
      use_limits: numberColumn(uses, ({ limit }) => limit),
      claim_fences: numberColumn(claims, ({ fence }) => fence.place),
      claim_revisions: numberColumn(claims, ({ revision }) => revision),
      bucket_extras: numberColumn(buckets, ({ extras }) => extras),
      run_units: numberColumn(runs, ({ units }) => units),
    },
    windows,
    fences,
  };
}
