import { postgresArchive } from "@tools-api/adapters/storage/postgres";
import { redisArchive } from "@tools-api/adapters/storage/redis";
import { sqliteArchive } from "@tools-api/adapters/storage/sqlite";
import type { Clock, DocumentStore, UsageStore } from "@tools-api/core";
import { dayMs } from "@tools-api/core/internal/time";
import {
  bucketMs,
  foldingHorizon,
  type RecordKind,
  type StoreArchive,
  type StoreRecord,
} from "@tools-api/core/storage";
import { describe, expect, it, onTestFinished } from "vitest";
import { canStartPostgres, sharedPostgres } from "../../engines/postgres.ts";
import { canStartRedis, sharedRedis } from "../../engines/redis.ts";
import { postgresAt } from "./postgres-database.ts";
import { newLocation, openUsage } from "./redis-usage.ts";
import { newSqliteFile } from "./sqlite-file.ts";

const now = Date.parse("2026-11-27T10:07:00Z");
const today = Math.floor(now / dayMs) * dayMs;
const clock: Clock = { now: () => now };
const options = { now };

/** An empty store, and ways to open its archive. */
interface Subject {
  documents?: DocumentStore;
  usage: UsageStore;
  archive(readOnly: boolean): Promise<StoreArchive>;
}

async function onSqlite(): Promise<Subject> {
  const file = await newSqliteFile();
  onTestFinished(() => file.remove());
  return {
    documents: await file.documents(clock),
    usage: await file.usage(clock),
    archive: async (readOnly) => sqliteArchive({ ...options, readOnly, database: await file.connection() }),
  };
}

async function onPostgres(): Promise<Subject> {
  const database = postgresAt(await (await sharedPostgres()).newLocation());
  onTestFinished(() => database.close());
  return {
    documents: await database.documents(clock),
    usage: await database.usage(clock),
    archive: async (readOnly) => postgresArchive({ ...options, readOnly, pool: database.pool() }),
  };
}

async function onRedis(): Promise<Subject> {
  const location = newLocation(await sharedRedis());
  const { usage, client, close } = openUsage(location, { clock });
  onTestFinished(close);
  return {
    usage,
    archive: async (readOnly) => redisArchive({ ...options, readOnly, client, prefix: location.prefix }),
  };
}

const engines = [
  { engine: "SQLite", open: onSqlite, canStart: () => true },
  { engine: "PostgreSQL", open: onPostgres, canStart: canStartPostgres },
  { engine: "Redis", open: onRedis, canStart: canStartRedis },
].filter(({ canStart }) => canStart());
const pairs = engines.flatMap((source) => engines.map((target) => ({ source, target })));

// Braces and percent signs have a meaning in Redis, and UTF-16 sorts the last two otherwise than UTF-8.
const accounts = ["acct_1", "a{b}%", "%", "é", "\uffee", "\u{1f600}"];
const instants = [now, now - bucketMs, now - dayMs, now - 3 * dayMs, now - 399 * dayMs, now - 500 * dayMs];

function day(at: number) {
  const start = Math.floor(at / dayMs) * dayMs;
  return { id: `day:${new Date(start).toISOString().slice(0, 10)}`, limit: 1e6, ends: start + dayMs };
}

async function fillUsage(usage: UsageStore): Promise<void> {
  const batch = <Item>(...items: Item[]) => ({ id: crypto.randomUUID(), at: now, items });
  for (const [index, account] of accounts.entries())
    for (const at of instants) {
      const call = {
        account,
        endpoint: `tool ${index % 2} by {key}`,
        at,
        windows: [day(at)],
        fences: [],
        units: 1 + index,
      };
      const credential = `key_${account}`;
      const outcome = {
        ...call,
        credential,
        succeeded: index > 0,
        bytesIn: 10,
        bytesOut: 20,
        durationMs: 1.5,
      };
      await usage.consume(batch(call, call, { ...call, endpoint: "profile" }));
      await usage.complete(batch(outcome));
      await usage.refund(batch({ ...call, windows: call.windows.map(({ id }) => id) }));
      await usage.consume(batch({ ...call, windows: [{ ...day(at), limit: 0 }] }));
    }
}

async function fillDocuments(documents: DocumentStore): Promise<void> {
  const value = { text: 'line\u2028 tab\t "quoted" \u{1f600}', list: [1, null, { 2: true }] };
  for (const key of ["a/1", "a/\uffee", "a/\u{1f600}", "b/1"]) await documents.commit([{ key, value }]);
  await documents.commit([
    { key: "c/later", value: 1, expiresAt: now + 1 },
    { key: "c/gone", value: 1, expiresAt: now },
    { key: "b/1" },
  ]);
}

