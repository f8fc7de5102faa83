// Admissions a second and their 99th percentile on each engine at 1, 32 and 256 callers, of one account and of 1,000:
// our meter as the server uses it, beside the bare statement on the same engine (an increment below a limit, made
// durable as ours is) and rate-limiter-flexible. The systems run in turn in one process; figures are medians of rounds.
// Prints a line a system with what the meter has of the bare statement's rate, and fails where that is below the floor:
// pnpm --filter @tools-api/bench admissions [engine,…] [rounds] [milliseconds a run]
import { type EngineName, engineNames } from "./metering/engine.ts";
import { percentile } from "./image-load/client.ts";
import { median } from "./median.ts";
import type { AdmissionContest, AdmissionSystem } from "./metering/admissions/system.ts";

const [names = engineNames.join(","), rounds = "5", milliseconds = "300"] = process.argv.slice(2);
const callerCounts = [1, 32, 256];
const accountCounts = [1, 1000];
const accounts = Array.from({ length: 1000 }, (_, index) => `acct_${String(index).padStart(22, "0")}`);

// Each loads its driver when it is its turn.
const contests: Record<EngineName, () => Promise<AdmissionContest>> = {
  memory: async () => (await import("./metering/admissions/memory.ts")).memoryContest(accounts),
  sqlite: async () => (await import("./metering/admissions/sqlite.ts")).sqliteContest(accounts),
  postgres: async () => (await import("./metering/admissions/postgres.ts")).postgresContest(accounts),
  redis: async () => (await import("./metering/admissions/redis.ts")).redisContest(accounts),
};

/** What callers that never pause got in a run. */
interface Run {
  perSecond: number;
  p99: number;
  admitted: Map<string, number>;
}

async function run(system: AdmissionSystem, callers: number, among: number, duration: number): Promise<Run> {
  const times: number[] = [];
  const admitted = new Map<string, number>();
  const started = performance.now();
  const end = started + duration;
  const caller = async (first: number) => {
    for (let next = first; performance.now() < end; next += callers) {
      const account = accounts[next % among] ?? "";
      const asked = performance.now();
      await system.admit(account);
      times.push(performance.now() - asked);
      admitted.set(account, (admitted.get(account) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: callers }, (_, index) => caller(index)));
  const seconds = (performance.now() - started) / 1000;
  return { perSecond: times.length / seconds, p99: percentile(times, 0.99), admitted };
}

const whole = (figure: number) => Math.round(figure).toLocaleString("en").padStart(9);
let failed = false;

async function hold(engine: EngineName): Promise<void> {
  const contest = await contests[engine]();
  const [ours, bare] = contest.systems;
  const admitted = new Map<string, number>();
  const measure = async (system: AdmissionSystem, callers: number, among: number, duration: number) => {
    const result = await run(system, callers, among, duration);
    if (system === ours)
      for (const [account, calls] of result.admitted)
        admitted.set(account, calls + (admitted.get(account) ?? 0));
    return result;
  };
  try {
    for (const among of accountCounts)
      for (const callers of callerCounts) {
        const runs = new Map<AdmissionSystem, Run[]>(contest.systems.map((system) => [system, []]));
        for (const system of contest.systems) await measure(system, callers, among, Number(milliseconds));
        for (let round = 0; round < Number(rounds); round++)
          for (const system of contest.systems)
            runs.get(system)?.push(await measure(system, callers, among, Number(milliseconds)));
        const caption = `${engine}, ${callers} ${callers === 1 ? "caller" : "callers"}, ${among} ${among === 1 ? "account" : "accounts"}`;
        console.log(`${caption}:`);
        const oursPerSecond = (ours && runs.get(ours)?.map(({ perSecond }) => perSecond)) ?? [];
        for (const [system, results] of runs) {
          const rates = results.map(({ perSecond }) => perSecond);
          const share = median(rates.map((rate, round) => (oursPerSecond[round] ?? 0) / rate));
          const below = system === bare && contest.floor !== null && share < contest.floor;
          failed ||= below;
          console.log(
            `  ${system.name.padEnd(18)} ${whole(median(rates))}/s, p99 ${median(results.map(({ p99 }) => p99)).toFixed(2)} ms` +
              (system === ours ? "" : `; our meter has ${share.toFixed(2)} times its rate`) +
              (below ? `, below ${contest.floor}` : ""),
          );
        }
      }
    let lost = 0;
    for (const [account, calls] of admitted) if ((await contest.counted(account)) !== calls) lost += 1;
    failed ||= lost > 0;
    if (lost > 0) console.log(`${engine}: ${lost} accounts whose count is not what was admitted`);
  } finally {
    await contest.close();
  }
}

for (const engine of engineNames) if (names.split(",").includes(engine)) await hold(engine);
console.log(failed ? "failed" : "passed");
process.exitCode = failed ? 1 : 0;
