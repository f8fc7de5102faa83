// Measures the cost of authentication: GET /v1/user/profile by each method, with a cached credential. The
// baseline is the same API that treats every request as the same caller. Stores are in memory, so only the
// router and the count of the call add to the cost. The methods take turns, round after round. The figures
// are the CPU time of the server's process, from Linux' /proc, and the calls completed by 32 clients. Prints
// a line for each method: medians of the rounds, each relative to `none` of the same round:
// pnpm --filter @tools-api/bench auth-methods [rounds] [seconds a run]
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { computingTime } from "./computing-time.ts";
import { median } from "./median.ts";
import { call } from "./metered-call/load.ts";

const [rounds = 7, seconds = 2] = process.argv.slice(2).map(Number);
const clients = 32;
const warmUpSeconds = 2;
const methods = [
  "none",
  "API key",
  "JWT of an issuer",
  "access token of our own",
  "opaque token, introspected",
];

interface System {
  name: string;
  pid: number;
  port: number;
  credential: string;
}

interface Run {
  cpuUs: number;
  perSecond: number;
}

async function start(name: string): Promise<System> {
  const program = fileURLToPath(new URL("./auth-methods/api-server.ts", import.meta.url));
  const child = spawn(process.execPath, ["--import", "tsx", program], {
    env: { ...process.env, NODE_ENV: "production", AUTH_METHOD: name },
    stdio: ["ignore", "pipe", "inherit"],
  });
  process.once("exit", () => child.kill());
  for await (const line of createInterface({ input: child.stdout })) {
    const [, port, credential = ""] = /^listening on (\d+) with (\S+)$/.exec(line) ?? [];
    if (port) return { name, pid: child.pid ?? 0, port: Number(port), credential };
  }
  throw new Error(`${name}: the server ended`);
}

async function run({ pid, port, credential }: System, length: number): Promise<Run> {
  const before = computingTime(pid);
  const load = { port, path: "/v1/user/profile", keys: [credential], clients, seconds: length };
  const { requests, seconds: took } = await call(load);
  return { cpuUs: (computingTime(pid) - before) / requests, perSecond: requests / took };
}

const systems = await Promise.all(methods.map(start));
const runs = new Map<string, Run[]>(methods.map((name) => [name, []]));
for (const system of systems) await run(system, warmUpSeconds);
for (let round = 0; round < rounds; round++)
  for (const system of systems) runs.get(system.name)?.push(await run(system, seconds));

const none = runs.get("none") ?? [];
for (const [name, figures] of runs) {
  const middle = (value: (figure: Run, index: number) => number) => median(figures.map(value));
  const rate = middle(({ perSecond }, index) => perSecond / (none[index]?.perSecond ?? Number.NaN));
  const cpu = middle(({ cpuUs }, index) => (none[index]?.cpuUs ?? Number.NaN) / cpuUs);
  console.log(
    `${name.padEnd(28)} ${middle(({ cpuUs }) => cpuUs)
      .toFixed(1)
      .padStart(6)} µs of CPU a request ` +
      `${middle(({ perSecond }) => perSecond)
        .toFixed(0)
        .padStart(6)}/s, of the rate without ${rate.toFixed(2)}, by CPU ${cpu.toFixed(2)}`,
  );
}
process.exit();
