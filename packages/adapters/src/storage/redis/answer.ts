import { performance } from "node:perf_hooks";
import { ToolsError } from "@tools-api/core";
import type { RedisClient } from "./client.ts";

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

/** Converts any error to the error that the port specifies. */
function asToolsError(error: unknown): ToolsError {
  if (error instanceof ToolsError) return error;
  return unavailable(error instanceof Error ? error.message : String(error), error);
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

  /** Resolves within `ms` or throws. Skips `work` if `before` takes that long. */
  function within<Result>(
    ms: number,
    before: (() => Promise<void>) | null,
    work: () => Promise<Result>,
  ): Promise<Result> {
    return new Promise((resolve, reject) => {
      let over = false;
      const timer = setTimeout(() => {
        over = true;
        reject(unavailable("no response in time"));
      }, ms);
      const settle = () => {
        over = true;
        clearTimeout(timer);
      };
      // The caller has already given up, so the result does not matter.
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
