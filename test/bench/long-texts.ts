// Measures small calls while four texts of 1 MB are analyzed, and the time of such a text over HTTP:
// pnpm --filter @tools-api/bench long-texts [node or deno command line of the server...]
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const serverPackage = dirname(createRequire(import.meta.url).resolve("@tools-api/server/package.json"));
const [command = process.execPath, ...words] = process.argv.slice(2);

const prose =
  "Ada Lovelace met Charles Babbage in London on 5 June 1833, and the new engine was not bad at all. " +
  "It saved the company $1,200 a month! The museum did not mind the noise; write to ada@example.com. ";
const textOf = (length: number) => prose.repeat(Math.ceil(length / prose.length)).slice(0, length);

const server = spawn(command, words.length > 0 ? words : [join(serverPackage, "dist/cli.js"), "serve"], {
  env: {
    ...process.env,
    PORT: "0",
    DATABASE_URL: "memory:",
    LOG_LEVEL: "silent",
    PLAN_FREE_DAILY_LIMIT: "1000000000",
  },
  stdio: ["ignore", "pipe", "inherit"],
});
const { url, key } = await new Promise<{ url: string; key: string }>((resolve) => {
  let output = "";
  server.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString();
    const found = /ready at (\S+)/.exec(output)?.[1];
    const secret = /tk_live_[0-9A-Za-z]{38}/.exec(output)?.[0];
    if (found && secret) resolve({ url: found, key: secret });
  });
});

async function analyze(text: string): Promise<number> {
  const started = performance.now();
  const response = await fetch(`${url}/v1/tools/text-analyzer`, {
    method: "POST",
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
    body: JSON.stringify({ text }),
  });
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`The server answered ${response.status}.`);
  return performance.now() - started;
}

async function probe(): Promise<number> {
  const started = performance.now();
  await (await fetch(`${url}/healthz`)).text();
  return performance.now() - started;
}

/** Repeats a call until `over` returns true, at least once. Returns the milliseconds of each. */
async function repeat(call: () => Promise<number>, over: () => boolean): Promise<number[]> {
  const times: number[] = [];
  do times.push(await call());
  while (!over());
  return times;
}

function print(name: string, times: number[]): void {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(1);
  console.log(`${name}: ${times.length} calls, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, max ${at(1)} ms`);
}

const small = () => analyze(textOf(280));
let left = 500;
print("small texts, warming up", await repeat(small, () => (left -= 1) <= 0));
left = 500;
print("small texts only", await repeat(small, () => (left -= 1) <= 0));
print("first text of 1 MB", [await analyze(textOf(1_000_000))]);
print("second text of 1 MB", [await analyze(textOf(1_000_000))]);

let done = false;
const long = Promise.all(Array.from({ length: 4 }, () => analyze(textOf(1_000_000)))).finally(() => {
  done = true;
});
const [texts, probes, times] = await Promise.all([
  repeat(small, () => done),
  repeat(probe, () => done),
  long,
]);
print("small texts during four of 1 MB", texts);
print("/healthz during four of 1 MB", probes);
print("texts of 1 MB, four in parallel", times);
server.kill();
