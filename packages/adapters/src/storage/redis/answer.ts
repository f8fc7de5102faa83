import { performance } from "node:perf_hooks";
import { ToolsError } from "@tools-api/core";
import type { RedisClient } from "./client.ts";

/** Milliseconds after which a caller is told that Redis does not answer. */
const answerWithinMs = 5_000;

// What the operator has to change before another try can succeed.
const permanent = /^(WRONGTYPE|NOAUTH|WRONGPASS|NOPERM|NOPROTO)\b/;

function unavailable(message: string, cause?: unknown): ToolsError {
  const lasting = cause instanceof Error && permanent.test(cause.message);
  return new ToolsError("storage_unavailable", `Redis: ${message}`, {
    ...(cause !== undefined && { cause }),
    ...(!lasting && { retryAfter: 1 }),
  });
}

/** Whatever went wrong, as the port's error. */
function asToolsError(error: unknown): ToolsError {
  if (error instanceof ToolsError) return error;
  return unavailable(error instanceof Error ? error.message : String(error), error);
}

/**
 * Lets work on a client take no longer than callers can wait, and begin only on a connection that stands. In the
 * offline queue of the client it would be done later, when nobody waits for it any more.
 */
export function answering(client: RedisClient) {
  let lostAt: number | undefined;
  let readiness: Promise<void> | undefined;
  let closed = false;
  const restored = () => {
    lostAt = undefined;
  };
  // Without a listener ioredis writes each failed attempt to connect to the console.
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

  /** Resolves within `ms` or throws; work is not begun any more when what goes before it has taken that long. */
  function within<Result>(
    ms: number,
    before: (() => Promise<void>) | null,
    work: () => Promise<Result>,
  ): Promise<Result> {
    return new Promise((resolve, reject) => {
      let over = false;
      const timer = setTimeout(() => {
        over = true;
        reject(unavailable("no answer in time"));
      }, ms);
      const settle = () => {
        over = true;
        clearTimeout(timer);
      };
      // Nobody waits any more for what was not begun.
      const begun = before ? before().then(() => (over ? (undefined as Result) : work())) : work();
      begun.then(
        (result) => {
          settle();
          resolve(result);
        },
        (error: unknown) => {
          settle();
          reject(asToolsError(error));
        },
      );
    });
  }

  return {
    /** Does the work, once `prepare` has resolved where there is one. */
    run<Result>(work: () => Promise<Result>, prepare: (() => Promise<void>) | null = null): Promise<Result> {
      if (closed) return Promise.reject(new ToolsError("storage_unavailable", "Redis: the store is closed"));
      // A client that waits for its first command connects by it.
      if (client.status === "ready" || client.status === "wait") return within(answerWithinMs, prepare, work);
      if (client.status === "end") return Promise.reject(unavailable("the client was closed"));
      // Who comes long after the connection was lost need not wait as long again.
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
