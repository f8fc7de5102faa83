// Measures the pages of the operator's search for accounts in a store with a million accounts, on SQLite and on
// PostgreSQL: words, filters, rare combinations, and pages far from the first. Prints the median and the slowest page of
// each search, and the plans of the database for the queries that read them:
// pnpm --filter @tools-api/bench find-accounts [sqlite,postgres] [accounts] [repetitions]
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { postgresDocuments } from "@tools-api/adapters/storage/postgres";
import { openSqlite, sqliteDocuments } from "@tools-api/adapters/storage/sqlite";
import { type AccountSearch, createAccount, searchAccounts, setStatus } from "@tools-api/core/accounts";
import { memoryUsage } from "@tools-api/adapters/storage/memory";
import type { DocumentStore } from "@tools-api/core/storage";
import { Pool } from "pg";
import { startPostgres } from "../engines/postgres.ts";
import { median } from "./median.ts";
import { collect } from "./metering/population.ts";

const [engines = "sqlite,postgres", accounts = "1000000", repetitions = "20"] = process.argv.slice(2);
const count = Number(accounts);
const accountsPerCommit = 1000;
const pageSize = 50;

const firstNames =
  "Ada Alan Barbara Chen Dmitri Élodie Fatima Grace Hedy İpek Jürgen Katherine Linus Mary Niklaus".split(" ");
const lastNames =
  "Allen Bartik Borg Cerf Dijkstra Engelbart Feinler Hopper Johnson Knuth Lamarr Liskov Perlman".split(" ");

/** An open database. */
interface Database {
  documents: DocumentStore;
  /** Returns the plan of the database for the list of the documents that begin with a prefix. */
  plan(prefix: string): Promise<string>;
  close(): Promise<void>;
}

