// Measures the cost of a metered call on our server as `npm start` starts it, on SQLite: of a tool of the host that
// counts words (`tool`), or of GET /v1/user/profile (`profile`). The call has an API key, an exact and durable
// allowance, a record of usage and a line in the log. The peers are a bare Hono app, Express with
// express-rate-limit and zod, and Fastify with @fastify/rate-limit and its schemas. They look a key up in a map, count
// in memory (the last one also in Redis) and answer the same JSON. The figure is the CPU time of the server's process,
// user and system, all threads, from Linux' /proc, divided by the calls. The CPU time of a store with its own processes
// is separate. The systems take turns, round after round, under each setting. Garbage collection is measured
// afterwards, in processes of their own. Prints a line per run, the medians, and the ratios to ours with their floors
// and goals. Without a list of systems, it measures all except `quiet`, which is ours without a line per call in the
// log:
// pnpm --filter @tools-api/bench tool-call [rounds] [seconds a run] [system,…]
import { calls, isCallName } from "./metered-call/calls.ts";
import { type Figures, measurer } from "./metered-call/measure.ts";
import { line, printCollections, printMedians, printRatios } from "./metered-call/report.ts";
import { settings } from "./metered-call/settings.ts";
import { buildSystems, type System, type SystemName, systemNames, systems } from "./metered-call/systems.ts";

const byDefault = systemNames.filter((name) => name !== "quiet").join();
const [callName = "", rounds = "9", seconds = "0.6", list = byDefault] = process.argv.slice(2);
if (!isCallName(callName))
  throw new Error(`expected ${Object.keys(calls).join(" or ")}, received ${callName}`);
const { measure, requireEqualAnswers, warmUp, collectionTime } = measurer(calls[callName]);
const chosen = systemNames.filter((name) => list.split(",").includes(name));
const traced = chosen.filter((name) => ["ours", "node24", "express", "fastify"].includes(name));

await buildSystems();
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
  printRatios(runs, callName);
} finally {
  await Promise.all([...running.values()].map((system) => system.stop()));
}
for (const name of traced) printCollections(name, await collectionTime(name));
