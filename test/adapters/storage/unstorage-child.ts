import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { unstorageDocuments, unstorageUsage } from "@tools-api/adapters/storage/unstorage";
import { ToolsError } from "@tools-api/core";
import type { Driver } from "unstorage";
import { documentOf, everyDocument, leaseMs, storageIn, twoAccounts } from "./unstorage-folder.ts";

/** The task of the process, in its second argument. */
export type ChildTask =
  /** Commits and consumes once. Its nth write writes half and kills the process. */
  | { task: "end-in-write"; write: number }
  /** Commits and consumes repeatedly, with pauses. */
  | { task: "work-on" };

/** A report of the process, as a line of JSON. */
export type ChildReport =
  | { report: "ready"; pid: number }
  | { report: "committed" }
  | { report: "consumed" }
  | { report: "pausing" }
  | { report: "failed"; code: string };

const pauseMs = 400;

function report(message: ChildReport): void {
  console.log(JSON.stringify(message));
}

/** Returns a driver that reports the number of each write, except writes of the lease. */
function counting(
  driver: Driver,
  onWrite: (write: number, key: string, text: string) => Promise<void>,
): Driver {
  let writes = 0;
  return {
    ...driver,
    async setItem(key, text, options) {
      if (!key.endsWith(":lease")) await onWrite(++writes, key, text);
      await driver.setItem?.(key, text, options);
    },
  };
}

async function main(): Promise<void> {
  const [folder = "", taskText = ""] = process.argv.slice(2);
  // Only the tests pass it.
  const task = JSON.parse(taskText) as ChildTask;
  // When a test run ends, this process must not continue to write.
  process.stdin.on("end", () => process.exit()).resume();

  report({ report: "ready", pid: process.pid });

  const storage = storageIn(folder, (driver) =>
    counting(driver, async (write, key, text) => {
      if (task.task === "end-in-write" && write === task.write) {
        const path = join(folder, key.replaceAll(":", "/"));
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, text.slice(0, text.length / 2));
        process.kill(process.pid, "SIGKILL");
      }
    }),
  );
  const documents = unstorageDocuments({ storage, leaseMs });
  const usage = unstorageUsage({ storage, leaseMs });

  async function step(stamp: number) {
    await documents.commit(everyDocument(stamp));
    report({ report: "committed" });
    await usage.consume(twoAccounts(crypto.randomUUID()));
    report({ report: "consumed" });
  }

  if (task.task === "work-on")
    for (let stamp = 1; ; stamp++) {
      await step(stamp);
      report({ report: "pausing" });
      await sleep(pauseMs);
    }
  await documents.commit(everyDocument(1));
  report({ report: "committed" });
  await usage.consume(twoAccounts(documentOf(1)));
  report({ report: "consumed" });
}

try {
  await main();
} catch (error) {
  report({ report: "failed", code: error instanceof ToolsError ? error.code : String(error) });
}
process.exit();