async function startSqlite(): Promise<Database> {
  const folder = mkdtempSync(join(tmpdir(), "tools-api-find-accounts-"));
  const path = join(folder, "tools-api.db");
  const database = await openSqlite(path);
  const texts: string[] = [];
  const recorded = new Proxy(database, {
    get(target, name) {
      if (name !== "prepare") {
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === "function" ? value.bind(target) : value;
      }
      return (sql: string) => {
        texts.push(sql);
        return target.prepare(sql);
      };
    },
  });
  const documents = sqliteDocuments({ database: recorded });
  return {
    documents,
    async plan(prefix) {
      const text = texts.find((sql) => sql.includes("key >= max(?, ?)")) ?? "";
      const other = await openSqlite(path);
      const values = [prefix, "", "", `${prefix}\u{10ffff}`, Date.now(), pageSize];
      const rows = other.prepare(`EXPLAIN QUERY PLAN ${text}`).all(...values);
      other.close();
      return rows.map((row) => String(Reflect.get(Object(row), "detail"))).join("; ");
    },
    async close() {
      await documents.close();
      database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function startPostgresDatabase(): Promise<Database> {
  const server = await startPostgres();
  const pool = new Pool({ connectionString: await server.newLocation() });
  const documents = postgresDocuments({ pool });
  return {
    documents,
    async plan(prefix) {
      await pool.query("ANALYZE documents");
      const text = `EXPLAIN SELECT key, value, version FROM documents
        WHERE (expires_at IS NULL OR expires_at > $1) AND key LIKE $2 AND key > $3 ORDER BY key LIMIT $4`;
      const pattern = `${prefix.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
      const { rows } = await pool.query<Record<string, string>>(text, [Date.now(), pattern, "", pageSize]);
      return rows.map((row) => Object.values(row).join("").trim()).join("; ");
    },
    async close() {
      await documents.close();
      await pool.end();
      await server.remove();
    },
  };
}

/** Opens the accounts with their entries of the directory: plans, suspended ones, and ones with a due payment. */
async function fill(documents: DocumentStore): Promise<string[]> {
  const ids: string[] = [];
  for (let start = 0; start < count; start += accountsPerCommit) {
    const { store, take } = collect(documents);
    const added: string[] = [];
    for (let index = start; index < Math.min(count, start + accountsPerCommit); index++) {
      const first = firstNames[index % firstNames.length] ?? "";
      const last = lastNames[Math.floor(index / firstNames.length) % lastNames.length] ?? "";
      const host = index % 3 === 0 ? "gmail.com" : `company-${index % 5000}.com`;
      const plan = index % 1000 === 7 ? "enterprise" : index % 20 === 3 ? "pro" : "free";
      const email = `${first.normalize("NFKD").replaceAll(/[^A-Za-z]/g, "")}.${last}.${index}@${host}`;
      const { id } = await createAccount(
        store,
        { email, name: `${first} ${last}`, plan },
        { at: Date.now() },
      );
      added.push(id);
    }
    const groups = added
      .flatMap((id, index) => [
        ...(index % 100 === 11 ? [`directory/groups/past-due/${id}`] : []),
        ...(index % 1000 === 13 ? [`directory/groups/over-limit/${id}`] : []),
      ])
      .map((key) => ({ key, value: {} }));
    const result = await documents.commit([...take(), ...groups]);
    if (!result.committed) throw new Error(`${result.conflict} already exists.`);
    const [first] = added;
    if (first !== undefined) {
      await setStatus({ documents, usage: memoryUsage() }, first, "suspended", Date.now());
      ids.push(first);
    }
  }
  return ids;
}

type Conditions = Omit<AccountSearch, "limit">;

/** Returns the searches by their names. The last ones have conditions that few of their candidates meet. */
function searches(id: string): [string, Conditions][] {
  return [
    ["all accounts", {}],
    ["a whole address", { query: `ada.allen.0@gmail.com` }],
    ["the beginning of every fourth address", { query: "a" }],
    ["the domain of every third account", { query: "@gmail.com" }],
    ["the domain of 200 accounts", { query: "@company-77.com" }],
    ["a name of every fifteenth account", { query: "elodie" }],
    ["two names", { query: "grace hopper" }],
    ["a name and a domain", { query: "knuth @company-77.com" }],
    ["a word that no account has", { query: "zzz" }],
    ["an account id", { query: id }],
    ["the beginning of account ids", { query: "acct_A" }],
    ["a key id that does not exist", { query: "key_0000000000000000000000" }],
    ["plan free", { plan: "free" }],
    ["plan pro", { plan: "pro" }],
    ["plan enterprise", { plan: "enterprise" }],
    ["suspended", { status: "suspended" }],
    ["past due", { pastDue: true }],
    ["over the limit", { overLimit: true }],
    ["past due on enterprise", { pastDue: true, plan: "enterprise" }],
    ["over the limit and suspended", { overLimit: true, status: "suspended" }],
    ["a common word on enterprise", { query: "a", plan: "enterprise" }],
    ["suspended with a common word", { query: "a", status: "suspended" }],
    ["suspended on pro", { status: "suspended", plan: "pro" }],
  ];
}

async function timed(documents: DocumentStore, conditions: Conditions) {
  const started = performance.now();
  const page = await searchAccounts(documents, { ...conditions, limit: pageSize });
  return { page, milliseconds: performance.now() - started };
}

async function measure(documents: DocumentStore, conditions: Conditions) {
  const times: number[] = [];
  let found = 0;
  for (let round = 0; round < Number(repetitions); round++) {
    let after: string | undefined;
    // The first pages, each after the other.
    for (let page = 0; page < 5; page++) {
      const result = await timed(documents, { ...conditions, after });
      times.push(result.milliseconds);
      if (page === 0) found = result.page.accounts.length;
      if (result.page.next === null) break;
      after = result.page.next;
    }
  }
  return { found, median: median(times), slowest: Math.max(...times) };
}

const starts: Record<string, () => Promise<Database>> = {
  sqlite: startSqlite,
  postgres: startPostgresDatabase,
};

for (const name of engines.split(",")) {
  const start = starts[name];
  if (!start) throw new Error(`Expected ${Object.keys(starts).join(" or ")}, received ${name}.`);
  const { documents, plan, close } = await start();
  try {
    const began = performance.now();
    const ids = await fill(documents);
    console.log(
      `\n${name}: ${count} accounts, filled in ${Math.round((performance.now() - began) / 1000)} s`,
    );
    console.log("first page | median ms | slowest ms | search");
    for (const [search, conditions] of searches(ids[0] ?? "")) {
      const { found, median: middle, slowest } = await measure(documents, conditions);
      console.log(
        `${String(found).padStart(10)} | ${middle.toFixed(1).padStart(9)} | ${slowest.toFixed(1).padStart(10)} | ${search}`,
      );
    }
    for (const prefix of ["accounts/", "directory/terms/a", "directory/groups/status-suspended/"])
      console.log(`plan of the list ${prefix}: ${await plan(prefix)}`);
  } finally {
    await close();
  }
}
