// Runs in its own process with the path of a SQLite file as its only argument. Background threads need modules that
// Node can load, and inside Vitest the sources are not. Prints one JSON object.
import { statSync } from "node:fs";
import { openSqlite, sqliteDocuments, sqliteUsage } from "@tools-api/adapters/storage/sqlite";
import { turnsDuring } from "../../event-loop.ts";
import { busyAccount, recordBusyYear, yearQuery } from "./busy-year.ts";

const path = process.argv[2] ?? "";
const now = Date.now();
const [usageFile, documentsFile] = [await openSqlite(path), await openSqlite(path)];
const usage = sqliteUsage({ database: usageFile });
const documents = sqliteDocuments({ database: documentsFile });
await documents.commit([{ key: "notes/1", value: 1 }]);

recordBusyYear(usageFile, now);
const query = yearQuery(now);
const turns = await turnsDuring(() => usage.read(query));
const first = await usage.read(query);

// The next report includes the call that was just acknowledged.
const call = { account: busyAccount, endpoint: "usage", at: now, windows: [], fences: [] };
const sum = ({ buckets }: typeof first) => buckets.reduce((calls, bucket) => calls + bucket.calls, 0);
let missing = 0;
for (let round = 1; round <= 5; round++) {
  await usage.consume({ id: crypto.randomUUID(), at: now, items: [call] });
  if (sum(await usage.read(query)) !== sum(first) + round) missing++;
}

let largestLog = 0;
async function write(rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    const items = Array.from({ length: 8 }, (_, index) => {
      return { ...call, account: `acct_${(round * 8 + index) % 5_000}` };
    });
    await usage.consume({ id: crypto.randomUUID(), at: now, items });
    await new Promise((resolve) => setImmediate(resolve));
    largestLog = Math.max(largestLog, statSync(`${path}-wal`).size);
  }
}

// SQLite itself copies the log only at more pages. So only the thread can have grown the file.
const before = statSync(path).size;
await write(500);
let isCopied = false;
// A loaded disk takes seconds to sync the year.
for (let wait = 0; wait < 1_200 && !isCopied; wait++) {
  await new Promise((resolve) => setTimeout(resolve, 50));
  isCopied = statSync(path).size > before;
}
// Some 80 MB of log.
await write(2_000);
await usage.close();
await documents.close();
usageFile.close();
documentsFile.close();
console.log(
  JSON.stringify({ turns, calls: sum(first), missing, isCopied, largestLogMb: largestLog / 2 ** 20 }),
);
