import { comparedEmail } from "@tools-api/core/internal/schema";
import { ToolsError } from "@tools-api/core";
import { addressBlock } from "../http/address-block.ts";
import { type AttemptLimit, retryAfterSeconds } from "../http/attempt-limiter.ts";
import { type AttemptStore, type SharedAttempts, sharedAttempts } from "../http/shared-attempts.ts";

/** An attempt to prove ownership of an account. */
interface SignInAttempt {
  /** The client's address. */
  address: string;
  /** The claimed identity, for instance the e-mail address, whether or not an account has it. */
  subject: string;
  /** The id of the browser, if it has signed in to that account before. */
  device?: string | undefined;
}

/** Limits guesses at passwords, in all processes that share a usage store. */
export interface SignInThrottle {
  /**
   * Counts an attempt before its outcome is known, so parallel attempts cannot bypass the limit. Returns a function
   * that refunds an attempt that succeeded.
   *
   * @throws ToolsError `too_many_attempts`.
   */
  take(attempt: SignInAttempt): Promise<() => void>;
  /**
   * Counts a form that needs no credential. Every form counts; none is refunded.
   *
   * @throws ToolsError `too_many_attempts`.
   */
  takeForm(purpose: FormPurpose, address: string): Promise<void>;
}

/** The purposes of forms that need no credential. Each has a limit of its own, so that sign-ups use up no recovery. */
const formPurposes = ["sign-up", "recovery", "recovery-link", "verification"] as const;

type FormPurpose = (typeof formPurposes)[number];

// Attack: one address guesses at many accounts.
const perAddress: AttemptLimit = { attempts: 20, windowMs: 60_000 };
// Attack: many addresses guess at one account. The limit allows 960 guesses per day.
const perSubject: AttemptLimit = { attempts: 10, windowMs: 900_000 };
const formsPerAddress: AttemptLimit = { attempts: 30, windowMs: 3_600_000 };

/**
 * Counts an attempt, and returns a function that refunds it.
 *
 * @throws ToolsError `too_many_attempts`.
 */
export async function takeOrThrow(limiter: SharedAttempts, key: string): Promise<() => void> {
  const { waitMs, release } = await limiter.take(key);
  if (waitMs === 0) return release;
  const retryAfter = retryAfterSeconds(waitMs);
  const wait = retryAfter < 120 ? `${retryAfter} seconds` : `${Math.ceil(retryAfter / 60)} minutes`;
  throw new ToolsError("too_many_attempts", `Too many attempts. Try again in ${wait}.`, { retryAfter });
}

/**
 * Creates a throttle with limits per address (the /64 of IPv6) and per account over all addresses.
 * A browser that has signed in to the account before has its own limit instead of both. Attack: a stranger who keeps
 * guessing could otherwise lock the owner out permanently (OWASP, "Slow Down Online Guessing Attacks with Device
 * Cookies").
 */
export function signInThrottle(store: AttemptStore): SignInThrottle {
  const addresses = sharedAttempts("sign-in-address", perAddress, store);
  const subjects = sharedAttempts("sign-in-account", perSubject, store);
  const forms = new Map(
    formPurposes.map((purpose) => [purpose, sharedAttempts(purpose, formsPerAddress, store)]),
  );
  return {
    async take({ address, subject, device }) {
      if (device !== undefined) return takeOrThrow(subjects, `device ${device}`);
      const releaseAddress = await takeOrThrow(addresses, addressBlock(address));
      const releaseSubject = await takeOrThrow(subjects, `subject ${comparedEmail(subject)}`);
      return () => {
        releaseAddress();
        releaseSubject();
      };
    },
    async takeForm(purpose, address) {
      const limiter = forms.get(purpose);
      if (limiter) await takeOrThrow(limiter, addressBlock(address));
    },
  };
}