const readUsage = (usage: UsageStore) =>
  Promise.all(
    accounts.map((account) =>
      usage.read({
        account,
        boundaries: [
          foldingHorizon(now) - 200 * dayMs,
          today - 4 * dayMs,
          today - dayMs,
          today,
          today + dayMs,
        ],
        // Counters of earlier days have expired.
        windows: instants.slice(0, 3).map((at) => day(at).id),
      }),
    ),
  );

async function collect(archive: StoreArchive, kind: RecordKind): Promise<StoreRecord[]> {
  const records: StoreRecord[] = [];
  for await (const page of archive.read(kind)) records.push(...page);
  return records;
}

const usageKinds = ["usage", "last-use"] as const;

async function copy(source: StoreArchive, target: StoreArchive, kinds: readonly RecordKind[]): Promise<void> {
  for (const kind of kinds) {
    await target.write(kind, { put: await collect(source, kind), remove: [] });
    expect(await collect(target, kind)).toEqual(await collect(source, kind));
  }
}

describe.each(pairs)(
  "an archive of $source.engine that is copied to $target.engine",
  ({ source, target }) => {
    it("gives the same usage, counters and last uses to a store, which counts on", async () => {
      const [from, to] = [await source.open(), await target.open()];
      await fillUsage(from.usage);
      const [reader, writer] = [await from.archive(true), await to.archive(false)];
      await copy(reader, writer, usageKinds);
      // A second time, over what is there.
      await copy(reader, writer, usageKinds);
      await Promise.all([reader.close(), writer.close()]);
      const before = await readUsage(from.usage);
      expect(await readUsage(to.usage)).toEqual(before);
      expect(before[5]?.lifetime.calls).toBe(12);
      const credentials = accounts.map((account) => `key_${account}`);
      expect(await to.usage.lastUsed(credentials)).toEqual(await from.usage.lastUsed(credentials));

      for (const { usage } of [from, to]) {
        const call = { account: "acct_1", endpoint: "profile", at: now, windows: [day(now)], fences: [] };
        const [admission] = await usage.consume({ id: crypto.randomUUID(), at: now, items: [call] });
        const windows = [day(now).id];
        await usage.refund({ id: crypto.randomUUID(), at: now, items: [{ ...call, windows }] });
        expect(admission).toEqual({ outcome: "admitted", used: [5] });
      }
      expect(await readUsage(to.usage)).toEqual(await readUsage(from.usage));
    });
  },
);

const documentPairs = pairs.filter((pair) => ![pair.source.engine, pair.target.engine].includes("Redis"));

describe.each(documentPairs)(
  "an archive of $source.engine that is copied to $target.engine",
  ({ source, target }) => {
    it("gives the same documents, versions and expiries to a store, whose versions grow on", async () => {
      const [from, to] = [await source.open(), await target.open()];
      if (!from.documents || !to.documents) throw new Error("expected stores of documents");
      await fillDocuments(from.documents);
      const [reader, writer] = [await from.archive(true), await to.archive(false)];
      await writer.write("document", { put: [{ key: "a/0", text: "[1,null,true]" }], remove: [] });
      await writer.write("document", { put: await collect(reader, "document"), remove: ["a/0"] });
      await writer.raiseVersion(await reader.version());
      expect(await collect(writer, "document")).toEqual(await collect(reader, "document"));
      await Promise.all([reader.close(), writer.close()]);
      const all = { limit: 100 };
      expect(await to.documents.list("", all)).toEqual(await from.documents.list("", all));
      expect((await to.documents.list("", all)).map(({ key }) => key)).toEqual([
        "a/1",
        "a/\uffee",
        "a/\u{1f600}",
        "c/later",
      ]);
      const next = { key: "d", value: 1 };
      expect(await to.documents.commit([next])).toEqual(await from.documents.commit([next]));
    });
  },
);

describe.each(engines.filter(({ engine }) => engine !== "Redis"))(
  "a read-only archive of $engine",
  ({ open }) => {
    it("reads the instant at which it was opened, while the stores are written", async () => {
      const { documents, usage, archive } = await open();
      if (!documents) throw new Error("expected a store of documents");
      await fillDocuments(documents);
      const call = { account: "acct_1", endpoint: "e", at: now, windows: [day(now)], fences: [] };
      const consume = () => usage.consume({ id: crypto.randomUUID(), at: now, items: [call] });
      await consume();
      const reader = await archive(true);
      const before = [await collect(reader, "document"), await collect(reader, "usage")];
      await consume();
      await documents.commit([{ key: "a/2", value: 1 }, { key: "a/1" }]);
      expect([await collect(reader, "document"), await collect(reader, "usage")]).toEqual(before);
      await reader.close();
      const after = await archive(true);
      expect([await collect(after, "document"), await collect(after, "usage")]).not.toEqual(before);
      await after.close();
    });
  },
);
