import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSqlite, sqliteUsage } from "@tools-api/adapters/storage/sqlite";
import { RateLimiterSQLite } from "rate-limiter-flexible";
import { type AdmissionContest, dailyLimit, meterOn } from "./system.ts";

const daySeconds = 86_400;

/** Creates the systems on SQLite: one driver, a file each, the same pragmas as our store. */
export async function sqliteContest(accounts: readonly string[]): Promise<AdmissionContest> {
  const folder = mkdtempSync(join(tmpdir(), "tools-api-admissions-"));
  const open = async (name: string) => {
    const database = await openSqlite(join(folder, name));
    database.exec("PRAGMA journal_mode = WAL");
    database.exec("PRAGMA synchronous = NORMAL");
    return database;
  };
  const databases = { ours: await open("ours.db"), bare: await open("bare.db"), peer: await open("peer.db") };

  const usage = sqliteUsage({ database: databases.ours });
  const { system, miscounted } = await meterOn(usage, accounts);

  databases.bare.exec(
    "CREATE TABLE quotas (account TEXT NOT NULL PRIMARY KEY, used INTEGER NOT NULL) STRICT",
  );
  const insert = databases.bare.prepare("INSERT INTO quotas (account, used) VALUES (?, 0)");
  for (const account of accounts) insert.run(account);
  const increment = databases.bare.prepare(
    "UPDATE quotas SET used = used + 1 WHERE account = ? AND used < ? RETURNING used",
  );

  const limiter = await new Promise<RateLimiterSQLite>((resolve, reject) => {
    const made = new RateLimiterSQLite(
      {
        storeClient: databases.peer,
        storeType: "better-sqlite3",
        tableName: "rate_limits",
        points: dailyLimit,
        duration: daySeconds,
      },
      (error) => (error ? reject(error) : resolve(made)),
    );
  });

  return {
    systems: [
      system,
      { name: "bare UPDATE", admit: async (account) => increment.get(account, dailyLimit) },
      { name: "RateLimiterSQLite", admit: (account) => limiter.consume(account) },
    ],
    floor: 0.6,
    miscounted,
    async close() {
      await usage.close();
      for (const database of Object.values(databases)) database.close();
      rmSync(folder, { recursive: true });
    },
  };
}
