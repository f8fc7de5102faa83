// Compares two builds of the server: the CPU time of a call of GET /v1/user/profile and of a short text, on SQLite. The
// builds take turns, round after round, under each load. Processes of one build differ by up to a third, so both start
// several times. Prints the medians and the ratio of the second build to the first. A build is a checkout in which
// `npm run setup` has run:
// pnpm --filter @tools-api/bench two-builds CHECKOUT CHECKOUT [starts] [rounds a start] [seconds a run]
import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { computingTime } from "./computing-time.ts";
import { median } from "./median.ts";
import { call } from "./metered-call/load.ts";
import { startProcess } from "./metered-call/process.ts";

const [first = "", second = "", starts = "7", rounds = "3", seconds = "0.5"] = process.argv.slice(2);
const nodeFlags = ["--max-semi-space-size=32"];
const accounts = 16;

const profile = { path: "/v1/user/profile" };
const text = {
  path: "/v1/tools/text-analyzer",
  body: JSON.stringify({ text: "The room was clean and the staff were kind. We paid $120 on Monday." }),
};
const loads = [
  { name: "profile, 64 clients, 1 account", ...profile, clients: 64, accounts: 1 },
  { name: `profile, 64 clients, ${accounts} accounts`, ...profile, clients: 64, accounts },
  { name: "profile, 1 client", ...profile, clients: 1, accounts: 1 },
  { name: `short text, 16 clients, ${accounts} accounts`, ...text, clients: 16, accounts },
  { name: "short text, 1 client", ...text, clients: 1, accounts: 1 },
];

/** Creates a store with accounts for a build, which can start on it again and again. */
async function prepare(checkout: string) {
  const cli = resolve(checkout, "packages/server/dist/cli.js");
  const folder = await mkdtemp(join(tmpdir(), "two-builds-"));
  const environment = { DATABASE_URL: `sqlite:${join(folder, "a.db")}`, PLAN_FREE_DAILY_LIMIT: "1000000000" };
  const keys = Array.from({ length: accounts }, (_, index) => {
    const words = [cli, "keys", "create", "--email", `user${index}@example.com`, "--json"];
    const output = execFileSync(process.execPath, words, { env: { ...process.env, ...environment } });
    return /tk_live_[0-9A-Za-z]{38}/.exec(output.toString())?.[0] ?? "";
  });
  return {
    keys,
    costs: loads.map((): number[] => []),
    start: () =>
      startProcess({
        command: process.execPath,
        words: [...nodeFlags, cli, "serve"],
        environment: { ...environment, PORT: "0" },
        ready: /ready at \S+:(\d+)/,
      }),
    remove: () => rmSync(folder, { recursive: true }),
  };
}

const builds = [await prepare(first), await prepare(second)];
for (let start = 1; start <= Number(starts); start++) {
  const running = await Promise.all(builds.map(async (build) => ({ ...build, server: await build.start() })));
  for (const [index, { name: _, path, clients, accounts: used, ...content }] of loads.entries())
    for (let round = 0; round <= Number(rounds); round++)
      for (const { server, keys, costs } of running) {
        const load = { port: server.port, path, clients, keys: keys.slice(0, used), ...content };
        // The first round compiles the code. A lead-in fills the caches that expired during the turn of the other.
        await call({ ...load, seconds: round === 0 ? 1.5 : 0.1 });
        const before = computingTime(server.pid);
        const { requests } = await call({ ...load, seconds: Number(seconds) });
        if (round > 0) costs[index]?.push((computingTime(server.pid) - before) / requests);
      }
  for (const { server } of running) await server.stop();
}
for (const [index, { name }] of loads.entries()) {
  const [one = 0, other = 0] = builds.map(({ costs }) => median(costs[index] ?? []));
  console.log(
    `${name.padEnd(36)} ${one.toFixed(1)} µs, ${other.toFixed(1)} µs of CPU a call: ${(other / one).toFixed(3)}`,
  );
}
for (const { remove } of builds) remove();
