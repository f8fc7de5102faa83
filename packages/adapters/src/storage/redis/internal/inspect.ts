import { performance } from "node:perf_hooks";
import { ToolsError } from "@tools-api/core";
import { withTimeout } from "@tools-api/core/internal/time";
import type { StoreCapabilities } from "@tools-api/core/storage";
import type { Redis } from "ioredis";
import { answering, isCluster, listServers, type RedisClient } from "../connection.ts";
import type { Keys } from "../schema.ts";

/** The layout of keys, scripts and records that this release writes. */
const schemaVersion = 1;

/** The oldest layout that a release must know to work alongside this one. */
const oldestCompatible = 1;

/** The result of an inspection. */
export interface Inspection {
  /**
   * Whether every server writes each answered change to its disk first; `undefined` if no server allows the question.
   */
  durable: boolean | undefined;
  /** Whether a script can work on several accounts. */
  joint: boolean;
  /** Whether every command got a response. */
  complete: boolean;
}

function refuse(message: string): never {
  throw new ToolsError("storage_unavailable", `Redis: ${message}`);
}

// A server that does not respond must not delay the accounts of the others.
const askForMs = 1_000;

/**
 * Returns the response to a command, `null` if the server does not allow it, or `undefined` if the server does not
 * respond.
 */
async function asked<Answer>(answer: Promise<Answer>): Promise<Answer | null | undefined> {
  try {
    return await withTimeout(askForMs, answer, () => new Error("no response in time"));
  } catch (error) {
    const isRefused = error instanceof Error && /^(NOPERM|ERR unknown command)/.test(error.message);
    return isRefused ? null : undefined;
  }
}

async function checkSchema(client: RedisClient, key: string): Promise<boolean> {
  await asked(client.set(key, `${schemaVersion} ${oldestCompatible}`, "NX"));
  const schema = await asked(client.get(key));
  const [version, oldest] = (schema ?? "").split(" ").map(Number);
  if (oldest !== undefined && oldest > schemaVersion)
    refuse(
      `${key}: expected a store that version ${schemaVersion} supports, received version ${version}, which a newer release wrote for version ${oldest} or later`,
    );
  return schema !== undefined;
}

/**
 * Returns whether all accounts are on one server. A client of "one server" may be connected to a proxy or to a node of
 * a Cluster.
 */
async function checkPlace(client: RedisClient, keys: Keys): Promise<boolean> {
  if (isCluster(client)) return false;
  const accounts = ["a", "b"].map((name) => keys.of(name).account);
  return Number(await asked(client.eval("return 1", accounts.length, ...accounts))) === 1;
}

async function checkServer(server: Redis): Promise<Omit<Inspection, "joint">> {
  const [memory, persistence, fsync] = await Promise.all([
    asked(server.info("memory")),
    asked(server.info("persistence")),
    asked(server.config("GET", "appendfsync")),
  ]);
  const policy = /^maxmemory_policy:(\S+)/m.exec(memory ?? "")?.[1];
  if (policy !== undefined && policy !== "noeviction")
    refuse(
      `maxmemory-policy: expected noeviction, because Redis would otherwise delete counters, received ${policy}`,
    );
  // An array of names and values, or an object, depending on how the client maps replies.
  const settings = fsync ? Object.values(fsync) : undefined;
  const known = settings && persistence;
  return {
    durable: known ? settings.includes("always") && /^aof_enabled:1/m.test(persistence) : undefined,
    complete: memory !== undefined,
  };
}

/**
 * Checks that the client's servers are suitable for usage.
 *
 * @throws ToolsError `storage_unavailable` if a server would evict counters, or if a release that is incompatible with
 *   this one has written the store.
 */
export async function inspect(client: RedisClient, keys: Keys): Promise<Inspection> {
  const [schema, joint, ...servers] = await Promise.all([
    checkSchema(client, keys.schema),
    checkPlace(client, keys),
    ...listServers(client).map(checkServer),
  ]);
  const durable = servers.map((server) => server.durable);
  return {
    durable: durable.includes(false)
      ? false
      : durable.includes(undefined) || durable.length === 0
        ? undefined
        : true,
    joint,
    complete: schema && servers.length > 0 && servers.every(({ complete }) => complete),
  };
}

// The pause after an inspection with a missing response.
const inspectAgainMs = 5_000;

// Number of accounts per script if all accounts are on one server. Measured: 10 µs of Redis time per account instead of
// 28 µs with a script each. A larger number saves nothing, and all other callers wait for the script.
const maxConcurrent = 64;

/**
 * Creates a runner of work that inspects Redis before the first work, and again later if a response was missing.
 *
 * @param durable Whether answered changes survive a crash, if no server allows the question.
 */
export function inspectedRedis(client: RedisClient, keys: Keys, durable: boolean) {
  const answers = answering(client);
  const capabilities: StoreCapabilities = { exactAcross: "everywhere", durable };
  // Decided once, before the first batch: a repeated batch must be found under the key where it was logged.
  let together: number | undefined;
  let inspected = false;
  let inspectFrom = 0;
  let inspection: Promise<void> | undefined;

  async function look(): Promise<void> {
    const { durable: asked, joint, complete } = await inspect(client, keys);
    capabilities.durable = asked ?? durable;
    together ??= joint ? maxConcurrent : 1;
    inspected = complete;
    inspectFrom = performance.now() + inspectAgainMs;
  }

  function inspectOnce(): Promise<void> {
    inspection ??= look().finally(() => {
      inspection = undefined;
    });
    return inspection;
  }

  return {
    capabilities,
    accountsPerScript: () => together ?? 1,
    /** Runs a step of work that has begun. */
    step: <Result>(work: () => Promise<Result>) => answers.run(work),
    run: <Result>(work: () => Promise<Result>) =>
      answers.run(work, inspected || performance.now() < inspectFrom ? null : inspectOnce),
    /** Runs work after a new inspection. */
    runInspected: <Result>(work: () => Promise<Result>) => answers.run(work, inspectOnce),
    close: answers.close,
  };
}
