// Measures admissions per second and their 99th percentile on each engine at 1, 32 and 256 callers, of one
// account and of 1,000. Compares our meter, as the server uses it, with rate-limiter-flexible and with the
// bare statement on the same engine. The bare statement is an increment below a limit, as durable as ours.
// The systems run in turn in one process. The figures are medians of rounds. Prints a line per system with
// our share of the bare statement's rate, and fails if that is below the floor:
// pnpm --filter @tools-api/bench admissions [engine,…] [rounds] [milliseconds a run]
import { type EngineName, enginesAmong, engineNames } from "./metering/engine.ts";
import { percentile } from "./image-load/client.ts";
import { median } from "./median.ts";
import { noteResult } from "./results.ts";
import type { AdmissionContest, AdmissionSystem } from "./metering/admissions/system.ts";

const [names = engineNames.join(","), rounds = "5", milliseconds = "300"] = process.argv.slice(2);
const callerCounts = [1, 32, 256];
const accountCounts = [1, 1000];
const warmUpMs = 1500;
const accounts = Array.from({ length: 1000 }, (_, index) => `acct_${String(index).padStart(22, "0")}`);

// Each entry loads its driver only when its turn comes.
const contests: Record<EngineName, () => Promise<AdmissionContest>> = {
  memory: async () => (await import("./metering/admissions/memory.ts")).memoryContest(accounts),
  sqlite: async () => (await import("./metering/admissions/sqlite.ts")).sqliteContest(accounts),
  postgres: async () => (await import("./metering/admissions/postgres.ts")).postgresContest(accounts),
  redis: async () => (await import("./metering/admissions/redis.ts")).redisContest(accounts),
};

/** The results of callers that never pause. */
interface Run {
  perSecond: number;
  p99: number;
}

async function run(system: AdmissionSystem, callers: number, among: number, duration: number): Promise<Run> {
  const times: number[] = [];
  const started = performance.now();
  const end = started + duration;
  const caller = async (first: number) => {
    for (let next = first; performance.now() < end; next += callers) {
      const asked = performance.now();
      await system.admit(accounts[next % among] ?? "");
      times.push(performance.now() - asked);
    }
  };
  await Promise.all(Array.from({ length: callers }, (_, index) => caller(index)));
  const seconds = (performance.now() - started) / 1000;
  return { perSecond: times.length / seconds, p99: percentile(times, 0.99) };
}

/** Runs each system under the same load, in turn, after one run that does not count. */
async function measure(
  systems: readonly AdmissionSystem[],
  callers: number,
  among: number,
): Promise<Map<AdmissionSystem, Run[]>> {
  const runs = new Map<AdmissionSystem, Run[]>(systems.map((system) => [system, []]));
  for (let round = 0; round <= Number(rounds); round++)
    for (const [system, counted] of runs) {
      const result = await run(system, callers, among, Number(milliseconds));
      if (round > 0) counted.push(result);
    }
  return runs;
}

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? "" : "s"}`;
const rate = (perSecond: number) => Math.round(perSecond).toLocaleString("en").padStart(9);

/**
 * Prints the results, and returns whether our meter reaches its required share of the bare statement's rate.
 */
function judge(
  runs: Map<AdmissionSystem, Run[]>,
  { systems: [ours, bare], floor }: AdmissionContest,
  setting: string,
): boolean {
  let sound = true;
  const ourRuns = (ours && runs.get(ours)) ?? [];
  for (const [system, results] of runs) {
    const share = median(results.map(({ perSecond }, round) => (ourRuns[round]?.perSecond ?? 0) / perSecond));
    const below = system === bare && floor !== null && share < floor;
    sound &&= !below;
    if (system !== ours)
      noteResult({
        benchmark: "admissions",
        measure: "admissions, exact",
        unit: "per second",
        setting,
        peer: system.name,
        ours: median(ourRuns.map(({ perSecond }) => perSecond)),
        theirs: median(results.map(({ perSecond }) => perSecond)),
        ratio: share,
        isHeadline: setting.includes("32 callers, 1000 accounts"),
      });
    console.log(
      `  ${system.name.padEnd(19)} ${rate(median(results.map(({ perSecond }) => perSecond)))}/s, ` +
        `p99 ${median(results.map(({ p99 }) => p99)).toFixed(2)} ms` +
        (system === ours ? "" : `; our meter has ${share.toFixed(2)} times its rate`) +
        (below ? `, below ${floor}` : ""),
    );
  }
  return sound;
}

async function holdOn(engine: EngineName): Promise<boolean> {
  const contest = await contests[engine]();
  let sound = true;
  try {
    // Compiles the code before the measurement. Otherwise the single caller would pay for it.
    for (const system of contest.systems) await run(system, 32, accounts.length, warmUpMs);
    for (const among of accountCounts)
      for (const callers of callerCounts) {
        const runs = await measure(contest.systems, callers, among);
        const setting = `${engine}, ${count(callers, "caller")}, ${count(among, "account")}`;
        console.log(`${setting}:`);
        sound = judge(runs, contest, setting) && sound;
      }
    const miscounted = await contest.miscounted();
    if (miscounted > 0)
      console.log(
        `${engine}: ${count(miscounted, "account")} with a count that differs from the admitted calls`,
      );
    return sound && miscounted === 0;
  } finally {
    await contest.close();
  }
}

let failed = false;
for (const engine of enginesAmong(names)) failed = !(await holdOn(engine)) || failed;
console.log(failed ? "failed" : "passed");
process.exitCode = failed ? 1 : 0;
