import process from "node:process";
import { parentPort, workerData } from "node:worker_threads";
import { overMemorySignal, type WatchData } from "./messages.ts";

// A thread of its own, since a job that never ends leaves the main thread no turn: neither to hear that the channel
// to the parent is closed (after a kill -9 of the server such a child would burn a core for ever), nor to look at
// how much memory it has taken. The parent looks at that too, but it may be busy, or know of no way to.
const { parent, memoryMb } = workerData as WatchData; // worker.ts is who starts this.
const parentCheckMs = 500;
// The second look, behind the parent's: more often would cost a hundredth of the work that it guards.
const memoryCheckMs = 150;

parentPort?.postMessage("watching");
for (;;) {
  const bound = Atomics.load(memoryMb, 0);
  const isOver = bound > 0 && process.memoryUsage.rss() > bound * 2 ** 20;
  if (process.ppid !== parent) process.kill(process.pid, "SIGKILL");
  if (isOver) process.kill(process.pid, overMemorySignal);
  // Sleeps; a job that begins changes the bound and wakes it.
  Atomics.wait(memoryMb, 0, bound, bound > 0 ? memoryCheckMs : parentCheckMs);
}
