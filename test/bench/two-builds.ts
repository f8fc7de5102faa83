// Compares two builds of the server: the CPU time of a call of GET /v1/user/profile and of a short text, on SQLite. The
// builds take turns, round after round, under each load. Prints the medians and the ratio of the second build to the
// first. A build is a checkout in which `npm run setup` has run:
// pnpm --filter @tools-api/bench two-builds CHECKOUT CHECKOUT [rounds] [seconds a run]
import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { computingTime } from "./computing-time.ts";
import { median } from "./median.ts";
import { call } from "./profile-call/load.ts";
import { startProcess } from "./profile-call/process.ts";

const [first = "", second = "", rounds = "9", seconds = "0.6"] = process.argv.slice(2);
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

/** Starts a build on a new store with accounts. */
async function start(checkout: string) {
  const cli = resolve(checkout, "packages/server/dist/cli.js");
  const folder = await mkdtemp(join(tmpdir(), "two-builds-"));
  const environment = { DATABASE_URL: `sqlite:${join(folder, "a.db")}`, PLAN_FREE_DAILY_LIMIT: "1000000000" };
  const keys = Array.from({ length: accounts }, (_, index) => {
    const words = [cli, "keys", "create", "--email", `user${index}@example.com`, "--json"];
    const output = execFileSync(process.execPath, words, { env: { ...process.env, ...environment } });
    return /tk_live_[0-9A-Za-z]{38}/.exec(output.toString())?.[0] ?? "";
  });
  const server = await startProcess({
    command: process.execPath,
    words: [...nodeFlags, cli, "serve"],
    environment: { ...environment, PORT: "0" },
    ready: /ready at \S+:(\d+)/,
  });
  return { ...server, keys, remove: () => rmSync(folder, { recursive: true }) };
}

const builds = await Promise.all([start(first), start(second)]);
try {
  for (const { name, path, clients, accounts: used, ...content } of loads) {
    const costs: [number[], number[]] = [[], []];
    for (let round = 0; round <= Number(rounds); round++)
      for (const [index, { pid, port, keys }] of builds.entries()) {
        const load = { port, path, clients, keys: keys.slice(0, used), ...content };
        // The first round compiles the code; a lead-in fills the caches that expired meanwhile.
        await call({ ...load, seconds: round === 0 ? 2 : 0.1 });
        const before = computingTime(pid);
        const { requests } = await call({ ...load, seconds: Number(seconds) });
        if (round > 0) costs[index]?.push((computingTime(pid) - before) / requests);
      }
    const [one, other] = [median(costs[0]), median(costs[1])];
    console.log(
      `${name.padEnd(36)} ${one.toFixed(1)} µs, ${other.toFixed(1)} µs of CPU a call: ${(other / one).toFixed(3)}`,
    );
  }
} finally {
  for (const build of builds) {
    await build.stop();
    build.remove();
  }
}
