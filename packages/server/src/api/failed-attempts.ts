import { type Clock, systemClock, ToolsError } from "@tools-api/core";
import { addressBlock } from "./address-block.ts";
import { attemptLimiter, retryAfterSeconds } from "./attempt-limiter.ts";
import type { RateLimit } from "./rate-limit.ts";

/** Counts failed authentications per client address, in one-minute windows from the first failure. */
export interface FailedAttempts {
  /** Counts a failure. Returns false if the address had none left. */
  add(address: string): boolean;
  /** Returns the current limit of an address. */
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
 * @example
 * ```ts
 * import { failedAttempts } from "@tools-api/server";
 *
 * const attempts = failedAttempts(1);
 * console.log(attempts.add("192.0.2.1"), attempts.add("192.0.2.1")); // true false
 * ```
 */
export function failedAttempts(
  perMinute = defaultAttemptsPerMinute,
  clock: Clock = systemClock,
): FailedAttempts {
  const limiter = attemptLimiter({ attempts: perMinute, windowMs }, clock);
  return {
    add: (address) => limiter.take(addressBlock(address)) === 0,
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
