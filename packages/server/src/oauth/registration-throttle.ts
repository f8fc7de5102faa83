import { ToolsError } from "@tools-api/core";
import { minuteMs } from "@tools-api/core/internal/time";
import { addressBlock } from "../http/address-block.ts";
import { type AttemptLimit, retryAfterSeconds } from "../http/attempt-limiter.ts";
import { type AttemptStore, sharedAttempts } from "../http/shared-attempts.ts";

/** Limits the registrations that the processes with one usage store accept together. */
export interface RegistrationThrottle {
  /**
   * Counts a registration before it is stored.
   *
   * @throws ToolsError `too_many_attempts`.
   */
  take(address: string): Promise<void>;
}

const perAddress: AttemptLimit = { attempts: 20, windowMs: 60 * minuteMs };
// Attack: registrations from many addresses fill the store. Without a grant each lasts 24 hours, so the store keeps at
// most 24,000, of 5 kB each.
const inAll: AttemptLimit = { attempts: 1000, windowMs: 60 * minuteMs };

/** Creates the limits of one authorization server: 20 registrations per hour and address, and 1,000 per hour in all. */
export function registrationThrottle(store: AttemptStore): RegistrationThrottle {
  const addresses = sharedAttempts("registration-address", perAddress, store);
  const all = sharedAttempts("registration", inAll, store);
  return {
    async take(address) {
      const { waitMs, release } = await addresses.take(addressBlock(address));
      const allWaitMs = waitMs > 0 ? 0 : (await all.take("")).waitMs;
      if (waitMs === 0 && allWaitMs === 0) return;
      if (allWaitMs > 0) release();
      const [limit, source] = waitMs > 0 ? [perAddress, "from this address"] : [inAll, "in all"];
      throw new ToolsError(
        "too_many_attempts",
        `The server has accepted ${limit.attempts} registrations ${source} in an hour, the maximum. Register a client ` +
          "in the dashboard, or try again later.",
        { retryAfter: retryAfterSeconds(waitMs + allWaitMs) },
      );
    },
  };
}
