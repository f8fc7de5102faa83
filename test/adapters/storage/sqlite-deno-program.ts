import { openSqlite, sqliteDocuments, sqliteUsage } from "@tools-api/adapters/storage/sqlite";

// Declares only the part of Deno's global that this program uses.
declare const Deno: { args: string[] };

const [path = ":memory:"] = Deno.args;
const [forDocuments, forUsage, holder] = [
  await openSqlite(path),
  await openSqlite(path),
  await openSqlite(path),
];
const documents = sqliteDocuments({ database: forDocuments });
const usage = sqliteUsage({ database: forUsage });

holder.exec("BEGIN IMMEDIATE");
setTimeout(() => holder.exec("COMMIT"), 300);
const started = performance.now();
const committed = await documents.commit([{ key: "notes/🙂", value: { text: "ä" } }]);
const waitedMs = performance.now() - started;

const at = Date.now();
const windows = [{ id: "day", limit: 2, ends: at + 60_000 }];
const call = { account: "acct_1", endpoint: "e", at, windows, fences: [] };
const admissions = await usage.consume({ id: crypto.randomUUID(), at, items: [call, call, call] });
const { used } = await usage.read({ account: "acct_1", boundaries: [], windows: ["day"] });
console.log(
  JSON.stringify({
    committed,
    waitedMs,
    found: await documents.list("notes/", { limit: 9 }),
    admissions,
    used,
  }),
);
await Promise.all([documents.close(), usage.close()]);
for (const database of [forDocuments, forUsage, holder]) database.close();
