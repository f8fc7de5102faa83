import type { UsageStore } from "@tools-api/core";
import { bucketMs, type UsageCall } from "@tools-api/core/storage";
import { Redis } from "ioredis";
import { describe, expect, it, onTestFinished } from "vitest";
import { canStartPostgres, startPostgres } from "../../engines/postgres.ts";
import { canStartRedis, startRedis } from "../../engines/redis.ts";
import { postgresAt } from "./postgres-database.ts";
import { newLocation, openUsage } from "./redis-usage.ts";
import { newSqliteFile } from "./sqlite-file.ts";

const limit = 300;
const at = Date.now();
const ends = at + 3_600_000;
const fence = "accounts/acct_1";
const ended = { credential: "key_1", succeeded: true, bytesIn: 0, bytesOut: 1, durationMs: 1 };
const counted: UsageCall = {
  account: "acct_1",
  endpoint: "e",
  at,
  windows: [{ id: "day", limit, ends }],
  fences: [{ id: fence, revision: 1 }],
  ended,
};

/** A store of this release, and the writes of the release before, which had no calls that have ended. */
interface Releases {
  usage: UsageStore;
  /** Takes a unit as the release before did. Returns its number, or `null` if none is left. */
  takeUnit(): Promise<number | null>;
  raiseFence(revision: number): Promise<unknown>;
}

async function onSqlite(): Promise<Releases> {
  const file = await newSqliteFile();
  onTestFinished(() => file.remove());
  const database = await file.connection();
  const usage = await file.usage();
  await usage.ping();
  database.exec("PRAGMA busy_timeout = 5000");
  const take = database.prepare("UPDATE usage_windows SET used = used + 1 WHERE used < ? RETURNING used");
  const log = database.prepare("INSERT INTO usage_batch_log VALUES (?, ?, 'consume', '[]')");
  return {
    usage,
    async takeUnit() {
      database.exec("BEGIN IMMEDIATE");
      const row = take.get(limit) as { used: number } | undefined; // the one column that is returned
      log.run(at, crypto.randomUUID());
      database.exec("COMMIT");
      return row?.used ?? null;
    },
    async raiseFence(revision) {
      database.prepare("UPDATE usage_fences SET revision = ? WHERE id = ?").run(revision, fence);
    },
  };
}

async function onPostgres(): Promise<Releases> {
  const server = await startPostgres(["fsync=off"]);
  onTestFinished(() => server.remove());
  const database = postgresAt(await server.newLocation());
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
  const server = await startRedis({ appendonly: "no" });
  onTestFinished(() => server.remove());
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
  { engine: "SQLite", canStart: () => true, open: onSqlite },
  { engine: "PostgreSQL", canStart: canStartPostgres, open: onPostgres },
  { engine: "Redis", canStart: canStartRedis, open: onRedis },
])("this release and the one before on one store in $engine", ({ canStart, open }) => {
  it.skipIf(!canStart())(
    "share every unit, and this one applies the fences that the other raises",
    async () => {
      const { usage, takeUnit, raiseFence } = await open();
      await usage.fence(fence, 1);
      const consume = async (units?: number) => {
        const [answer] = await usage.consume({ id: crypto.randomUUID(), at, items: [{ ...counted, units }] });
        return answer?.outcome === "admitted" ? answer.used[0] : null;
      };
      // Creates the window.
      const numbers = [await consume()];
      const lane = async (take: () => Promise<number | null | undefined>, units: number) => {
        let taken = 0;
        for (let number = await take(); typeof number === "number"; number = await take()) {
          for (let unit = 0; unit < units; unit++) numbers.push(number - unit);
          taken++;
          // SQLite answers without a turn of the event loop.
          await new Promise(setImmediate);
        }
        return taken;
      };
      const [ones, ofPrevious, threes] = await Promise.all([
        lane(() => consume(), 1),
        lane(takeUnit, 1),
        lane(() => consume(3), 3),
      ]);
      expect(Math.min(ones, ofPrevious, threes)).toBeGreaterThan(0);
      expect(numbers.toSorted((a, b) => Number(a) - Number(b))).toEqual(
        Array.from({ length: limit }, (_, index) => index + 1),
      );
      const boundaries = [at - (at % bucketMs), at - (at % bucketMs) + bucketMs];
      const { used, buckets } = await usage.read({ account: "acct_1", boundaries, windows: ["day"] });
      expect(used).toEqual([limit]);
      const [bucket] = buckets;
      expect(Number(bucket?.units) - Number(bucket?.calls)).toBe(2 * threes);
      await raiseFence(2);
      const item = { ...counted, windows: [] };
      const decide = async (revision: number) => {
        const fences = [{ id: fence, revision }];
        const [answer] = await usage.consume({
          id: crypto.randomUUID(),
          at,
          items: [{ ...item, fences }],
        });
        return answer?.outcome;
      };
      expect([await decide(1), await decide(2)]).toEqual(["stale", "admitted"]);
    },
  );
});
