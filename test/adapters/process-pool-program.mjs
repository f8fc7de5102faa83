// Uses a pool in its own process on the current runtime, and prints the results. Then leaves its two children
// spinning until it is killed. With the argument `spin` it prints only the children.
import process from "node:process";
import { processPool } from "@tools-api/adapters/process-pool";

const module = new URL("./process-pool-worker.mjs", import.meta.url);
const pool = processPool({
  module,
  size: 2,
  deadlineMs: 600_000,
  recycleAboveMb: 300,
  lanes: { narrow: 1 },
  // Children of a much lower priority than the tests would miss the deadline of their start.
  priority: 6,
});
const run = (job, options) => pool.run(job, options).catch(({ code, message }) => ({ code, message }));

async function tryAll() {
  const echo = await run({ job: "echo", value: new Uint8Array([1, 2, 3]) });
  const sent = new Uint8Array(3_000_000).map((_, index) => index % 251);
  const received = await run({ job: "echo", value: { sent } });
  const whole = Buffer.compare(sent, received.sent) === 0;
  const pids = [0, 1].map(() => run({ job: "hold", megabytes: 400, milliseconds: 0 }, { lane: "narrow" }));
  const recycled = new Set(await Promise.all(pids)).size === 2;
  const large = await run({ job: "hold", megabytes: 400, milliseconds: 15_000 }, { memoryMb: 300 });
  const [late, died, crashed, refused] = await Promise.all([
    run({ job: "spin" }, { deadlineMs: 300 }),
    run({ job: "die", signal: "SIGKILL" }),
    run({ job: "die", signal: "SIGABRT" }),
    run({ job: "refuse" }),
  ]);
  const { priority } = await run({ job: "surroundings" });
  return { echo: [...echo], whole, recycled, large, late, died, crashed, refused, priority };
}

const outcome = process.argv[2] === "spin" ? {} : await tryAll();
const children = await Promise.all([0, 1].map(() => run({ job: "sleep", milliseconds: 500 })));
for (const _ of children) void run({ job: "spin" });
console.log(JSON.stringify({ ...outcome, children }));
