import { type Clock, systemClock, ToolsError } from "@tools-api/core";
import { LRUCache } from "lru-cache";
import { addressBlock } from "./address-block.ts";
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
 */
export function failedAttempts(
  perMinute = defaultAttemptsPerMinute,
  clock: Clock = systemClock,
): FailedAttempts {
  const windows = new LRUCache<string, { failures: number; ends: number }>({
    // With `max`, the cache would allocate all its entries when the server starts, in 25 to 60 ms.
    maxSize: 100_000,
    sizeCalculation: () => 1,
  });

  function windowOf(address: string, now: number) {
    const window = windows.get(addressBlock(address));
    if (!window || window.ends <= now) return undefined;
    // If the clock has been set back, the window would last longer than a minute.
    return window.ends <= now + windowMs ? window : undefined;
  }

  return {
    add(address) {
      const now = clock.now();
      const window = windowOf(address, now) ?? { failures: 0, ends: now + windowMs };
      if (window.failures >= perMinute) return false;
      window.failures += 1;
      windows.set(addressBlock(address), window);
      return true;
    },
    rateLimit(address) {
      const now = clock.now();
      const window = windowOf(address, now);
      return {
        policy: "unauthenticated",
        limit: perMinute,
        windowSeconds: windowMs / 1000,
        remaining: perMinute - (window?.failures ?? 0),
        resetsAt: window?.ends ?? now + windowMs,
      };
    },
  };
}

/** Returns the error for an address that has no failures left. */
export function tooManyAttempts({ limit, resetsAt }: RateLimit, now: number): ToolsError {
  const retryAfter = Math.max(1, Math.ceil((resetsAt - now) / 1000));
  return new ToolsError(
    "too_many_attempts",
    `${limit} of ${limit} failed authentication attempts per minute came from this address. Try again in ${retryAfter} s.`,
    { retryAfter },
  );
}
