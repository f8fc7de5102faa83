import { type Clock, ToolsError } from "@tools-api/core";
import { LRUCache } from "lru-cache";
import { addressBlock } from "./address-block.ts";
import type { RateLimit } from "./rate-limit.ts";

/** Counts failed authentications by client address, in windows of a minute from the first failure. */
export interface FailedAttempts {
  /** Counts a failure; false when the address had none left. */
  add(address: string): boolean;
  /** The limit as it stands for an address. */
  rateLimit(address: string): RateLimit;
}

const windowMs = 60_000;

/**
 * A counter of failed authentications, `perMinute` for each address.
 *
 * Addresses are kept for their minute and at most 100,000 at once: whoever has that many could push their own
 * out, but never make a valid credential fail, since only failing ones are refused.
 */
export function failedAttempts(perMinute: number, clock: Clock): FailedAttempts {
  const windows = new LRUCache<string, { failures: number; ends: number }>({
    // With `max` the cache allocates all of it at the start of the server: 25 to 60 ms.
    maxSize: 100_000,
    sizeCalculation: () => 1,
  });

  function windowOf(address: string, now: number) {
    const window = windows.get(addressBlock(address));
    if (!window || window.ends <= now) return undefined;
    // Once the clock has gone back the window would be open for longer than a minute.
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

/** The refusal of an address that has no failure left. */
export function tooManyAttempts({ limit, resetsAt }: RateLimit, now: number): ToolsError {
  const retryAfter = Math.max(1, Math.ceil((resetsAt - now) / 1000));
  return new ToolsError(
    "too_many_attempts",
    `${limit} of ${limit} failed authentications a minute came from this address; try again in ${retryAfter} s.`,
    { retryAfter },
  );
}
