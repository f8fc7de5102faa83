// Attacks by one account while a second account makes calls. It calls /healthz, profile, a short text and a
// small image every 100 ms, and a text of 12 kB every half second. Prints that account's failures and worst
// latency next to a baseline from before the attack. Also prints how long the event loop was blocked, the
// server's memory, and the largest error answer. Fails if a bound of issue 15 is exceeded: no failure,
// /healthz in 250 ms, short calls in 1 s, memory back to 1.3 of before, error answers of 16 kB.
// pnpm --filter @tools-api/bench fair [node|deno] [part of an attack's name …]
import { type FairAttack, victimAddress } from "./fair/attack.ts";
import { fairAttacks } from "./fair/attacks/table.ts";
import { memoryNow } from "./fair/figures.ts";
import { bounds, isWithinNoise, measure, type Measurement, startProber, violations } from "./fair/measure.ts";
import { printRow, printTable, type Row } from "./fair/report.ts";
import { createAccounts, startFairServer } from "./fair/server.ts";

const words = process.argv.slice(2);
const runtime = words[0] === "deno" ? "deno" : "node";
const names = words[0] === runtime ? words.slice(1) : words;
const attackerAddress = "127.0.0.2";
const maxRuns = 2;

const runs = fairAttacks
  .filter(({ name }) => names.length === 0 || names.some((part) => name.includes(part)))
  .flatMap((attack) =>
    [false, ...(attack.alsoFromSharedAddress ? [true] : [])].map((isShared) => ({ attack, isShared })),
  );
if (runs.length === 0) throw new Error(`No attack is named ${names.join(" or ")}.`);

const started = performance.now();
const { engine, accounts } = await createAccounts();
let server = await startFairServer(engine, accounts, runtime);
const prober = await startProber();
const atFirst = memoryNow(server.process.process.pid ?? 0);
const rows: Row[] = [];

async function runOnce(attack: FairAttack, isShared: boolean): Promise<Measurement> {
  const address = isShared ? victimAddress : attackerAddress;
  const measurement = await measure(server, runtime, prober, attack, address);
  if (measurement.serverEnded) {
    await server.process.stop("SIGKILL");
    server = await startFairServer(engine, accounts, runtime);
  }
  return measurement;
}

for (const { attack, isShared } of runs) {
  let count = 1;
  let measurement = await runOnce(attack, isShared);
  while (violations(measurement).length > 0 && isWithinNoise(measurement) && count < maxRuns) {
    measurement = await runOnce(attack, isShared);
    count += 1;
  }
  const name = isShared ? `${attack.name}, same address` : attack.name;
  const row = { name, measurement, isShared, runs: count };
  rows.push(row);
  printRow(row, attack.description);
}

const atLast = memoryNow(server.process.process.pid ?? 0);
prober.end();
await server.process.stop();
await engine.stop();
printTable(rows);
const failed = rows.filter(({ measurement, isShared }) => !isShared && violations(measurement).length > 0);
const grew = atLast.server > atFirst.server * bounds.memoryRatio;
console.log(
  `\n${runtime}, ${((performance.now() - started) / 60_000).toFixed(1)} minutes: ${rows.length} rows, ${failed.length} exceed a bound. ` +
    `RSS of the server after warming up ${atFirst.server.toFixed(0)} MB, at the end ${atLast.server.toFixed(0)} MB ` +
    `(${(atLast.server / atFirst.server).toFixed(2)}, bound ${bounds.memoryRatio}); ` +
    `of its process tree ${atFirst.tree.toFixed(0)} and ${atLast.tree.toFixed(0)} MB.`,
);
process.exitCode = failed.length > 0 || grew ? 1 : 0;
