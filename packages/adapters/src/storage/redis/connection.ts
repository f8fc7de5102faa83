import type { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { performance } from "node:perf_hooks";
import { ToolsError } from "@tools-api/core";
import { withTimeout } from "@tools-api/core/internal/time";
import type { Cluster, Redis } from "ioredis";

/** A client of one Redis server or of a Cluster. */
export type RedisClient = Redis | Cluster;

/** A script and its SHA-1 digest, which identifies it in Redis. */
export interface Script {
  source: string;
  digest: string;
}

/** Creates a script from its source. */
export function createScript(source: string): Script {
  return { source, digest: createHash("sha1").update(source).digest("hex") };
}

/**
 * Runs a script. Sends the source if Redis does not know it: a server loses scripts at a restart, and a replica that
 * takes over may never have received them.
 */
export async function runScript(
  client: RedisClient,
  { source, digest }: Script,
  keys: readonly string[],
  values: readonly (string | number | Buffer)[],
): Promise<unknown> {
  try {
    return await client.evalsha(digest, keys.length, ...keys, ...values);
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith("NOSCRIPT"))) throw error;
    return client.eval(source, keys.length, ...keys, ...values);
  }
}

/** Returns every connected server of a Cluster that accepts writes, or the only server. */
export function listServers(client: RedisClient): Redis[] {
  if (!isCluster(client)) return [client];
  return client.nodes("master").filter(({ status }) => status === "ready" || status === "wait");
}

/** Returns whether a client is of a Cluster. Reads a property, so that only the caller imports the driver. */
export function isCluster(client: RedisClient): client is Cluster {
  return client.isCluster;
}

/** Milliseconds after which a call fails if Redis does not respond. */
const answerWithinMs = 5_000;

// Errors that repeat until the operator changes something.
const permanent = /^(WRONGTYPE|NOAUTH|WRONGPASS|NOPERM|NOPROTO)\b/;

function unavailable(message: string, cause?: unknown): ToolsError {
  const lasting = cause instanceof Error && permanent.test(cause.message);
  return new ToolsError("storage_unavailable", `Redis: ${message}`, {
    ...(cause !== undefined && { cause }),
    ...(!lasting && { retryAfter: 1 }),
  });
}

/**
 * Creates a runner that bounds work on a client to the time that callers can wait. It starts work only on an
 * established connection: the client's offline queue would run it later, after its caller has given up.
 */
export function answering(client: RedisClient) {
  let lostAt: number | undefined;
  let readiness: Promise<void> | undefined;
  let closed = false;
  const restored = () => {
    lostAt = undefined;
  };
  // Without a listener, ioredis logs each failed attempt to connect to the console.
  const ignore = () => {};
  client.on("ready", restored);
  client.on("error", ignore);

  function whenReady(): Promise<void> {
    readiness ??= new Promise<void>((resolve, reject) => {
      const settle = () => {
        client.off("ready", settle);
        client.off("end", settle);
        readiness = undefined;
        if (client.status === "ready") resolve();
        else reject(unavailable("the client was closed"));
      };
      client.on("ready", settle);
      client.on("end", settle);
    });
    return readiness;
  }

  /** Runs work after `before`, or throws after `ms`. Skips the work if its caller has given up by then. */
  function within<Result>(
    ms: number,
    before: (() => Promise<void>) | null,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const late = () => unavailable("no response in time");
    const deadline = performance.now() + ms;
    const begun = before
      ? before().then(() => (performance.now() < deadline ? work() : Promise.reject(late())))
      : work();
    return withTimeout(ms, begun, late).catch((error: unknown) => {
      if (error instanceof ToolsError) throw error;
      throw unavailable(error instanceof Error ? error.message : String(error), error);
    });
  }

  return {
    /** Runs `work`, after `prepare` has resolved if there is one. */
    run<Result>(work: () => Promise<Result>, prepare: (() => Promise<void>) | null = null): Promise<Result> {
      if (closed) return Promise.reject(new ToolsError("storage_unavailable", "Redis: the store is closed"));
      // In the status `wait`, the first command opens the connection.
      if (client.status === "ready" || client.status === "wait") return within(answerWithinMs, prepare, work);
      if (client.status === "end") return Promise.reject(unavailable("the client was closed"));
      // A call long after the connection was lost need not wait the full time again.
      lostAt ??= performance.now();
      const left = Math.max(0, lostAt + answerWithinMs - performance.now());
      return within(left, () => whenReady().then(() => prepare?.()), work);
    },

    close() {
      closed = true;
      client.off("ready", restored);
      client.off("error", ignore);
    },
  };
}
