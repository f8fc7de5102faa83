import process from "node:process";
import { parentPort, workerData } from "node:worker_threads";

// A thread of its own, since a job that never ends leaves the main thread no turn to hear that the channel to
// the parent is closed: after a kill -9 of the server such a child would burn a core for ever.
setInterval(() => {
  if (process.ppid !== workerData) process.kill(process.pid, "SIGKILL");
}, 500);
parentPort?.postMessage("watching");
