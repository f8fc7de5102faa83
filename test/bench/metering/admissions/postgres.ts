import { postgresUsage } from "@tools-api/adapters/storage/postgres";
import { Pool } from "pg";
import { RateLimiterPostgres } from "rate-limiter-flexible";
import { startPostgres } from "../../../engines/postgres.ts";
import { type AdmissionContest, dailyLimit, meterOn } from "./system.ts";

const daySeconds = 86_400;

/** Creates the systems on one PostgreSQL server, each with its own pool of `pg`'s default size. */
export async function postgresContest(accounts: readonly string[]): Promise<AdmissionContest> {
  const server = await startPostgres();
  const connectionString = await server.newLocation();
  const pools = {
    ours: new Pool({ connectionString }),
    bare: new Pool({ connectionString }),
    peer: new Pool({ connectionString }),
  };

  const usage = postgresUsage({ pool: pools.ours });
  const { system, miscounted } = await meterOn(usage, accounts);

  await pools.bare.query("CREATE TABLE quotas (account text PRIMARY KEY, used bigint NOT NULL)");
  await pools.bare.query("INSERT INTO quotas SELECT account, 0 FROM unnest($1::text[]) AS account", [
    accounts,
  ]);
  const increment = (account: string) =>
    pools.bare.query({
      name: "increment",
      text: "UPDATE quotas SET used = used + 1 WHERE account = $1 AND used < $2 RETURNING used",
      values: [account, dailyLimit],
    });

  const limiter = await new Promise<RateLimiterPostgres>((resolve, reject) => {
    const made = new RateLimiterPostgres(
      { storeClient: pools.peer, tableName: "rate_limits", points: dailyLimit, duration: daySeconds },
      (error) => (error ? reject(error) : resolve(made)),
    );
  });

  return {
    systems: [
      system,
      { name: "bare UPDATE", admit: increment },
      { name: "RateLimiterPostgres", admit: (account) => limiter.consume(account) },
    ],
    floor: 0.6,
    miscounted,
    async close() {
      await usage.close();
      await Promise.all(Object.values(pools).map((pool) => pool.end()));
      await server.remove();
    },
  };
}
