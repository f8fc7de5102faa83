// Mixed calls of many accounts on one server for a given time, while its stores, its processes, its disk and its clock
// fail at random, and thousands of idle connections are open. The calls are profiles, reports, short and long texts,
// images, malformed requests, unknown keys, accounts that use up their day, slow bodies and aborted connections. At the
// end, the stores must count every acknowledged call of each account and none that was not sent, no account may be above
// its limit, every answer must be one that a client expects, and the memory of the server must be flat. Prints the
// answers, the faults, and the slope of the memory with its standard error. Fails if anything does not hold:
// pnpm --filter @tools-api/bench soak [sqlite|postgres+redis] [minutes] [idle connections]
// Steps of the clock need Debian's package faketime, and a full disk needs root.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { childrenOf } from "../engines/process-tree.ts";
import { newCustomer } from "./metering/customer.ts";
import { startServer } from "../server/server-process.ts";
import { clearOfMidnight } from "./metering/fleet.ts";
import { keepIdleConnections } from "./soak/idle-connections.ts";
import { fitSlope } from "./soak/slope.ts";
import { type Fault, startSoakStores } from "./soak/stores.ts";
import { type Account, type Answers, callOnce } from "./soak/traffic.ts";
import { verify } from "./soak/verify.ts";

const [storesName = "sqlite", minutes = "30", idleWanted = "5000"] = process.argv.slice(2);
const minuteMs = 60_000;
const totalMs = Number(minutes) * minuteMs;
/** Caches and the compiler fill before. */
const warmUpMs = totalMs / 5;
const sampleMs = 5_000;
const betweenFaultsMs = 8_000;
const clients = 16;
const accountCount = 300;
/** Daily calls of every tenth account, which uses them up, and of the others. */
const [smallLimit, largeLimit] = [50, 1_000_000_000];
/** The memory that the server may gain in the measured time, as a share. */
const toleratedGrowth = 0.1;
const clockSteps = [-90, -5, 0, 3, 60];
const libfaketime = "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1";

/** Returns the settings of a clock that reads its offset from a file, and a fault that changes it. */
function steppedClock(folder: string): { environment: Record<string, string>; faults: Fault[] } {
  if (!existsSync(libfaketime)) return { environment: {}, faults: [] };
  const file = join(folder, "clock");
  writeFileSync(file, "+0\n");
  const strike = async () => {
    const step = clockSteps[Math.floor(Math.random() * clockSteps.length)] ?? 0;
    writeFileSync(file, `${step < 0 ? "" : "+"}${step}\n`);
  };
  return {
    environment: {
      LD_PRELOAD: libfaketime,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: "1",
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
    },
    faults: [{ name: "clock stepped", strike }],
  };
}

/** Megabytes of resident memory of a process. */
function residentMemory(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1024;
}

await clearOfMidnight(totalMs / 1000 + 300);
const folder = mkdtempSync(join(tmpdir(), "tools-api-soak-"));
const stores = await startSoakStores(storesName);
const opened = await stores.open();
const accounts: Account[] = [];
for (let index = 0; index < accountCount; index++) {
  const limit = index % 10 === 0 ? smallLimit : largeLimit;
  accounts.push({ ...(await newCustomer(opened, limit)), limit, acknowledged: 0, unknown: 0, pending: 0 });
}
const clock = steppedClock(folder);
const server = await startServer({ ...stores.environment, ...clock.environment, LOG_LEVEL: "error" });
const { url } = server;
const pid = server.process.pid ?? 0;
/** The end of the server, which a soak does not expect. */
const end: { message?: string } = {};
server.process.once("exit", (code, signal) => {
  end.message = `the server ended with ${code ?? signal}: ${server.output().slice(-2_000)}`;
});
const worker: Fault = {
  name: "tool process killed",
  async strike() {
    const children = childrenOf(pid);
    const victim = children[Math.floor(Math.random() * children.length)];
    if (victim !== undefined) process.kill(victim, "SIGKILL");
  },
};
const faults = [...stores.faults, ...clock.faults, worker];

