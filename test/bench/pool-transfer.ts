// Measures how long one turn of the event loop computes while a process pool sends and receives 100 MB. Ends with 1
// above 150 ms: one message in each direction instead of chunks takes about 300 ms.
// pnpm --filter @tools-api/bench pool-transfer
import { processPool } from "@tools-api/adapters/process-pool";

const pool = processPool<object, { bytes: Uint8Array }>({
  module: new URL("../adapters/process-pool-worker.mjs", import.meta.url),
  size: 1,
  deadlineMs: 60_000,
});
await pool.run({ job: "sleep", milliseconds: 0 });

let longestMs = 0;
let isDone = false;
// Processor time, because other processes make each turn longer.
function turn(last: NodeJS.CpuUsage): void {
  const { user, system } = process.cpuUsage(last);
  longestMs = Math.max(longestMs, (user + system) / 1000);
  if (!isDone) setImmediate(turn, process.cpuUsage());
}
turn(process.cpuUsage());
await pool.run({ job: "echo", value: { bytes: new Uint8Array(100_000_000).fill(7), name: "large" } });
isDone = true;
await pool.close();
console.log(`longest turn: ${longestMs.toFixed(0)} ms`);
process.exitCode = longestMs > 150 ? 1 : 0;
