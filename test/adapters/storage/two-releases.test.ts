import type { UsageStore } from "@tools-api/core";
import { bucketMs, type UsageCall } from "@tools-api/core/storage";
import { Redis } from "ioredis";
import { describe, expect, it, onTestFinished } from "vitest";
import { canStartPostgres, sharedPostgres } from "../../engines/postgres.ts";
import { canStartRedis, sharedRedis } from "../../engines/redis.ts";
import { postgresAt } from "./postgres-database.ts";
import { newLocation, openUsage } from "./redis-usage.ts";
import { newSqliteFile } from "./sqlite-file.ts";

const limit = 300;
const at = Date.now();
const ends = at + 3_600_000;
const fence = "accounts/acct_1";
const boundaries = [at - (at % bucketMs), at - (at % bucketMs) + bucketMs];
const ended = { credential: "key_1", succeeded: true, bytesIn: 0, bytesOut: 1, durationMs: 1 };
const counted = { account: "acct_1", endpoint: "e", at, windows: [{ id: "day", limit, ends }], ended };

async function consume(usage: UsageStore, revision: number, changes: Partial<UsageCall> = {}) {
  const item = { ...counted, ...changes, fences: [{ id: fence, revision }] };
  const [answer] = await usage.consume({ id: crypto.randomUUID(), at, items: [item] });
  return answer?.outcome === "admitted" ? (answer.used[0] ?? 0) : answer?.outcome;
}

/** A store of this release, and the writes of the release before, which had no calls that have ended. */
interface Releases {
  usage: UsageStore;
  /** Takes a unit as the release before did. Returns its number, or `null` if none is left. */
  takeUnit(): Promise<number | null>;
  raiseFence(revision: number): Promise<unknown>;
}

async function onPostgres(): Promise<Releases> {
  const database = postgresAt(await (await sharedPostgres()).newLocation());
  onTestFinished(() => database.close());
  const pool = database.pool();
  return {
    usage: await database.usage(),
    async takeUnit() {
      // The functions of the first step of the schema, which the release before calls. Arrays of one row each.
      const { rows } = await pool.query<{ answer: string }>(
        `SELECT usage_consume_v1($1, $2::bigint, '{acct_1}', '{day}', '{1}', ARRAY[$3::bigint], '{172800000}',
           ARRAY[$4::bigint], '{acct_1}', ARRAY[$2 - $2 % 900000], '{e}', '{1}', '{acct_1}', '{1}', ARRAY[$2],
           ARRAY[$2], $5, '{1}', '{1}', '{1}', ARRAY[$2], '{1}', '{1}', '{1}', '{1}', ARRAY[$4], '{1}', '{1}') AS answer`,
        [crypto.randomUUID(), at, ends, limit, [fence]],
      );
      const { used } = JSON.parse(rows[0]?.answer ?? "") as { used: [number] }; // as the function writes it
      return used[0] <= limit ? used[0] : null;
    },
    raiseFence: (revision) => pool.query("UPDATE usage_fences SET revision = $1", [revision]),
  };
}

async function onRedis(): Promise<Releases> {
  const server = await sharedRedis();
  const location = newLocation(server);
  const { usage, close } = openUsage(location);
  onTestFinished(close);
  const client = new Redis(server.port, server.host);
  onTestFinished(() => client.disconnect());
  const account = `${location.prefix}{acct_1}:`;
  const take = `
    local used, kept = string.match(redis.call("GET", KEYS[1]), "^(%d+) (%d+)$")
    if tonumber(used) >= tonumber(ARGV[1]) then return -1 end
    redis.call("SET", KEYS[1], (used + 1) .. " " .. kept, "KEEPTTL")
    return used + 1`;
  return {
    usage,
    async takeUnit() {
      const number = Number(await client.eval(take, 1, `${account}window:day`, limit));
      return number < 0 ? null : number;
    },
    raiseFence: (revision) => client.hset(`${account}account`, `fence:${fence}`, revision),
  };
}

