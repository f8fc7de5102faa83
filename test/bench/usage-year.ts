// Measures a usage report over a year on each engine. The account was busy in every quarter of an hour, on
// one endpoint and on all four. Reports are by day, week and month in UTC, and by day in many time zones.
// Cold is the first report of a newly opened store. The others are medians. Prints the figures, and fails if
// a median exceeds 50 ms in UTC or 200 ms in any zone, or if a sum differs:
// pnpm --filter @tools-api/bench usage-year [engine,…] [number of time zones, or all]
import { defaultPlans, getUsage } from "@tools-api/core";
import type { Account } from "@tools-api/core/accounts";
import { endpoints } from "../endpoints.ts";
import { median } from "./median.ts";
import { callsSince, recordYear, setClock } from "./metering/busy-year.ts";
import { type Engine, type EngineName, enginesAmong, engineNames, startEngine } from "./metering/engine.ts";

const [names = engineNames.join(","), zoneCount = "40"] = process.argv.slice(2);
const utcLimitMs = 50;
const zoneLimitMs = 200;
const dayMs = 86_400_000;
const reportDays = 366;
const coldRuns = 3;
const warmRuns = 9;
const zoneRuns = 3;
/** Zones off the full hour, with two changes of the clock a year, or with changes of half an hour. */
const oddZones = [
  "Asia/Kathmandu",
  "Australia/Lord_Howe",
  "America/St_Johns",
  "Pacific/Chatham",
  "Africa/Casablanca",
];

const now = Date.now();
const startDate = new Date(now - (reportDays - 1) * dayMs).toISOString().slice(0, 10);
const endDate = new Date(now).toISOString().slice(0, 10);

function zones(): string[] {
  const all = Intl.supportedValuesOf("timeZone");
  if (zoneCount === "all") return all;
  const step = Math.max(1, Math.floor(all.length / Number(zoneCount)));
  return [...new Set([...oddZones, ...all.filter((_, index) => index % step === 0)])];
}

function accountOf(id: string): Account {
  const createdAt = Date.parse("2020-01-01T00:00:00Z");
  return {
    id,
    email: `${id}@example.com`,
    name: "",
    status: "active",
    plan: "enterprise",
    dailyLimit: null,
    createdAt,
    cycleAnchor: createdAt,
  };
}

type Granularity = "day" | "week" | "month";
let failed = false;

/** Returns the milliseconds of a report, and checks its content. */
async function report(
  usage: Parameters<typeof getUsage>[0]["usage"],
  id: string,
  among: readonly string[],
  granularity: Granularity,
  timezone: string,
): Promise<number> {
  const started = performance.now();
  const { totals, series } = await getUsage(
    { usage, account: accountOf(id), plans: defaultPlans, now },
    { startDate, endDate, granularity, timezone },
  );
  const milliseconds = performance.now() - started;
  const first = series[0];
  // In a zone west of UTC the range ends before the calls do, in a zone east of it after.
  const until = Math.min(now, series.at(-1)?.end ?? Number.NaN);
  const expected = first ? among.length * callsSince(first.start, until) : 0;
  if (totals.calls !== expected || totals.succeeded !== expected) {
    console.log(`${id}, ${timezone}: expected ${expected} calls, received ${totals.calls}`);
    failed = true;
  }
  return milliseconds;
}

async function repeat(times: number, measure: () => Promise<number>): Promise<number[]> {
  const figures: number[] = [];
  for (let run = 0; run < times; run++) figures.push(await measure());
  return figures;
}

function judge(milliseconds: number, limit: number): string {
  failed ||= milliseconds > limit;
  return milliseconds > limit
    ? `${milliseconds.toFixed(1)} ms, over ${limit}`
    : `${milliseconds.toFixed(1)} ms`;
}

async function measureAccount(
  engine: Engine,
  caption: string,
  id: string,
  among: readonly string[],
): Promise<void> {
  const cold = await repeat(coldRuns, async () => {
    const { usage, close } = await engine.open();
    const milliseconds = await report(usage, id, among, "day", "UTC");
    await close();
    return milliseconds;
  });
  console.log(
    `${caption}, UTC by day, cold: ${median(cold).toFixed(1)} ms, the slowest ${Math.max(...cold).toFixed(1)} ms`,
  );
  const { usage, close } = await engine.open();
  for (const granularity of ["day", "week", "month"] as const) {
    await report(usage, id, among, granularity, "UTC");
    const warm = await repeat(warmRuns, () => report(usage, id, among, granularity, "UTC"));
    console.log(
      `${caption}, UTC by the ${granularity}: ${judge(median(warm), utcLimitMs)}, the slowest ${Math.max(...warm).toFixed(1)} ms`,
    );
  }
  const firsts: number[] = [];
  const medians = new Map<string, number>();
  for (const timezone of zones()) {
    firsts.push(await report(usage, id, among, "day", timezone));
    medians.set(timezone, median(await repeat(zoneRuns, () => report(usage, id, among, "day", timezone))));
  }
  const [worst = "", slowest = 0] = [...medians].toSorted(([, a], [, b]) => b - a)[0] ?? [];
  console.log(
    `${caption}, ${medians.size} zones by day: ${median([...medians.values()]).toFixed(1)} ms, the worst zone ` +
      `${judge(slowest, zoneLimitMs)} (${worst}), the slowest first report of a zone ${Math.max(...firsts).toFixed(1)} ms`,
  );
  await close();
}

async function measureOn(name: EngineName): Promise<void> {
  const engine = await startEngine(name);
  try {
    const subjects = [
      { id: "acct_one", among: endpoints.slice(0, 1), caption: `${name}, one endpoint` },
      { id: "acct_four", among: endpoints, caption: `${name}, four endpoints` },
    ];
    const clock = setClock(now);
    const { usage, close } = await engine.open({ clock });
    const started = performance.now();
    for (const { id, among } of subjects) await recordYear(usage, clock, id, among, now);
    console.log(`${name}: two years were recorded in ${((performance.now() - started) / 1000).toFixed(1)} s`);
    await close();
    for (const { id, among, caption } of subjects) await measureAccount(engine, caption, id, among);
  } finally {
    await engine.stop();
  }
}

for (const name of enginesAmong(names)) await measureOn(name);
console.log(failed ? "failed" : "passed");
process.exitCode = failed ? 1 : 0;
