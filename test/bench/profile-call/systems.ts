import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { openSqlite, sqliteDocuments } from "@tools-api/adapters/storage/sqlite";
import { createAccount, createApiKey } from "@tools-api/core/accounts";
import { freePort } from "../../engines/free-port.ts";

/** A server in a process of its own. */
export interface System {
  name: string;
  pid: number;
  /** The process of the store, if that is another one. */
  storePid?: number;
  port: number;
  /** Credentials that it knows, each of another account. */
  keys: readonly string[];
  stop(): Promise<void>;
}

interface Start {
  command: string;
  words: readonly string[];
  environment?: Record<string, string>;
  /** Printed when it is ready. */
  ready: RegExp;
}

const serverPackage = dirname(createRequire(import.meta.url).resolve("@tools-api/server/package.json"));
const here = dirname(fileURLToPath(import.meta.url));

/** Starts a process whose output goes to a file, so that no reader of a pipe affects the measurement. */
async function start(folder: string, { command, words, environment, ready }: Start) {
  const file = join(folder, `output-${crypto.randomUUID()}`);
  const output = openSync(file, "w");
  const child = spawn(command, words, {
    env: { ...process.env, NODE_ENV: "production", ...environment },
    stdio: ["ignore", output, "inherit"],
    cwd: dirname(here),
  });
  closeSync(output);
  // A benchmark that fails leaves no process running.
  process.once("exit", () => child.kill());
  for (;;) {
    const found = ready.exec(readFileSync(file, "utf8"));
    if (found) return { child, found: found[1] ?? "" };
    if (child.exitCode !== null) throw new Error(`${words.join(" ")} ended with ${child.exitCode}.`);
    await sleep(20);
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill();
  await ended;
}

/** Creates accounts with a key each in a new SQLite file. */
async function createKeys(file: string, accounts: number): Promise<string[]> {
  const database = await openSqlite(file);
  const documents = sqliteDocuments({ database });
  const at = Date.now();
  const keys: string[] = [];
  for (let index = 0; index < accounts; index++) {
    const { id } = await createAccount(documents, { email: `user${index}@example.com`, name: "Ada" }, at);
    keys.push((await createApiKey(documents, id, {}, at)).secret);
  }
  await documents.close();
  database.close();
  return keys;
}

async function startOurs(folder: string, name: string, accounts: number, logLevel: string): Promise<System> {
  const database = join(mkdtempSync(join(folder, "store-")), "tools-api.db");
  const keys = await createKeys(database, accounts);
  const { child, found } = await start(folder, {
    command: process.execPath,
    words: [join(serverPackage, "dist/cli.js"), "serve"],
    environment: {
      PORT: "0",
      DATABASE_URL: `sqlite:${database}`,
      LOG_LEVEL: logLevel,
      PLAN_FREE_DAILY_LIMIT: "1000000000",
    },
    ready: /ready at \S+:(\d+)/,
  });
  return { name, pid: child.pid ?? 0, port: Number(found), keys, stop: () => stop(child) };
}

async function startPeer(
  folder: string,
  name: string,
  file: string,
  keys: readonly string[],
  environment: Record<string, string> = {},
): Promise<System> {
  const { child, found } = await start(folder, {
    command: process.execPath,
    words: ["--import", "tsx", join(here, file)],
    environment: { KEYS: keys.join(), ...environment },
    ready: /listening on (\d+)/,
  });
  return { name, pid: child.pid ?? 0, port: Number(found), keys, stop: () => stop(child) };
}

async function startWithRedis(folder: string, name: string, keys: readonly string[]): Promise<System> {
  const port = String(await freePort());
  const { child } = await start(folder, {
    command: "redis-server",
    words: ["--port", port, "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"],
    ready: /Ready to accept connections/,
  });
  const peer = await startPeer(folder, name, "fastify-server.ts", keys, { REDIS_PORT: port });
  return {
    ...peer,
    storePid: child.pid ?? 0,
    stop: async () => void (await Promise.all([peer.stop(), stop(child)])),
  };
}

/** Starts all compared systems, ours first. Each has the same number of accounts, with a key each. */
export async function startSystems(accounts: number): Promise<{ systems: System[]; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), "profile-call-"));
  const keys = Array.from({ length: accounts }, (_, index) => `tk_live_${String(index).padStart(38, "0")}`);
  const systems = await Promise.all([
    startOurs(folder, "Tools API", accounts, "warn"),
    startOurs(folder, "Tools API with its request log", accounts, "info"),
    startPeer(folder, "bare Hono", "hono-server.ts", keys),
    startPeer(folder, "Express + express-rate-limit", "express-server.ts", keys),
    startPeer(folder, "Fastify + @fastify/rate-limit", "fastify-server.ts", keys),
    startWithRedis(folder, "Fastify + @fastify/rate-limit on Redis", keys),
  ]);
  return {
    systems,
    async stop() {
      await Promise.all(systems.map((system) => system.stop()));
      rmSync(folder, { recursive: true });
    },
  };
}
