import { type Clock, ToolsError } from "@tools-api/core";
import { LRUCache } from "lru-cache";
import { addressBlock } from "../../api/address-block.ts";

/** An attempt to prove ownership of an account. */
interface SignInAttempt {
  /** The client's address. */
  address: string;
  /** The claimed identity, for instance the e-mail address, whether or not an account has it. */
  subject: string;
  /** The id of the browser, if it has signed in to that account before. */
  device?: string | undefined;
}

/** Limits guesses at passwords. */
export interface SignInThrottle {
  /**
   * Counts an attempt before its outcome is known, so parallel attempts cannot bypass the limit. Returns a function
   * that refunds an attempt that succeeded.
   *
   * @throws ToolsError `too_many_attempts`.
   */
  take(attempt: SignInAttempt): () => void;
  /**
   * Counts a sign-up. Every sign-up counts; none is refunded.
   * @throws ToolsError `too_many_attempts`.
   */
  takeSignUp(address: string): void;
}

/** A maximum number of attempts per time window. */
export interface Limit {
  attempts: number;
  windowMs: number;
}

// Attack: one address guesses at many accounts.
const perAddress: Limit = { attempts: 20, windowMs: 60_000 };
// Attack: many addresses guess at one account. The limit allows 960 guesses per day.
const perSubject: Limit = { attempts: 10, windowMs: 900_000 };
const signUpsPerAddress: Limit = { attempts: 30, windowMs: 3_600_000 };

// An attacker that fills the cache has evicted only its own windows, at the rate of its addresses.
const mostWindows = 100_000;

/** Counts attempts by key in windows that begin with the first attempt. */
export function attemptWindows({ attempts, windowMs }: Limit, clock: Clock) {
  const windows = new LRUCache<string, { taken: number; ends: number }>({
    // With `max`, each cache would allocate all its entries when the server starts, in 25 to 60 ms.
    maxSize: mostWindows,
    sizeCalculation: () => 1,
  });
  return {
    /** Counts an attempt and returns 0, or returns the milliseconds until the next one is allowed. */
    take(key: string): number {
      const now = clock.now();
      const kept = windows.get(key);
      // If the clock has been set back, the window would last longer than allowed.
      const isOpen = kept !== undefined && kept.ends > now && kept.ends <= now + windowMs;
      const window = isOpen ? kept : { taken: 0, ends: now + windowMs };
      if (window.taken >= attempts) return window.ends - now;
      window.taken += 1;
      windows.set(key, window);
      return 0;
    },
    release(key: string): void {
      const window = windows.get(key);
      if (window && window.taken > 0) window.taken -= 1;
    },
  };
}

function tooMany(waitMs: number): ToolsError {
  const retryAfter = Math.max(1, Math.ceil(waitMs / 1000));
  const wait = retryAfter < 120 ? `${retryAfter} seconds` : `${Math.ceil(retryAfter / 60)} minutes`;
  return new ToolsError("too_many_attempts", `Too many attempts. Try again in ${wait}.`, {
    retryAfter,
  });
}

/**
 * Creates a throttle with limits per address (the /64 of IPv6) and per account over all addresses.
 * A browser that has signed in to the account before has its own limit instead of both. Attack: a stranger who keeps
 * guessing could otherwise lock the owner out permanently (OWASP, "Slow Down Online Guessing Attacks with Device
 * Cookies"). Each process counts separately.
 */
export function signInThrottle(clock: Clock): SignInThrottle {
  const addresses = attemptWindows(perAddress, clock);
  const subjects = attemptWindows(perSubject, clock);
  const signUps = attemptWindows(signUpsPerAddress, clock);
  return {
    take({ address, subject, device }) {
      const name = subject.toLowerCase();
      if (device !== undefined) {
        const key = `device ${device}`;
        const wait = subjects.take(key);
        if (wait > 0) throw tooMany(wait);
        return () => subjects.release(key);
      }
      const block = addressBlock(address);
      const key = `subject ${name}`;
      const addressWait = addresses.take(block);
      if (addressWait > 0) throw tooMany(addressWait);
      const subjectWait = subjects.take(key);
      if (subjectWait > 0) throw tooMany(subjectWait);
      return () => {
        addresses.release(block);
        subjects.release(key);
      };
    },
    takeSignUp(address) {
      const wait = signUps.take(addressBlock(address));
      if (wait > 0) throw tooMany(wait);
    },
  };
}
