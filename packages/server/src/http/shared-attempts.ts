import { createHash } from "node:crypto";
import { minuteMs, withTimeout } from "@tools-api/core/internal/time";
import type { Clock, UsageStore } from "@tools-api/core";
import { type AttemptLimit, type AttemptLimiter, attemptLimiter } from "./attempt-limiter.ts";

/** The outcome of {@link SharedAttempts}`.take`. */
interface TakenAttempt {
  /** 0 if the attempt is allowed, otherwise the milliseconds until the next one is. */
  waitMs: number;
  /** Refunds an allowed attempt. Does not wait for the store. */
  release(): void;
}

/** Counts attempts by key, in all processes that share a usage store. */
export interface SharedAttempts extends Pick<AttemptLimiter, "window"> {
  /** Counts an attempt. */
  take(key: string): Promise<TakenAttempt>;
}

/** The store of the counts. Without `usage`, each process counts separately. */
export interface AttemptStore {
  usage?: Pick<UsageStore, "consume" | "refund"> | undefined;
  clock: Clock;
}

/**
 * The account of all counters. One account for all keys: a store keeps the buckets of an account permanently, and only
 * the windows, which hold the keys, expire.
 */
const account = "attempts";
const storeTimeoutMs = 1000;

/** Returns a digest of a key, because a store need not hold the addresses of clients. */
function digest(key: string): string {
  return createHash("sha256").update(key).digest("base64url").slice(0, 22);
}

/**
 * Creates a limiter for all processes. The windows of the store begin at multiples of their length. The process counts
 * first: an address that is over the limit costs no call of the store. If the store does not respond within a second,
 * the process decides by its own count.
 *
 * @param name Separates the counters of several limiters.
 */
export function sharedAttempts(
  name: string,
  limit: AttemptLimit,
  { usage, clock }: AttemptStore,
): SharedAttempts {
  const own = attemptLimiter(limit, clock);
  const { attempts, windowMs } = limit;

  return {
    window: (key) => own.window(key),
    async take(key) {
      const waitMs = own.take(key);
      const release = () => own.release(key);
      if (waitMs > 0 || !usage) return { waitMs, release };
      const at = clock.now();
      const start = Math.floor(at / windowMs) * windowMs;
      const ends = start + windowMs;
      const id = `${name}:${digest(key)}:${start}`;
      const call = { account, endpoint: name, at, fences: [] };
      const windows = [{ id, limit: attempts, ends, ttlMs: minuteMs }];
      try {
        const counted = usage.consume({ id: crypto.randomUUID(), at, items: [{ ...call, windows }] });
        const [admission] = await withTimeout(
          storeTimeoutMs,
          counted,
          () => new Error("no response in time"),
        );
        if (admission?.outcome === "refused") {
          own.exhaust(key, ends);
          return { waitMs: Math.max(1, ends - clock.now()), release };
        }
      } catch {
        return { waitMs: 0, release };
      }
      return {
        waitMs: 0,
        release() {
          release();
          // Without the refund, the account has one attempt less until the window ends.
          usage.refund({ id: crypto.randomUUID(), at, items: [{ ...call, windows: [id] }] }).catch(() => {});
        },
      };
    },
  };
}
