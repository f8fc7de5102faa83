import { join } from "node:path";
import { openSqlite, sqliteDocuments } from "@tools-api/adapters/storage/sqlite";
import type { DocumentStore } from "@tools-api/core";
import { createAccount, createApiKey } from "@tools-api/core/accounts";
import { postgresDocuments } from "@tools-api/adapters/storage/postgres";
import { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { canStartPostgres, startPostgres } from "../../engines/postgres.ts";
import { type StartedServer, startServer, startServerHere, temporaryFolder } from "../server-process.ts";
import { everyScope } from "../../scopes.ts";

const rounds = 6;

/** A store that several server processes and this process share. */
interface SharedStore {
  url: string;
  documents: () => Promise<DocumentStore>;
  remove: () => Promise<void>;
}

async function sqliteStore(): Promise<SharedStore> {
  const folder = temporaryFolder();
  const path = join(folder.path, "state.db");
  const closers: (() => unknown)[] = [];
  return {
    url: `sqlite:${path}`,
    async documents() {
      const database = await openSqlite(path);
      const documents = sqliteDocuments({ database });
      closers.push(async () => {
        await documents.close();
        database.close();
      });
      return documents;
    },
    async remove() {
      for (const close of closers) await close();
      folder.remove();
    },
  };
}

async function postgresStore(): Promise<SharedStore> {
  const server = await startPostgres();
  const url = await server.newLocation();
  const pool = new Pool({ connectionString: url, max: 2 });
  const documents = postgresDocuments({ pool });
  return {
    url,
    documents: async () => documents,
    async remove() {
      await documents.close();
      await pool.end();
      await server.remove();
    },
  };
}

const stores: (readonly [string, () => Promise<SharedStore>])[] = [
  ["SQLite", sqliteStore],
  ...(canStartPostgres() ? [["PostgreSQL", postgresStore] as const] : []),
];

/** Waits if midnight is near, so that all calls of a round are on the same day. */
async function clearOfMidnight(): Promise<void> {
  const left = 86_400_000 - (Date.now() % 86_400_000);
  if (left < 10_000) await new Promise((resolve) => setTimeout(resolve, left + 100));
}

describe.each(stores)("an upgrade on one of two servers on %s", (_, newStore) => {
  let store: SharedStore;
  let documents: DocumentStore;
  // One of them is this process.
  let servers: [StartedServer, StartedServer];
  beforeAll(async () => {
    store = await newStore();
    const settings = { DATABASE_URL: store.url, LOG_LEVEL: "silent" };
    servers = [await startServer(settings), await startServerHere(settings)];
    documents = await store.documents();
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()));
    await store.remove();
  });

  it(`applies to the next call on the other server, which keeps the used calls, in each of ${rounds} rounds`, async () => {
    for (let round = 0; round < rounds; round++) {
      await clearOfMidnight();
      const [here, there] = round % 2 === 0 ? servers : servers.toReversed();
      if (!here || !there) throw new Error("There are two servers.");
      const account = await createAccount(documents, { email: `round${round}@example.com` }, Date.now());
      const { secret } = await createApiKey(documents, account.id, { scopes: everyScope }, Date.now());
      const headers = { Authorization: `Bearer ${secret}`, "Content-Type": "application/json" };
      const figures = async ({ url }: StartedServer) => {
        const response = await fetch(`${url}/v1/user/profile`, { headers });
        await response.arrayBuffer();
        return ["Limit", "Remaining"].map((name) => Number(response.headers.get(`X-RateLimit-${name}`)));
      };
      expect(await figures(there)).toEqual([1000, 999]);
      expect(await figures(here)).toEqual([1000, 998]);
      expect(await figures(there)).toEqual([1000, 997]);
      const post = async (path: string, body: object) => {
        const response = await fetch(here.url + path, {
          method: "POST",
          headers,
          body: JSON.stringify(body),
        });
        expect(response.status, await response.clone().text()).toBe(200);
        // The test checks the fields that it reads.
        return (await response.json()) as { quote: string; total: unknown };
      };
      const preview = await post("/account/plan/preview", { plan: "pro" });
      const changed = await post("/account/plan", { quote: preview.quote });
      expect(changed.total).toEqual(preview.total);
      expect(await figures(there)).toEqual([10_000, 9996]);
      expect(await figures(here)).toEqual([10_000, 9995]);
    }
  });
});
