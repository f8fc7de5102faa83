import { join } from "node:path";
import { openSqlite } from "@tools-api/adapters/storage/sqlite";
import { canStartPostgres, startPostgres } from "../servers/postgres.ts";
import { canStartRedis, startRedis, startRedisCluster } from "../servers/redis.ts";
import { startTcpProxy, type TcpProxy } from "../servers/tcp-proxy.ts";
import { temporaryFolder } from "./server-process.ts";

/** The stores of one or more servers, and trouble for them. */
export interface ServerStores {
  settings: { DATABASE_URL: string; USAGE_URL?: string };
  /** From now on the store of usage answers nothing, and tells nobody. */
  freeze(): Promise<void>;
  /** It goes on, with what was sent to it meanwhile. */
  thaw(): Promise<void>;
  /** Loses the answers of the store of usage that are under way, with the connections; absent where there are none. */
  loseAnswers?(meanwhile: () => Promise<void>): Promise<void>;
  /** Ends the store of usage by SIGKILL; absent where it is no process of its own. */
  kill?(): Promise<void>;
  /** Starts it again on what it left behind. */
  restart?(): Promise<void>;
}

interface Engine {
  newStores(): Promise<ServerStores>;
  remove(): Promise<void>;
}

/** Files, whose writers' lock somebody holds where they are to be frozen. */
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

/** One PostgreSQL for documents and usage. */
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

/** A PostgreSQL for documents, and a Redis for usage, which is the one that has trouble. */
async function redisEngine(): Promise<Engine> {
  const [documents, usage] = await Promise.all([startPostgres(), startRedis()]);
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
      await Promise.all([documents.remove(), usage.remove()]);
    },
  };
}

/** A PostgreSQL for documents, and a Redis Cluster of three nodes for usage, all of which have trouble at once. */
async function clusterEngine(): Promise<Engine> {
  const [documents, cluster] = await Promise.all([startPostgres(), startRedisCluster()]);
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
      await Promise.all([documents.remove(), cluster.remove()]);
    },
  };
}

const starts = {
  SQLite: sqliteEngine,
  PostgreSQL: postgresEngine,
  "PostgreSQL and Redis": redisEngine,
  "PostgreSQL and a Redis Cluster": clusterEngine,
};

/** An engine on which servers can share their stores. */
export type EngineName = keyof typeof starts;

/** The engines that can be started here. Says how the others are installed. */
export function availableEngines(): EngineName[] {
  const [postgres, redis] = [canStartPostgres(), canStartRedis()];
  return [
    "SQLite",
    ...(postgres ? (["PostgreSQL"] as const) : []),
    ...(postgres && redis ? (["PostgreSQL and Redis", "PostgreSQL and a Redis Cluster"] as const) : []),
  ];
}

/** Engines of a test's own, each started with the first stores that are asked of it. */
export function engineHall() {
  const started = new Map<EngineName, Promise<Engine>>();
  return {
    async newStores(name: EngineName): Promise<ServerStores> {
      const engine = started.get(name) ?? starts[name]();
      started.set(name, engine);
      return (await engine).newStores();
    },
    async remove(): Promise<void> {
      for (const engine of started.values()) await (await engine).remove();
    },
  };
}
