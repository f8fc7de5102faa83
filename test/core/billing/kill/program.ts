// Runs an operation on a store, and kills its own process at a write.
import process from "node:process";
import { openSqlite, sqliteDocuments, sqliteUsage } from "@tools-api/adapters/storage/sqlite";
import { postgresDocuments, postgresUsage } from "@tools-api/adapters/storage/postgres";
import type { Stores } from "@tools-api/core/accounts";
import { Pool } from "pg";
import { operationNamed } from "./operations.ts";
import { billingOn, countedStores, type Moment } from "./stores.ts";

/** The argument of the program. */
export interface Task {
  /** The address of a PostgreSQL, or the path of an SQLite file. */
  location: string;
  operation: string;
  id: string;
  memo: string;
  providerFile: string;
  /** The number of the write at which the process ends. */
  write: number;
  moment: Moment;
}

async function open(location: string): Promise<Stores> {
  if (location.startsWith("postgres:")) {
    const pool = new Pool({ connectionString: location, max: 4 });
    return { documents: postgresDocuments({ pool }), usage: postgresUsage({ pool }) };
  }
  return {
    documents: sqliteDocuments({ database: await openSqlite(location) }),
    usage: sqliteUsage({ database: await openSqlite(location) }),
  };
}

// Only rounds.ts starts this program.
const task = JSON.parse(process.argv[2] ?? "") as Task;
const { location, id, memo, providerFile, write, moment } = task;
const operation = operationNamed(task.operation);
const stores = countedStores(await open(location), {
  write,
  moment,
  now: () => {
    process.kill(process.pid, "SIGKILL");
    return new Promise(() => {});
  },
});
await operation.run(billingOn(stores, operation.settings ?? {}, providerFile), id, memo);
process.exit(0);
