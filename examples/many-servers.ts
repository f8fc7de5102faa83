// Several servers share one PostgreSQL and one Redis, and a client calls them in turn. If a server fails, the others
// serve the account, with the one allowance of the account:
//
//   DATABASE_URL=postgres://localhost/tools USAGE_URL=redis://localhost npx tsx many-servers.ts 3
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";

const serverPackage = dirname(createRequire(import.meta.url).resolve("@tools-api/server/package.json"));
const cli = join(serverPackage, "dist/cli.js");

if (!process.env["DATABASE_URL"] || !process.env["USAGE_URL"]) {
  console.error("Set DATABASE_URL to a PostgreSQL and USAGE_URL to a Redis that the servers share.");
  process.exit(2);
}

interface Server {
  url: string;
  process: ChildProcess;
}

/** Starts a server, which reads its stores from the environment, and waits until it is ready. */
async function startServer(): Promise<Server> {
  const child = spawn(process.execPath, [cli, "serve"], {
    env: { ...process.env, PORT: "0", LOG_LEVEL: "error" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /ready at (\S+)/.exec(line)?.[1];
    if (!url) continue;
    // No code reads the rest, and a full pipe would block the server.
    child.stdout.resume();
    return { url, process: child };
  }
  throw new Error("The server ended before it was ready.");
}

/** Runs a command on the stores of the running servers. */
async function toolsApi(...words: string[]): Promise<string> {
  return (await promisify(execFile)(process.execPath, [cli, ...words])).stdout;
}

function isAlive({ process: { exitCode, signalCode } }: Server): boolean {
  return exitCode === null && signalCode === null;
}

function get(server: Server, path: string, key: string): Promise<Response> {
  return fetch(server.url + path, { headers: { Authorization: `Bearer ${key}` } });
}

/** Sends calls to the servers in turn, ten at a time, and counts their outcomes. */
async function sendCalls(servers: readonly Server[], key: string, calls: number) {
  const endings = { answered: 0, refused: 0, failed: 0, unanswered: 0 };
  let next = 0;
  const client = async () => {
    while (next < calls) {
      const alive = servers.filter(isAlive);
      const server = alive[next++ % alive.length];
      if (!server) throw new Error("All servers have ended.");
      try {
        const response = await get(server, "/v1/user/profile", key);
        await response.arrayBuffer();
        endings[response.ok ? "answered" : response.status === 429 ? "refused" : "failed"] += 1;
      } catch {
        // The server ended before it answered. The client cannot know whether the call was counted.
        endings.unanswered += 1;
      }
    }
  };
  await Promise.all(Array.from({ length: 10 }, client));
  return endings;
}

const [count = "2", calls = "1200"] = process.argv.slice(2);
const servers: Server[] = [];
try {
  while (servers.length < Number(count)) servers.push(await startServer());
  for (const { url, process } of servers) console.log(`process ${process.pid} serves ${url}`);

  const email = `${crypto.randomUUID()}@example.com`;
  const created = await toolsApi("keys", "create", "--email", email, "--json");
  const { key } = JSON.parse(created) as { key: string };
  console.log(JSON.stringify(await sendCalls(servers, key, Number(calls))));

  // The free plan has 1,000 calls per day. A new plan applies from the next call, on every server.
  await toolsApi("accounts", "set-plan", "--email", email, "--plan", "pro");
  for (const server of servers.filter(isAlive)) {
    const report = await (await get(server, "/v1/analytics/usage", key)).json();
    console.log(JSON.stringify({ quota: report.quota, totals: report.totals }));
  }
} finally {
  for (const server of servers) server.process.kill();
}
