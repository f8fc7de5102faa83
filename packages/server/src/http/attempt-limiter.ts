import type { Clock } from "@tools-api/core";
import { LRUCache } from "lru-cache";

/** A maximum number of attempts per time window. */
export interface AttemptLimit {
  attempts: number;
  windowMs: number;
}

/** A time window of a key. Before its first attempt, it begins now. */
interface AttemptWindow {
  taken: number;
  /** Epoch milliseconds. */
  ends: number;
}

/** Counts attempts by key, in windows that begin with the first attempt. Each process counts separately. */
export interface AttemptLimiter {
  /** Counts an attempt and returns 0, or returns the milliseconds until the next one is allowed. */
  take(key: string): number;
  /** Refunds an attempt. */
  release(key: string): void;
  /** Returns the current window of a key. */
  window(key: string): AttemptWindow;
  /** Allows no attempt until an instant, at most a window from now. */
  exhaust(key: string, ends: number): void;
}

/**
 * Creates a limiter. It keeps the windows of 100,000 keys, and evicts the least recently used one: an attacker that
 * fills it has evicted only its own windows, at the rate of its addresses.
 */
export function attemptLimiter({ attempts, windowMs }: AttemptLimit, clock: Clock): AttemptLimiter {
  const windows = new LRUCache<string, AttemptWindow>({
    // With `max`, each cache would allocate all its entries when the server starts, in 25 to 60 ms.
    maxSize: 100_000,
    sizeCalculation: () => 1,
  });

  function currentWindow(key: string, now: number): AttemptWindow {
    const kept = windows.get(key);
    // If the clock has been set back, the window would last longer than allowed.
    const isOpen = kept !== undefined && kept.ends > now && kept.ends <= now + windowMs;
    return isOpen ? kept : { taken: 0, ends: now + windowMs };
  }

  return {
    take(key) {
      const now = clock.now();
      const window = currentWindow(key, now);
      if (window.taken >= attempts) return window.ends - now;
      window.taken += 1;
      windows.set(key, window);
      return 0;
    },
    release(key) {
      const window = windows.get(key);
      if (window && window.taken > 0) window.taken -= 1;
    },
    window: (key) => currentWindow(key, clock.now()),
    exhaust: (key, ends) => void windows.set(key, { taken: attempts, ends }),
  };
}

/** Returns the `Retry-After` seconds of a wait: at least one. */
export function retryAfterSeconds(waitMs: number): number {
  return Math.max(1, Math.ceil(waitMs / 1000));
}
