import { join } from "node:path";
import { openSqlite } from "@tools-api/adapters/storage/sqlite";
import { canStartPostgres, startPostgres } from "../../engines/postgres.ts";
import { canStartRedis, startRedis, startRedisCluster } from "../../engines/redis.ts";
import { startTcpProxy, type TcpProxy } from "../../engines/tcp-proxy.ts";
import { isWhole } from "../../whole.ts";
import { temporaryFolder } from "../server-process.ts";

/** The stores of one or more servers, and their failures. */
export interface ServerStores {
  settings: { DATABASE_URL: string; USAGE_URL?: string };
  /** Stops the usage store from responding, without closing its connections. */
  freeze(): Promise<void>;
  /** Lets the frozen store continue with all that was sent to it. */
  thaw(): Promise<void>;
  /**
   * Closes the connections of the usage store before their pending responses arrive. Absent if it has no connections.
   */
  loseAnswers?(meanwhile: () => Promise<void>): Promise<void>;
  /** Ends the usage store by SIGKILL. Absent if it is not a separate process. */
  kill?(): Promise<void>;
  /** Starts the killed store again on its data. */
  restart?(): Promise<void>;
}

interface Engine {
  newStores(): Promise<ServerStores>;
  remove(): Promise<void>;
}

/** Creates stores in SQLite files. A freeze holds the write lock. */
async function sqliteEngine(): Promise<Engine> {
  const folder = temporaryFolder();
  return {
    async newStores() {
      const path = join(folder.path, `${crypto.randomUUID()}.db`);
      let release = () => {};
      return {
        settings: { DATABASE_URL: `sqlite:${path}` },
        async freeze() {
          const database = await openSqlite(path);
          database.exec("PRAGMA busy_timeout = 5000");
          database.exec("BEGIN IMMEDIATE");
          release = () => {
            database.exec("ROLLBACK");
            database.close();
            release = () => {};
          };
        },
        thaw: async () => release(),
      };
    },
    remove: async () => folder.remove(),
  };
}

function loseAnswers(proxy: TcpProxy) {
  return async (meanwhile: () => Promise<void>) => {
    proxy.stall("answers");
    await meanwhile();
    proxy.cut();
    proxy.pass();
  };
}

/** Starts one PostgreSQL for documents and usage. */
async function postgresEngine(): Promise<Engine> {
  const server = await startPostgres();
  const proxy = await startTcpProxy(server.port);
  return {
    async newStores() {
      return {
        settings: { DATABASE_URL: await server.newLocation(proxy.port) },
        loseAnswers: loseAnswers(proxy),
        freeze: async () => server.freeze(),
        thaw: async () => server.thaw(),
        kill: server.kill,
        restart: server.start,
      };
    },
    async remove() {
      await proxy.close();
      await server.remove();
    },
  };
}

/** Returns a PostgreSQL for the documents of several engines, which starts for the first and ends with the last. */
function sharedDocuments() {
  let started: ReturnType<typeof startPostgres> | undefined;
  let users = 0;
  return {
    start() {
      users += 1;
      return (started ??= startPostgres());
    },
    async remove() {
      if (--users > 0) return;
      const server = await started;
      started = undefined;
      await server?.remove();
    },
  };
}

type SharedDocuments = ReturnType<typeof sharedDocuments>;

/** Starts a PostgreSQL for documents, and a Redis for usage. Only the Redis fails. */
async function redisEngine(shared: SharedDocuments): Promise<Engine> {
  const [documents, usage] = await Promise.all([shared.start(), startRedis()]);
  const proxy = await startTcpProxy(usage.port);
  return {
    async newStores() {
      return {
        settings: {
          DATABASE_URL: await documents.newLocation(),
          USAGE_URL: `redis://127.0.0.1:${proxy.port}/?prefix=${crypto.randomUUID()}:`,
        },
        loseAnswers: loseAnswers(proxy),
        freeze: async () => usage.freeze(),
        thaw: async () => usage.thaw(),
        kill: usage.kill,
        restart: usage.start,
      };
    },
    async remove() {
      await proxy.close();
      await Promise.all([shared.remove(), usage.remove()]);
    },
  };
}

/** Starts a PostgreSQL for documents, and a Redis Cluster of three nodes for usage. All nodes fail together. */
async function clusterEngine(shared: SharedDocuments): Promise<Engine> {
  const [documents, cluster] = await Promise.all([shared.start(), startRedisCluster()]);
  const { nodes } = cluster;
  const hosts = nodes.map(({ host, port }) => `${host}:${port}`).join(",");
  return {
    async newStores() {
      return {
        settings: {
          DATABASE_URL: await documents.newLocation(),
          USAGE_URL: `redis://${hosts}/?cluster=true&prefix=${crypto.randomUUID()}:`,
        },
        async freeze() {
          for (const node of nodes) node.freeze();
        },
        async thaw() {
          for (const node of nodes) node.thaw();
        },
        async kill() {
          await Promise.all(nodes.map((node) => node.kill()));
        },
        async restart() {
          await Promise.all(nodes.map((node) => node.start()));
        },
      };
    },
    async remove() {
      await Promise.all([shared.remove(), cluster.remove()]);
    },
  };
}

const starts = {
  SQLite: sqliteEngine,
  PostgreSQL: postgresEngine,
  "PostgreSQL and Redis": redisEngine,
  "PostgreSQL and a Redis Cluster": clusterEngine,
};

/** An engine with which servers can share their stores. */
export type EngineName = keyof typeof starts;

/**
 * Returns the engines available on this host: all of them, or the default and the one for many machines. The
 * conformance suites cover each engine below HTTP. Prints how to install the others.
 */
export function availableEngines(): EngineName[] {
  const [postgres, redis] = [canStartPostgres(), canStartRedis()];
  return [
    "SQLite",
    ...(postgres && isWhole ? (["PostgreSQL"] as const) : []),
    ...(postgres && redis ? (["PostgreSQL and Redis"] as const) : []),
    ...(postgres && redis && isWhole ? (["PostgreSQL and a Redis Cluster"] as const) : []),
  ];
}

/** Returns a separate set of engines. Each starts when its first stores are requested. */
export function engineHall() {
  const started = new Map<EngineName, Promise<Engine>>();
  const documents = sharedDocuments();
  return {
    async newStores(name: EngineName): Promise<ServerStores> {
      const engine = started.get(name) ?? starts[name](documents);
      started.set(name, engine);
      return (await engine).newStores();
    },
    async remove(): Promise<void> {
      for (const engine of started.values()) await (await engine).remove();
    },
  };
}
