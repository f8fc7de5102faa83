import { type Clock, ToolsError } from "@tools-api/core";
import { LRUCache } from "lru-cache";
import { addressBlock } from "../address-block.ts";

/** Who tries to prove that an account is theirs. */
interface SignInAttempt {
  /** The client's address. */
  address: string;
  /** What is being proved, for instance the e-mail address, whether anybody has it or not. */
  subject: string;
  /** The browser, where somebody has signed in with it to that account before. */
  device?: string | undefined;
}

/** Bounds the guesses at passwords. */
export interface SignInThrottle {
  /**
   * Counts an attempt before its outcome is known, so that many at once are no way round the limit. Gives back what
   * takes it off the count again, for an attempt that succeeded.
   *
   * @throws ToolsError `too_many_attempts`.
   */
  take(attempt: SignInAttempt): () => void;
  /** As `take`, for the opening of an account, of which every one counts. */
  takeSignUp(address: string): void;
}

/** A number of attempts in a time. */
export interface Limit {
  attempts: number;
  windowMs: number;
}

// An address that guesses at many accounts.
const perAddress: Limit = { attempts: 20, windowMs: 60_000 };
// Any number of addresses that guess at one account: 960 guesses a day.
const perSubject: Limit = { attempts: 10, windowMs: 900_000 };
const signUpsPerAddress: Limit = { attempts: 30, windowMs: 3_600_000 };

// Whoever fills this has pushed their own guesses out at the rate of the addresses they have.
const mostWindows = 100_000;

/** Counts attempts by key in windows that begin with the first. */
export function attemptWindows({ attempts, windowMs }: Limit, clock: Clock) {
  const windows = new LRUCache<string, { taken: number; ends: number }>({
    // With `max` the cache allocates all of it at the start of the server: 25 to 60 ms each.
    maxSize: mostWindows,
    sizeCalculation: () => 1,
  });
  return {
    /** Milliseconds until there is an attempt again; 0 when one was taken. */
    take(key: string): number {
      const now = clock.now();
      const kept = windows.get(key);
      // Once the clock has gone back a window would be open for longer than it may.
      const isOpen = kept !== undefined && kept.ends > now && kept.ends <= now + windowMs;
      const window = isOpen ? kept : { taken: 0, ends: now + windowMs };
      if (window.taken >= attempts) return window.ends - now;
      window.taken += 1;
      windows.set(key, window);
      return 0;
    },
    giveBack(key: string): void {
      const window = windows.get(key);
      if (window && window.taken > 0) window.taken -= 1;
    },
  };
}

function tooMany(waitMs: number): ToolsError {
  const retryAfter = Math.max(1, Math.ceil(waitMs / 1000));
  const wait = retryAfter < 120 ? `${retryAfter} seconds` : `${Math.ceil(retryAfter / 60)} minutes`;
  return new ToolsError("too_many_attempts", `There were too many attempts. Try again in ${wait}.`, {
    retryAfter,
  });
}

/**
 * Limits by address (the /64 of IPv6), and by account over all addresses. A browser that has signed in to the account
 * before has a count of its own instead of both: else a stranger who goes on guessing would keep the owner out for
 * good (OWASP, "Slow Down Online Guessing Attacks with Device Cookies"). Counts are of this process alone.
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
        return () => subjects.giveBack(key);
      }
      const block = addressBlock(address);
      const key = `subject ${name}`;
      const addressWait = addresses.take(block);
      if (addressWait > 0) throw tooMany(addressWait);
      const subjectWait = subjects.take(key);
      if (subjectWait > 0) throw tooMany(subjectWait);
      return () => {
        addresses.giveBack(block);
        subjects.giveBack(key);
      };
    },
    takeSignUp(address) {
      const wait = signUps.take(addressBlock(address));
      if (wait > 0) throw tooMany(wait);
    },
  };
}
