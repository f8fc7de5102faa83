// Measures how long slow work on SQLite blocks the event loop. The work is a report over a year of a busy
// account, and the checkpoints of many writes. Prints the longest block of each, and the start and memory of
// the background thread:
// pnpm --filter @tools-api/bench busy-reports
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSqlite, sqliteUsage } from "@tools-api/adapters/storage/sqlite";
import { defaultPlans } from "@tools-api/core";
import type { Account } from "@tools-api/core/accounts";
import { getUsage } from "@tools-api/core/usage";
import { endpoints } from "../endpoints.ts";
import { recordYear, setClock } from "./metering/busy-year.ts";

const dayMs = 86_400_000;
const createdAt = Date.parse("2020-01-01T00:00:00Z");
const account: Account = {
  id: "acct_1",
  email: "ada@example.com",
  name: "",
  status: "active",
  plan: "enterprise",
  dailyLimit: null,
  createdAt,
  cycleAnchor: createdAt,
};

/**
 * Returns the milliseconds that this thread has computed. Unlike the clock, this excludes time when other
 * processes have the core.
 */
function computedMs(): number {
  return Number(readFileSync("/proc/thread-self/schedstat", "utf8").split(" ")[0]) / 1e6;
}

/** Returns the longest time in milliseconds that the event loop computed without a turn during some work. */
async function longestHold(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = computedMs();
  let running = true;
  const look = () => {
    const now = computedMs();
    longest = Math.max(longest, now - last);
    last = now;
    if (running) setImmediate(look);
  };
  setImmediate(look);
  await work();
  running = false;
  await new Promise((resolve) => setImmediate(resolve));
  return longest;
}

const folder = await mkdtemp(join(tmpdir(), "tools-api-bench-"));
const now = Date.now();
const clock = setClock(now);
const database = await openSqlite(join(folder, "state.db"));
const usage = sqliteUsage({ database, clock });
await recordYear(usage, clock, account.id, endpoints, now);
clock.set(now);
const range = {
  startDate: new Date(now - 365 * dayMs).toISOString().slice(0, 10),
  endDate: new Date(now).toISOString().slice(0, 10),
};
const rss = () => process.memoryUsage().rss / 2 ** 20;
for (const [name, options] of [
  ["first, UTC by day", range],
  ["UTC by day", range],
  ["Lord Howe by day", { ...range, timezone: "Australia/Lord_Howe" }],
  [
    "UTC by hour",
    {
      endDate: range.endDate,
      startDate: new Date(now - 30 * dayMs).toISOString().slice(0, 10),
      granularity: "hour" as const,
    },
  ],
] as const) {
  const before = rss();
  const started = performance.now();
  const hold = await longestHold(() => getUsage({ usage, account, plans: defaultPlans, now }, options));
  const took = performance.now() - started;
  console.log(
    `${name}: took ${took.toFixed(1)} ms, longest hold ${hold.toFixed(1)} ms, RSS ${before.toFixed(0)} to ${rss().toFixed(0)} MB`,
  );
}
const one = (at: number) => ({
  account: account.id,
  endpoint: "profile",
  at,
  windows: [{ id: "day", limit: 1e9, ends: now + dayMs }],
  fences: [],
});
const holds = await longestHold(async () => {
  for (let turn = 0; turn < 8_000; turn++) {
    const at = now + turn;
    await usage.consume({ id: crypto.randomUUID(), at, items: [one(at)] });
    await new Promise((resolve) => setImmediate(resolve));
  }
});
console.log(`8,000 calls one after the other: longest hold ${holds.toFixed(1)} ms`);
const closing = performance.now();
await usage.close();
database.close();
console.log(`closed in ${(performance.now() - closing).toFixed(1)} ms`);
await rm(folder, { recursive: true });
