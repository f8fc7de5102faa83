import process from "node:process";
import { parentPort, workerData } from "node:worker_threads";
import { overMemorySignal, type WatchData } from "./messages.ts";

// A separate thread, because a job that never ends blocks the main thread. The main thread could then neither notice
// that the channel to the parent is closed nor check its memory. After a kill -9 of the server, such a child would use
// a core forever. The parent checks the memory too, but it may be busy or unable to.
const { parent, memoryMb } = workerData as WatchData; // Only worker.ts starts this.
const parentCheckMs = 500;
// The check after the parent's. A shorter interval would cost 1 % of the work that it guards.
const memoryCheckMs = 150;

parentPort?.postMessage("watching");
for (;;) {
  const bound = Atomics.load(memoryMb, 0);
  const isOver = bound > 0 && process.memoryUsage.rss() > bound * 2 ** 20;
  if (process.ppid !== parent) process.kill(process.pid, "SIGKILL");
  if (isOver) process.kill(process.pid, overMemorySignal);
  // Sleeps. A job that starts changes the bound and wakes the thread.
  Atomics.wait(memoryMb, 0, bound, bound > 0 ? memoryCheckMs : parentCheckMs);
}
