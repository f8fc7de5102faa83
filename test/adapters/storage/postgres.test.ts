import { describeDocumentStore, describeUsageStore } from "@tools-api/adapters/testing";
import { beforeAll, describe } from "vitest";
import { canStartPostgres, type PostgresServer, sharedPostgres } from "../../engines/postgres.ts";
import { postgresAt } from "./postgres-database.ts";
import { sourceFlags } from "./source-processes.ts";

const worker = {
  module: new URL("./postgres-worker.ts", import.meta.url),
  execArgv: sourceFlags,
};

describe.skipIf(!canStartPostgres())("PostgreSQL", () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await sharedPostgres();
  });

  describeDocumentStore({
    name: "postgresDocuments",
    worker,
    async create() {
      const database = postgresAt(await server.newLocation());
      return {
        store: await database.documents(),
        usage: await database.usage(),
        another: () => database.documents(),
        async reopen() {
          await database.close();
          return database.documents();
        },
        location: database.location,
        dispose: () => database.close(),
      };
    },
  });

  describeUsageStore({
    name: "postgresUsage",
    worker,
    async create() {
      const database = postgresAt(await server.newLocation());
      return {
        store: await database.usage(),
        another: () => database.usage(),
        async reopen() {
          await database.close();
          return database.usage();
        },
        location: database.location,
        dispose: () => database.close(),
      };
    },
  });
});
