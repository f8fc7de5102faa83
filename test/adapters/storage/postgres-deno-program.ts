import { postgresDocuments, postgresUsage } from "@tools-api/adapters/storage/postgres";
import { Pool } from "pg";

// Declares only the part of Deno's global that this program uses.
declare const Deno: { args: string[] };

const pool = new Pool({ connectionString: Deno.args[0] });
const [documents, usage] = [postgresDocuments({ pool }), postgresUsage({ pool })];
const committed = await documents.commit([{ key: "notes/🙂", value: { text: "ä\0\ud800" } }]);

const at = Date.now();
const windows = [{ id: "day", limit: 2, ends: at + 60_000 }];
const call = { account: "acct_1", endpoint: "e", at, windows, fences: [] };
const admissions = await usage.consume({ id: crypto.randomUUID(), at, items: [call, call, call] });
const { used } = await usage.read({ account: "acct_1", boundaries: [], windows: ["day"] });
const found = await documents.list("notes/", { limit: 9 });

const holder = await pool.connect();
await holder.query("BEGIN; UPDATE usage_windows SET used = used");
const failure: unknown = await usage
  .consume({ id: crypto.randomUUID(), at, items: [call] })
  .catch((error: unknown) => error);
await holder.query("ROLLBACK");
holder.release();
const code = failure instanceof Error && "code" in failure && failure.code;
console.log(JSON.stringify({ committed, found, admissions, used, code }));
await Promise.all([documents.close(), usage.close()]);
await pool.end();
