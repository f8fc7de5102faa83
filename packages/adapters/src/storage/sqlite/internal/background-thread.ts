import { parentPort, workerData } from "node:worker_threads";
import type { BackgroundReply, BackgroundRequest, BackgroundQuery } from "./background.ts";
import { loadDriver } from "./driver.ts";

// Runs the work that would block the event loop: reads of many rows, and checkpoints, which sync the file to the disk.

// background.ts starts this module with the path of the file.
const path = workerData as string;
const Driver = await loadDriver();
const database = new Driver(path);
// Bounds how long a checkpoint makes writers wait for a reader.
database.exec("PRAGMA busy_timeout = 50");

function read(queries: readonly BackgroundQuery[]): unknown[][] {
  database.exec("BEGIN");
  try {
    return queries.map(({ sql, parameters }) => database.prepare(sql).all(...parameters));
  } finally {
    database.exec("COMMIT");
  }
}

/** Copies the log into the file. Returns the number of log pages that are left. */
function checkpoint(mode: "PASSIVE" | "FULL"): number {
  const [row] = database.prepare(`PRAGMA wal_checkpoint(${mode})`).all();
  // https://www.sqlite.org/pragma.html#pragma_wal_checkpoint
  const { log, checkpointed } = row as { log: number; checkpointed: number };
  return log - checkpointed;
}

const passes = 4;
const fewPages = 256;

/**
 * Copies the whole log, so that the next write restarts it. A passive checkpoint blocks no writer but never catches up
 * with an active one. The last few pages are therefore copied under the writers' lock.
 */
function checkpointAll(): void {
  for (let pass = 0; pass < passes; pass++) {
    const left = checkpoint("PASSIVE");
    if (left === 0) return;
    if (left < fewPages) break;
  }
  checkpoint("FULL");
}

function work(request: BackgroundRequest): unknown[][] {
  if (request.task === "read") return read(request.queries);
  if (request.task === "checkpoint") checkpointAll();
  else database.close();
  return [];
}

parentPort?.on("message", (request: BackgroundRequest) => {
  let reply: BackgroundReply;
  try {
    reply = { id: request.id, rows: work(request) };
  } catch (error) {
    reply = { id: request.id, error: error instanceof Error ? error.message : String(error) };
  }
  parentPort?.postMessage(reply);
});
