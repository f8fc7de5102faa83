import { ToolsError } from "@tools-api/core/errors";
import { systemClock } from "@tools-api/core/internal/time";
import type { Clock } from "@tools-api/core";
import { addressBlock } from "./address-block.ts";
import { retryAfterSeconds } from "./attempt-limiter.ts";
import type { RateLimit } from "./rate-limit.ts";
import { type AttemptStore, sharedAttempts } from "./shared-attempts.ts";

/** Counts failed authentications per client address, in one-minute windows from the first failure. */
export interface FailedAttempts {
  /** Counts a failure. Returns false if the address had none left. */
  add(address: string): Promise<boolean>;
  /** Returns the current limit of an address, by the failures that this process has seen. */
  rateLimit(address: string): RateLimit;
}

/** The default number of failed authentications per minute and address. */
export const defaultAttemptsPerMinute = 20;

const windowMs = 60_000;

/**
 * Creates a counter that allows `perMinute` failed authentications for each address.
 *
 * It keeps at most 100,000 addresses, each for a minute. A client with more addresses can evict its own entries. It
 * cannot make a valid credential fail, because only failing credentials are refused.
 *
 * @param store.usage Counts the failures of all processes that share it. Default: each process counts its own
 *   failures. It also does so while the store does not respond.
 *
 * @example
 * ```ts
 * import { failedAttempts } from "@tools-api/server";
 *
 * const attempts = failedAttempts(1);
 * console.log(await attempts.add("192.0.2.1"), await attempts.add("192.0.2.1")); // true false
 * ```
 */
export function failedAttempts(
  perMinute = defaultAttemptsPerMinute,
  clock: Clock = systemClock,
  { usage }: Pick<AttemptStore, "usage"> = {},
): FailedAttempts {
  const limiter = sharedAttempts("bearer", { attempts: perMinute, windowMs }, { usage, clock });
  return {
    add: async (address) => (await limiter.take(addressBlock(address))).waitMs === 0,
    rateLimit(address) {
      const { taken, ends } = limiter.window(addressBlock(address));
      return {
        policy: "unauthenticated",
        limit: perMinute,
        windowSeconds: windowMs / 1000,
        remaining: perMinute - taken,
        resetsAt: ends,
      };
    },
  };
}

/** Returns the error for an address that has no failures left. */
export function tooManyAttempts({ limit, resetsAt }: RateLimit, now: number): ToolsError {
  const retryAfter = retryAfterSeconds(resetsAt - now);
  return new ToolsError(
    "too_many_attempts",
    `${limit} of ${limit} failed authentication attempts per minute came from this address. Try again in ${retryAfter} s.`,
    { retryAfter },
  );
}
