import { join } from "node:path";
import { scryptHasher } from "@tools-api/adapters/auth/scrypt";
import { openSqlite, sqliteDocuments, sqliteUsage } from "@tools-api/adapters/storage/sqlite";
import { temporaryFolder } from "../../server-process.ts";
import { type Credentials, type Dashboard, startDashboard } from "../../../engines/chromium.ts";
import { seedBusyAccount } from "./busy-account.ts";

/** A dashboard with an account that has the maximum of everything. */
export interface BusyDashboard extends Dashboard {
  /** The email and password of its owner. */
  owner: Credentials;
}

/** Seeds a SQLite file with a year of data, and starts the server and the browser on it. */
export async function startBusyDashboard(callsADay: number): Promise<BusyDashboard> {
  const folder = temporaryFolder();
  const path = join(folder.path, "tools-api.db");
  const now = Date.now();
  let instant = now;
  const clock = { now: () => instant, set: (next: number) => (instant = next) };
  const databases = { documents: await openSqlite(path), usage: await openSqlite(path) };
  // No commit of the seed has to survive a crash.
  for (const database of Object.values(databases)) database.exec("PRAGMA synchronous = OFF");
  const documents = sqliteDocuments({ database: databases.documents, clock });
  const usage = sqliteUsage({ database: databases.usage, clock });
  const passwords = scryptHasher({ logCost: 10 });
  const owner = await seedBusyAccount({ documents, usage, passwords, clock }, { now, callsADay });
  await Promise.all([documents.close(), usage.close()]);
  for (const database of Object.values(databases)) database.close();
  const dashboard = await startDashboard({
    DATABASE_URL: `sqlite:${path}`,
    // No page asks the provider before a user signs in through it.
    OIDC_ISSUER: "http://127.0.0.1:9",
    OIDC_CLIENT_ID: "tools-api",
    OIDC_CLIENT_SECRET: "the secret of the client",
    OIDC_NAME: "Acme",
  });
  return {
    ...dashboard,
    owner,
    async close() {
      await dashboard.close();
      folder.remove();
    },
  };
}
