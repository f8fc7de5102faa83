// Measures the cost of a metered call: GET /v1/user/profile on our server as it is shipped, on SQLite. The
// call has an API key, an exact and durable allowance and a record of usage. The peers are a bare Hono app,
// Express with express-rate-limit, and Fastify with @fastify/rate-limit. They look a key up in a map, count
// in memory (the last one in Redis) and answer the same JSON. The figure is the CPU time of the server's
// process, user and system, all threads, from Linux' /proc, divided by the requests. The CPU time of Redis is
// reported separately. The systems take turns, round after round. Prints a line per run, the medians and the
// ratio of each peer's cost to ours:
// pnpm --filter @tools-api/bench profile-call [rounds] [seconds a run] [clients] [accounts]
import { readFileSync } from "node:fs";
import { percentile } from "./image-load/client.ts";
import { median } from "./median.ts";
import { call } from "./profile-call/load.ts";
import { startSystems, type System } from "./profile-call/systems.ts";

const [rounds = 5, seconds = 4, clients = 64, accounts = 1] = process.argv.slice(2).map(Number);
const path = "/v1/user/profile";
const microsecondsPerTick = 10_000;
const warmUpRequests = 40_000;

/** Returns the microseconds that all threads of a process have computed. */
function computingTime(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * microsecondsPerTick;
}

interface Run {
  /** Microseconds of the server's process per request. */
  cpuUs: number;
  /** Microseconds of the store's process per request. */
  storeUs: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
}

/** Calls a server for a while. An error names the system. */
function callSystem({ name, port, keys }: System, load: { clients: number; seconds: number }) {
  return call({ port, path, keys, ...load }).catch((cause: unknown) => {
    throw new Error(`${name} failed`, { cause });
  });
}

/** Calls the system until its code is compiled, which happens in the measured process. */
async function warmUp(system: System): Promise<void> {
  for (let requests = 0; requests < warmUpRequests;) {
    const result = await callSystem(system, { clients: 64, seconds: 1 });
    requests += result.requests;
  }
}

async function run(system: System): Promise<Run> {
  const { pid, storePid } = system;
  const storeTime = () => (storePid === undefined ? 0 : computingTime(storePid));
  const before = computingTime(pid);
  const storeBefore = storeTime();
  const { requests, seconds: took, milliseconds } = await callSystem(system, { clients, seconds });
  return {
    cpuUs: (computingTime(pid) - before) / requests,
    storeUs: (storeTime() - storeBefore) / requests,
    perSecond: requests / took,
    p50Ms: percentile(milliseconds, 0.5),
    p99Ms: percentile(milliseconds, 0.99),
  };
}

function line(name: string, { cpuUs, storeUs, perSecond, p50Ms, p99Ms }: Run): string {
  return (
    `${name.padEnd(40)} ${cpuUs.toFixed(1).padStart(6)} µs of CPU a request${storeUs > 0 ? ` and ${storeUs.toFixed(1)} in the store` : ""} ${perSecond.toFixed(0).padStart(6)}/s ` +
    `p50 ${p50Ms.toFixed(2)} ms p99 ${p99Ms.toFixed(2)} ms`
  );
}

const { systems, stop } = await startSystems(accounts);
try {
  const runs = new Map<System, Run[]>(systems.map((system) => [system, []]));
  for (const system of systems) await warmUp(system);
  for (let round = 1; round <= rounds; round++)
    for (const [system, figures] of runs) {
      const figure = await run(system);
      figures.push(figure);
      console.log(line(`round ${round}, ${system.name}`, figure));
    }
  const medians = [...runs].map(([{ name }, figures]) => {
    const middle = (value: (figure: Run) => number) => median(figures.map(value));
    return {
      name,
      cpuUs: middle(({ cpuUs }) => cpuUs),
      storeUs: middle(({ storeUs }) => storeUs),
      perSecond: middle(({ perSecond }) => perSecond),
      p50Ms: middle(({ p50Ms }) => p50Ms),
      p99Ms: middle(({ p99Ms }) => p99Ms),
    };
  });
  console.log(`\nMedians of ${rounds} rounds, ${clients} clients, ${accounts} accounts:`);
  for (const figures of medians) console.log(line(figures.name, figures));
  const [ours, ...peers] = medians;
  for (const { name, cpuUs, storeUs } of peers)
    if (ours)
      console.log(
        `CPU of ${name} to ours: ${(cpuUs / ours.cpuUs).toFixed(2)}` +
          (storeUs > 0 ? `, with its store's ${((cpuUs + storeUs) / ours.cpuUs).toFixed(2)}` : ""),
      );
} finally {
  await stop();
}
