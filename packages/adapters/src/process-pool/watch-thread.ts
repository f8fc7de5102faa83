import process from "node:process";
import { parentPort, workerData } from "node:worker_threads";
import { overMemorySignal, type WatchData } from "./messages.ts";

// A separate thread, because a job that never ends blocks the main thread. The main thread could then neither notice
// that the channel to the parent is closed nor check its memory. After a kill -9 of the server, such a child would use
// a core forever. The parent checks the memory too, but it may be busy, or unable to read it where there is no /proc.
const { parent, memoryLimit } = workerData as WatchData; // Only worker.ts starts this thread, with a `WatchData`.
const parentCheckMs = 500;
// The parent checks more often and at a lower limit, so this check is the fallback. A shorter interval would slow the
// job by 1 %.
const memoryCheckMs = 150;

parentPort?.postMessage("watching");
for (;;) {
  const limitMb = Atomics.load(memoryLimit, 0);
  const isOver = limitMb > 0 && process.memoryUsage.rss() > limitMb * 2 ** 20;
  if (process.ppid !== parent) process.kill(process.pid, "SIGKILL");
  if (isOver) process.kill(process.pid, overMemorySignal);
  // Sleeps until the next check. When a job starts or ends, worker.ts changes the limit and wakes this thread.
  Atomics.wait(memoryLimit, 0, limitMb, limitMb > 0 ? memoryCheckMs : parentCheckMs);
}