describe.each([
  { engine: "PostgreSQL", canStart: canStartPostgres, open: onPostgres },
  { engine: "Redis", canStart: canStartRedis, open: onRedis },
])("this release and the one before on one store in $engine", ({ canStart, open }) => {
  it.skipIf(!canStart())(
    "share every unit, and this one applies the fences that the other raises",
    async () => {
      const { usage, takeUnit, raiseFence } = await open();
      await usage.fence(fence, 1);
      const takeHere = (units?: number) => consume(usage, 1, { units });
      // Creates the window.
      const numbers = [await takeHere()];
      const lane = async (take: () => Promise<unknown>, units: number) => {
        let taken = 0;
        for (let number = await take(); typeof number === "number"; number = await take()) {
          for (let unit = 0; unit < units; unit++) numbers.push(number - unit);
          taken++;
        }
        return taken;
      };
      const [ones, ofPrevious, threes] = await Promise.all([
        lane(() => takeHere(), 1),
        lane(takeUnit, 1),
        lane(() => takeHere(3), 3),
      ]);
      expect(Math.min(ones, ofPrevious, threes)).toBeGreaterThan(0);
      expect(numbers.toSorted((a, b) => Number(a) - Number(b))).toEqual(
        Array.from({ length: limit }, (_, index) => index + 1),
      );
      const { used, buckets } = await usage.read({ account: "acct_1", boundaries, windows: ["day"] });
      expect(used).toEqual([limit]);
      const [bucket] = buckets;
      expect(Number(bucket?.units) - Number(bucket?.calls)).toBe(2 * threes);
      await raiseFence(2);
      const unlimited = { windows: [] };
      expect([await consume(usage, 1, unlimited), await consume(usage, 2, unlimited)]).toEqual(["stale", 0]);
    },
  );
});

it("stops the release before when this one opens its SQLite file, keeps its counts, and applies its fences", async () => {
  const file = await newSqliteFile();
  onTestFinished(() => file.remove());
  const created = await file.usage();
  await created.ping();
  await created.close();
  const database = await file.connection();
  database.exec(`DROP TRIGGER usage_fences_raised;
    DROP TABLE usage_journal;
    ALTER TABLE usage_counters RENAME TO usage_windows;
    ALTER TABLE usage_buckets DROP COLUMN extra_units;
    UPDATE schema_compatibility SET oldest = 2;
    PRAGMA user_version = 3;
    INSERT INTO usage_fences VALUES ('${fence}', 1);
    INSERT INTO usage_windows (account, id, used, ends) VALUES ('acct_1', 'day', 0, ${ends});
    INSERT INTO usage_buckets VALUES ('acct_1', ${boundaries[0]}, 'e', 1, 1, 0, 0, 0, 0, 0, 0)`);
  const take = database.prepare("UPDATE usage_windows SET used = used + 1 WHERE used < ? RETURNING used");
  expect(take.get(limit)).toMatchObject({ used: 1 });

  const usage = await file.usage();
  expect(await consume(usage, 1)).toBe(2);
  expect(() => take.get(limit)).toThrow("no such table: usage_windows");
  expect(await consume(usage, 1, { units: 3 })).toBe(5);
  const reading = await usage.read({ account: "acct_1", boundaries, windows: ["day"] });
  expect(reading).toMatchObject({ used: [5], buckets: [{ calls: 3, units: 5 }] });

  database.prepare("UPDATE usage_fences SET revision = 2 WHERE id = ? AND revision < 2").run(fence);
  expect([await consume(usage, 1), await consume(usage, 2)]).toEqual(["stale", 6]);

  // An earlier release opens only a file whose oldest compatible version is its own or an earlier one.
  const compatibility = database.prepare("SELECT oldest FROM schema_compatibility").get();
  expect(compatibility).toMatchObject({ oldest: 4 });
});
