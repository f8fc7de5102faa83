// Measures the cost of a metered call: GET /v1/user/profile on our server as `npm start` starts it, on SQLite.
// The call has an API key, an exact and durable allowance, a record of usage and a line in the log. The peers
// are a bare Hono app, Express with express-rate-limit, and Fastify with @fastify/rate-limit. They look a key
// up in a map, count in memory (the last one also in Redis) and answer the same JSON. The figure is the CPU
// time of the server's process, user and system, all threads, from Linux' /proc, divided by the calls. The
// CPU time of a store with its own processes is separate. The systems take turns, round after round, under
// each setting. Garbage collection is measured afterwards, in processes of their own. Prints a line per run,
// the medians, and the ratios to ours with the floors and goals of issue 17. Without a list of systems, it
// measures all except `quiet`, which is ours without a line per call in the log:
// pnpm --filter @tools-api/bench profile-call [rounds] [seconds a run] [system,…]
import {
  collectionTime,
  type Figures,
  measure,
  requireEqualAnswers,
  warmUp,
} from "./profile-call/measure.ts";
import { line, printCollections, printMedians, printRatios } from "./profile-call/report.ts";
import { settings } from "./profile-call/settings.ts";
import { buildPeers, type System, type SystemName, systemNames, systems } from "./profile-call/systems.ts";

const byDefault = systemNames.filter((name) => name !== "quiet").join();
const [rounds = "9", seconds = "0.6", list = byDefault] = process.argv.slice(2);
const chosen = systemNames.filter((name) => list.split(",").includes(name));
const traced = chosen.filter((name) => ["ours", "node24", "express", "fastify"].includes(name));

await buildPeers();
const running = new Map<SystemName, System>();
try {
  for (const name of chosen) running.set(name, await systems[name].start([]));
  await requireEqualAnswers([...running.values()]);
  for (const system of running.values()) await warmUp(system);
  const empty = () => new Map<SystemName, Figures[]>(chosen.map((name) => [name, []]));
  const runs = new Map(Object.values(settings).map((setting) => [setting, empty()]));
  for (let round = 1; round <= Number(rounds); round++)
    for (const [setting, ofSetting] of runs)
      for (const [name, system] of running) {
        const figures = await measure(system, setting, Number(seconds));
        ofSetting.get(name)?.push(figures);
        console.log(`round ${round}, ${setting.name.padEnd(23)} ${line(name, figures)}`);
      }
  printMedians(runs);
  printRatios(runs);
} finally {
  await Promise.all([...running.values()].map((system) => system.stop()));
}
for (const name of traced) printCollections(name, await collectionTime(name));
