import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { Redis } from "ioredis";
import { freePort } from "./free-port.ts";

/** A Redis server for tests. */
export interface RedisServer {
  host: string;
  port: number;
  /** A connection that no store uses. It ends with the server. */
  admin: Redis;
  /** Returns the server's process. */
  pid(): number;
  /** Ends the process by SIGKILL, as the kernel does when memory runs out. */
  kill(): Promise<void>;
  /** Restarts the server on its data. */
  start(): Promise<void>;
  /** Stops the process by SIGSTOP: connections stay open, and requests get no answer. */
  freeze(): void;
  /** Resumes the stopped process. */
  thaw(): void;
  /** Ends the server and removes its data. */
  remove(): Promise<void>;
}

// Found on the path, where Debian's package installs it.
const program = "redis-server";
const installed = spawnSync(program, ["--version"]).status === 0;

/** Returns whether tests can start Redis. Otherwise prints how to install it, or throws under `CI`. */
export function canStartRedis(): boolean {
  if (installed) return true;
  const advice = "Redis is not installed, its tests are skipped: apt-get install redis-server";
  if (process.env.CI) throw new Error(advice);
  console.warn(advice);
  return false;
}

/** Waits for a condition, for at most a minute. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 60_000; !(await holds()); await sleep(20))
    if (Date.now() > end) throw new Error("It did not come about within 60 s.");
}

/** Starts a Redis server that writes each change to disk before it answers, unless `settings` differ. */
export async function startRedis(settings: Record<string, string> = {}): Promise<RedisServer> {
  const folder = await mkdtemp(join(tmpdir(), "tools-api-redis-"));
  const [host, port] = ["127.0.0.1", await freePort()];
  const all = {
    bind: host,
    port: String(port),
    dir: folder,
    pidfile: join(folder, "pid"),
    logfile: join(folder, "log"),
    save: "",
    appendonly: "yes",
    appendfsync: "always",
    ...settings,
  };
  const flags = Object.entries(all).flatMap(([name, value]) => [`--${name}`, value]);

  // Its input ends with this process, however that ends. Then no process or file of the server may remain.
  const janitor = spawn(
    "sh",
    ["-c", `cat; kill -9 $(cat ${folder}/pid); until rm -rf ${folder}; do sleep .2; done`],
    { stdio: ["pipe", "ignore", "ignore"], detached: true },
  );

  const admin = new Redis({
    host,
    port,
    lazyConnect: true,
    retryStrategy: () => 20,
    maxRetriesPerRequest: null,
  });
  admin.on("error", () => {});
  let child: ChildProcess | undefined;

  async function start(): Promise<void> {
    const server = spawn(program, flags, { stdio: "ignore", detached: true });
    child = server;
    await until(async () => {
      if (server.exitCode !== null) throw new Error(`Redis has ended; see ${all.logfile}`);
      return (await Promise.race([admin.ping().catch(() => ""), sleep(200, "")])) === "PONG";
    });
    server.unref();
  }

  async function kill(): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, "exit");
    child.kill("SIGKILL");
    await gone;
  }

  await start();
  return {
    host,
    port,
    admin,
    pid: () => child?.pid ?? 0,
    kill,
    start,
    freeze() {
      child?.kill("SIGSTOP");
    },
    thaw() {
      child?.kill("SIGCONT");
    },
    async remove() {
      admin.disconnect();
      await kill();
      janitor.kill("SIGKILL");
      await once(janitor, "exit");
      await rm(folder, { recursive: true, force: true });
    },
  };
}

let shared: Promise<RedisServer> | undefined;

/** Returns a server for all tests of this process that never end it. It does not sync, and ends with the process. */
export function sharedRedis(): Promise<RedisServer> {
  return (shared ??= startRedis({ appendonly: "no" }));
}

/** A cluster of three nodes without replicas. */
export interface RedisCluster {
  nodes: [RedisServer, RedisServer, RedisServer];
  remove(): Promise<void>;
}

const slots = 16_384;

/** Starts a cluster in which each node keeps serving when another is lost. */
export async function startRedisCluster(): Promise<RedisCluster> {
  const node = async () =>
    startRedis({
      "cluster-enabled": "yes",
      "cluster-node-timeout": "1000",
      "cluster-require-full-coverage": "no",
      "cluster-port": String(await freePort()),
    });
  const nodes: RedisCluster["nodes"] = [await node(), await node(), await node()];
  const [first] = nodes;
  for (const [index, { admin }] of nodes.entries()) {
    const [from, to] = [index, index + 1].map((part) => Math.floor((part * slots) / nodes.length));
    await admin.cluster("SET-CONFIG-EPOCH", index + 1);
    await admin.call("CLUSTER", "ADDSLOTSRANGE", String(from), String((to ?? 0) - 1));
    // The name of the setting and its value.
    const [, bus] = (await admin.config("GET", "cluster-port")) as [string, string];
    if (index > 0)
      await first.admin.call("CLUSTER", "MEET", nodes[index]?.host ?? "", String(nodes[index]?.port), bus);
  }
  for (const { admin } of nodes)
    await until(async () => /cluster_state:ok[^]*cluster_known_nodes:3/.test(await admin.cluster("INFO")));
  return {
    nodes,
    async remove() {
      await Promise.all(nodes.map((server) => server.remove()));
    },
  };
}
