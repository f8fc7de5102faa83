// Measures the time from the start of the built server to its first answer, and its idle memory. Prints a
// line per run and the medians:
// pnpm --filter @tools-api/bench start-up [runs]
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { median } from "./median.ts";

const serverPackage = dirname(createRequire(import.meta.url).resolve("@tools-api/server/package.json"));
const cli = join(serverPackage, "dist/cli.js");

interface Run {
  readyMs: number;
  residentMb: number;
}

/** Returns the megabytes of resident memory of a process, from Linux' /proc. */
function residentMemory(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Number(kilobytes) / 1024;
}

async function startOnce(folder: string): Promise<Run> {
  const started = performance.now();
  const server = spawn(process.execPath, [cli, "serve"], {
    env: { ...process.env, PORT: "0", DATABASE_URL: `sqlite:${join(folder, "tools-api.db")}` },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const url = await new Promise<string>((resolve) => {
    let output = "";
    server.stdout.on("data", (chunk: Buffer) => {
      output += chunk.toString();
      const found = /ready at (\S+)/.exec(output)?.[1];
      if (found) resolve(found);
    });
  });
  await (await fetch(`${url}/readyz`)).text();
  const readyMs = performance.now() - started;
  await sleep(2000);
  const residentMb = residentMemory(server.pid ?? 0);
  server.kill();
  await new Promise((resolve) => server.once("exit", resolve));
  return { readyMs, residentMb };
}

const count = Number(process.argv[2] ?? 5);
const runs: Run[] = [];
for (let run = 0; run < count; run++) {
  // Each start is the first on an empty store, so it also creates the schema and the first account.
  const folder = mkdtempSync(join(tmpdir(), "tools-api-"));
  const { readyMs, residentMb } = await startOnce(folder);
  rmSync(folder, { recursive: true });
  runs.push({ readyMs, residentMb });
  console.log(`ready after ${readyMs.toFixed(0)} ms, ${residentMb.toFixed(0)} MB resident when idle`);
}
console.log(
  `median of ${count}: ready after ${median(runs.map(({ readyMs }) => readyMs)).toFixed(0)} ms, ` +
    `${median(runs.map(({ residentMb }) => residentMb)).toFixed(0)} MB`,
);
