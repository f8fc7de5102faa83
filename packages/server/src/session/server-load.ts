import type { RequestRecord } from "../http/request-log.ts";
import type { QueueLoad, WorkQueue } from "../http/work-queue.ts";

/** The load of one server process in the last hour. */
export interface LoadReport {
  /** The beginning of the counted time, epoch milliseconds. */
  since: number;
  /** Requests under /v1, and those of them with a status of 400 to 499 and from 500. */
  calls: number;
  clientErrors: number;
  serverErrors: number;
  /** Milliseconds below which that share of the calls took; `null` without calls. Accurate to 19 percent. */
  latency: { p50: number; p95: number; p99: number } | null;
  queues: { name: string; load: QueueLoad }[];
  /** The accounts with the most calls. */
  topAccounts: { account: string; calls: number }[];
}

/** Counts the calls of a server process for the operator's overview. */
export interface ServerLoad {
  /** Counts an answered request. It runs on every call and must not throw. */
  count(record: RequestRecord): void;
  /** Starts to report the load of work queues. */
  watchQueues(queues: Readonly<Record<string, WorkQueue>>): void;
  report(): LoadReport;
}

const minutes = 60;
const minuteMs = 60_000;
const topCount = 5;

// Bounds the memory: a server with more active accounts in a minute counts the first ones.
const maxAccounts = 1_000;

// Four buckets for each doubling, from 0.125 ms to half a minute.
const bucketsPerDoubling = 4;
const buckets = 18 * bucketsPerDoubling;

interface Minute {
  number: number;
  calls: number;
  clientErrors: number;
  serverErrors: number;
  durations: Uint32Array;
  accounts: Map<string, number>;
}

function newMinute(number: number): Minute {
  const counts = { calls: 0, clientErrors: 0, serverErrors: 0 };
  return { number, ...counts, durations: new Uint32Array(buckets), accounts: new Map() };
}

function bucketOf(durationMs: number): number {
  const index = Math.ceil(bucketsPerDoubling * Math.log2(durationMs * 8));
  // No duration is negative, but the clock of a virtual machine can stand still.
  return Math.min(buckets - 1, Math.max(0, index));
}

/** Returns the upper bound of the bucket that a share of the durations reaches. */
function percentile(durations: readonly number[], share: number): number {
  const total = durations.reduce((sum, count) => sum + count, 0);
  let seen = 0;
  const index = durations.findIndex((count) => (seen += count) >= total * share);
  return 2 ** (index / bucketsPerDoubling) / 8;
}

/**
 * Counts the calls of a server process by minute, for an hour. Pass it to `createAccountApp`, and its `count` the records of the
 * log.
 *
 * @param now Returns epoch milliseconds.
 *
 * @example
 * ```ts
 * import { serverLoad } from "@tools-api/server";
 *
 * const load = serverLoad();
 * console.log(load.report().calls); // 0
 * ```
 */
export function serverLoad(now: () => number = Date.now): ServerLoad {
  const startedAt = now();
  const ring: Minute[] = [];
  let watched: Readonly<Record<string, WorkQueue>> = {};

  function currentMinute(): Minute {
    const number = Math.floor(now() / minuteMs);
    const index = number % minutes;
    const found = ring[index];
    if (found?.number === number) return found;
    return (ring[index] = newMinute(number));
  }

  return {
    count({ route, status, duration_ms: durationMs, account }) {
      if (!route?.startsWith("/v1/")) return;
      const minute = currentMinute();
      minute.calls += 1;
      if (status >= 500) minute.serverErrors += 1;
      else if (status >= 400) minute.clientErrors += 1;
      const bucket = bucketOf(durationMs);
      minute.durations[bucket] = (minute.durations[bucket] ?? 0) + 1;
      if (account === undefined) return;
      const calls = minute.accounts.get(account);
      if (calls !== undefined || minute.accounts.size < maxAccounts)
        minute.accounts.set(account, (calls ?? 0) + 1);
    },
    watchQueues(queues) {
      watched = queues;
    },
    report() {
      const first = Math.floor(now() / minuteMs) - minutes + 1;
      // The ring has holes for minutes without calls.
      const kept = ring.filter((minute) => minute.number >= first);
      const sum = (key: "calls" | "clientErrors" | "serverErrors") =>
        kept.reduce((total, minute) => total + minute[key], 0);
      const durations = Array.from({ length: buckets }, (_, index) =>
        kept.reduce((total, minute) => total + (minute.durations[index] ?? 0), 0),
      );
      const accounts = new Map<string, number>();
      for (const minute of kept)
        for (const [account, calls] of minute.accounts)
          accounts.set(account, (accounts.get(account) ?? 0) + calls);
      const top = [...accounts].toSorted(([, a], [, b]) => b - a).slice(0, topCount);
      const calls = sum("calls");
      return {
        since: Math.max(startedAt, first * minuteMs),
        calls,
        clientErrors: sum("clientErrors"),
        serverErrors: sum("serverErrors"),
        latency:
          calls === 0
            ? null
            : {
                p50: percentile(durations, 0.5),
                p95: percentile(durations, 0.95),
                p99: percentile(durations, 0.99),
              },
        queues: Object.entries(watched).map(([name, queue]) => ({ name, load: queue.load() })),
        topAccounts: top.map(([account, count]) => ({ account, calls: count })),
      };
    },
  };
}
