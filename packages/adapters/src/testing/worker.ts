import process from "node:process";
import type { DocumentStore, UsageCall, UsageStore } from "@tools-api/core/storage";
import type { WorkerReport, WorkerTask } from "./worker-process.ts";

/** The exports of the module of a `StoreWorker`. */
interface StoreModule {
  openUsage?(location: string): Promise<UsageStore>;
  openDocuments?(location: string): Promise<DocumentStore>;
}

// Concurrent callers in one process, so that a kill interrupts some of them between request and response.
const lanes = 8;

function report(message: WorkerReport): void {
  process.send?.(message);
}

async function consumeOne(usage: UsageStore, call: UsageCall) {
  const id = crypto.randomUUID();
  const [admission] = await usage.consume({ id, at: call.at, items: [call] });
  if (!admission) throw new Error("consume: expected an answer to each call");
  return { id, admission };
}

async function increment(documents: DocumentStore, key: string): Promise<void> {
  for (;;) {
    const found = await documents.get(key);
    const value = Number(found?.value ?? 0) + 1;
    const condition = found ? { ifVersion: found.version } : { ifAbsent: true };
    const result = await documents.commit([{ key, value, ...condition }]);
    if (result.committed) return;
  }
}

/** Repeats a step in all lanes without end. The event loop turns between steps, so that reports are sent. */
async function repeat(step: () => Promise<void>): Promise<never> {
  const lane = async () => {
    for (;;) {
      await step();
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  throw new Error("A lane without end has ended.");
}

async function runTask(task: WorkerTask, open: Required<StoreModule>, location: string): Promise<number> {
  switch (task.task) {
    case "consume": {
      const usage = await open.openUsage(location);
      const answers = await Promise.all(
        Array.from({ length: task.count }, () => consumeOne(usage, task.call)),
      );
      return answers.filter(({ admission }) => admission.outcome === "admitted").length;
    }
    case "consume-on": {
      const usage = await open.openUsage(location);
      return repeat(async () => report({ report: "consumed", ...(await consumeOne(usage, task.call)) }));
    }
    case "increment": {
      const documents = await open.openDocuments(location);
      for (let time = 0; time < task.count; time++) await increment(documents, task.key);
      return 0;
    }
    case "commit-on": {
      const documents = await open.openDocuments(location);
      return repeat(async () => {
        const key = `${task.prefix}${crypto.randomUUID()}`;
        const result = await documents.commit([{ key, value: key, ifAbsent: true }]);
        if (result.committed) report({ report: "committed", key, version: result.version });
      });
    }
    default:
      // A task of a newer parent.
      throw new Error(`expected a task, received ${JSON.stringify(task)}`);
  }
}

async function main(): Promise<void> {
  const [moduleUrl = "", location = ""] = process.argv.slice(2);
  // The module of a `StoreWorker`. If it lacks an export that a task needs, the task reports a failure.
  const open = (await import(moduleUrl)) as Required<StoreModule>;
  process.on("message", (message) => {
    // Only worker-process.ts sends here.
    runTask(message as WorkerTask, open, location).then(
      (admitted) => report({ report: "done", admitted }),
      (error: unknown) => report({ report: "failed", error: String(error) }),
    );
  });
  // When a test run ends, its child processes must not continue to write.
  process.on("disconnect", () => process.exit());
  report({ report: "ready" });
}

await main();