const answers: Answers = { counts: new Map(), faults: [] };
const struck = new Map<string, number>();
const memory: [minutes: number, megabytes: number][] = [];
const idle = keepIdleConnections(url, Number(idleWanted));
const startedAt = performance.now();
const isOver = () => end.message !== undefined || performance.now() - startedAt > totalMs;

async function client(): Promise<void> {
  while (!isOver()) {
    const account = accounts[Math.floor(Math.random() * accounts.length)];
    if (account) await callOnce(url, account, answers);
  }
}

async function injectFaults(): Promise<void> {
  while (!isOver()) {
    await sleep(Math.random() * 2 * betweenFaultsMs);
    const fault = faults[Math.floor(Math.random() * faults.length)];
    if (!fault || isOver()) return;
    struck.set(fault.name, 1 + (struck.get(fault.name) ?? 0));
    await fault.strike();
  }
}

const openConnections: number[] = [];
async function sample(): Promise<void> {
  while (!isOver()) {
    await sleep(sampleMs);
    const elapsed = performance.now() - startedAt;
    openConnections.push(idle.open());
    if (elapsed > warmUpMs) memory.push([elapsed / minuteMs, residentMemory(pid)]);
  }
}

async function isReadyAgain(): Promise<boolean> {
  for (let attempt = 0; attempt < 300 && end.message === undefined; attempt++) {
    const ready = await fetch(`${url}/readyz`).catch(() => null);
    if (ready?.ok) return true;
    await sleep(200);
  }
  return false;
}

let failures: string[] = [];
try {
  await Promise.all([injectFaults(), sample(), ...Array.from({ length: clients }, client)]);
  const ready = await isReadyAgain();
  await idle.stop();
  // Refunds of calls that may be counted run in the background.
  await sleep(sampleMs);
  const violations = await verify(opened, accounts);
  const { slope, error } = fitSlope(memory);
  const mean = memory.reduce((sum, [, megabytes]) => sum + megabytes, 0) / memory.length;
  const grown = (slope * (totalMs - warmUpMs)) / minuteMs;

  for (const [name, count] of [...answers.counts].toSorted(([one], [other]) => (one < other ? -1 : 1)))
    console.log(`${name}: ${count}`);
  console.log(`Faults: ${[...struck].map(([name, count]) => `${name} ${count}`).join(", ")}`);
  const meanOpen = openConnections.reduce((sum, count) => sum + count, 0) / openConnections.length;
  console.log(`Idle connections: ${Math.round(meanOpen)} open on average, ${idle.opened.total} opened`);
  const acknowledged = accounts.reduce((sum, account) => sum + account.acknowledged, 0);
  const unknown = accounts.reduce((sum, account) => sum + account.unknown, 0);
  console.log(
    `${acknowledged} acknowledged calls, ${unknown} without a clear answer; ${Object.entries(violations)
      .map(([name, count]) => `${name} ${count}`)
      .join(", ")}`,
  );
  console.log(
    `Memory: ${mean.toFixed(1)} MB on average, slope ${(slope * 60).toFixed(2)} ± ${(error * 60).toFixed(2)} MB per hour`,
  );
  failures = [
    ...(end.message === undefined ? [] : [end.message]),
    ...(ready ? [] : ["the server is not ready after the faults"]),
    ...Object.entries(violations)
      .filter(([, count]) => count > 0)
      .map(([name, count]) => `${name}: ${count}`),
    ...answers.faults.slice(0, 20).map((fault) => `answer: ${fault}`),
    ...(grown - (2 * error * totalMs) / minuteMs > toleratedGrowth * mean ? ["the memory grew"] : []),
  ];
} finally {
  await idle.stop();
  await server.stop("SIGKILL");
  await opened.close();
  await stores.remove();
  rmSync(folder, { recursive: true });
}
for (const failure of failures) console.log(failure);
console.log(failures.length > 0 ? "failed" : "passed");
process.exitCode = failures.length > 0 ? 1 : 0;
