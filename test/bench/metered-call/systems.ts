import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { denoPath } from "../../engines/deno-path.ts";
import { startRedis } from "../../engines/redis.ts";
import { cli, shellEnvironment } from "../../server/server-process.ts";
import { type ServerProcess, startProcess } from "./process.ts";
import { accountCount, postgresStore, redisStore, sqliteStore, type Store } from "./stores.ts";

/** A running server whose calls are measured. */
export interface System extends ServerProcess {
  /** Credentials that it knows, each of another account. */
  keys: readonly string[];
  /** The first process of its store, if that has its own. */
  storePid: number | undefined;
}

// `npm start` sets it. The peers have it too, although it changes their cost by less than the noise: bare Hono −5 %,
// Express +2 % and Fastify +3 % over 20 rounds.
const nodeFlags = ["--max-semi-space-size=32"];
const unlimited = "1000000000";

/** Returns the path of Node 24. As a dependency, its command `node` would run all scripts of this package. */
function node24Path(): string {
  const platform = process.platform === "win32" ? "win" : process.platform;
  const words = [
    "-y",
    "--loglevel=error",
    "-p",
    `node-${platform}-${process.arch}@24.21.0`,
    "-c",
    "node -p process.execPath",
  ];
  return execFileSync("npx", words, { encoding: "utf8", env: shellEnvironment() }).trim();
}

async function startOurs(
  command: string,
  words: readonly string[],
  store: Store,
  environment: Record<string, string> = {},
): Promise<System> {
  const server = await startProcess({
    command,
    words,
    environment: {
      PORT: "0",
      PLAN_FREE_DAILY_LIMIT: unlimited,
      TOOLS: builtTools,
      ...store.environment,
      ...environment,
    },
    ready: /ready at \S+:(\d+)/,
  });
  return {
    ...server,
    keys: store.keys,
    storePid: store.pid,
    async stop() {
      await server.stop();
      await store.remove();
    },
  };
}

const here = fileURLToPath(new URL(".", import.meta.url));
const built = join(here, "../dist/metered-call");

const builtTools = join(built, "tools");

/** Compiles the peers and the tool of ours, so that no loader runs in their processes. */
export async function buildSystems(): Promise<void> {
  const options = { bundle: true, packages: "external", platform: "node", format: "esm" } as const;
  const entryPoints = ["hono", "express", "fastify"].map((name) => join(here, `${name}-server.ts`));
  await build({ ...options, entryPoints, outdir: built });
  const tool = join(here, "word-count-tool.ts");
  await build({ ...options, entryPoints: [tool], outfile: join(builtTools, "word-count.mjs") });
}

async function startPeer(
  name: string,
  flags: readonly string[],
  environment: Record<string, string> = {},
): Promise<System> {
  const keys = Array.from(
    { length: accountCount },
    (_, index) => `tk_live_${String(index).padStart(38, "0")}`,
  );
  const server = await startProcess({
    command: process.execPath,
    words: [...nodeFlags, ...flags, join(built, `${name}-server.js`)],
    environment: { KEYS: keys.join(), ...environment },
    ready: /listening on (\d+)/,
  });
  return { ...server, keys, storePid: undefined };
}

/** Starts the peer on a Redis that keeps nothing on disk, which is its cheapest. */
async function startPeerOnRedis(flags: readonly string[]): Promise<System> {
  const redis = await startRedis({ appendonly: "no" });
  const peer = await startPeer("fastify", flags, { REDIS_PORT: String(redis.port) });
  return {
    ...peer,
    storePid: redis.pid(),
    async stop() {
      await peer.stop();
      await redis.remove();
    },
  };
}

interface Contestant {
  name: string;
  /** @param flags Flags of Node. */
  start(flags: readonly string[]): Promise<System>;
}

const serve = (flags: readonly string[]) => [...nodeFlags, ...flags, cli, "serve"];
const deno = cli.replace(/cli\.js$/, "deno.js");

/** The compared systems. */
export const systems = {
  ours: {
    name: "Tools API",
    start: async (flags) => startOurs(process.execPath, serve(flags), await sqliteStore()),
  },
  quiet: {
    name: "Tools API without its request log",
    start: async (flags) =>
      startOurs(process.execPath, serve(flags), await sqliteStore(), { LOG_LEVEL: "warn" }),
  },
  node24: {
    name: "Tools API on Node 24",
    start: async (flags) => startOurs(node24Path(), serve(flags), await sqliteStore()),
  },
  deno: {
    name: "Tools API on Deno",
    start: async () => startOurs(denoPath(), ["run", "-A", deno], await sqliteStore()),
  },
  postgres: {
    name: "Tools API on PostgreSQL",
    start: async (flags) => startOurs(process.execPath, serve(flags), await postgresStore()),
  },
  redis: {
    name: "Tools API with usage in Redis",
    start: async (flags) => startOurs(process.execPath, serve(flags), await redisStore()),
  },
  hono: { name: "bare Hono", start: (flags) => startPeer("hono", flags) },
  express: { name: "Express + express-rate-limit", start: (flags) => startPeer("express", flags) },
  fastify: { name: "Fastify + @fastify/rate-limit", start: (flags) => startPeer("fastify", flags) },
  "fastify-redis": { name: "Fastify + @fastify/rate-limit on Redis", start: startPeerOnRedis },
} satisfies Record<string, Contestant>;

/** A name of a system on the command line. */
export type SystemName = keyof typeof systems;

/** All names, in the order of the table. */
// Its keys are the literals of the table.
export const systemNames = Object.keys(systems) as SystemName[];
