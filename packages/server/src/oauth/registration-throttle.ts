import { type Clock, ToolsError } from "@tools-api/core";
import { minuteMs } from "@tools-api/core/internal";
import { addressBlock } from "../api/address-block.ts";
import { type AttemptLimit, attemptLimiter, retryAfterSeconds } from "../api/attempt-limiter.ts";

/** Limits the registrations that one process accepts. */
export interface RegistrationThrottle {
  /**
   * Counts a registration before it is stored.
   *
   * @throws ToolsError `too_many_attempts`.
   */
  take(address: string): void;
}

const perAddress: AttemptLimit = { attempts: 20, windowMs: 60 * minuteMs };
// Attack: registrations from many addresses fill the store. Without a grant each lasts 24 hours, so a process keeps at
// most 24,000, of 5 kB each.
const perProcess: AttemptLimit = { attempts: 1000, windowMs: 60 * minuteMs };

/** Creates the limits of one authorization server: 20 registrations per hour and address, and 1,000 per hour in all. */
export function registrationThrottle(clock: Clock): RegistrationThrottle {
  const addresses = attemptLimiter(perAddress, clock);
  const all = attemptLimiter(perProcess, clock);
  return {
    take(address) {
      const block = addressBlock(address);
      const waitMs = addresses.take(block);
      const allWaitMs = waitMs > 0 ? 0 : all.take("");
      if (waitMs === 0 && allWaitMs === 0) return;
      if (allWaitMs > 0) addresses.release(block);
      const [limit, source] = waitMs > 0 ? [perAddress, "from this address"] : [perProcess, "in all"];
      throw new ToolsError(
        "too_many_attempts",
        `The server has accepted ${limit.attempts} registrations ${source} in an hour, the maximum. Register a client ` +
          "in the dashboard, or try again later.",
        { retryAfter: retryAfterSeconds(waitMs + allWaitMs) },
      );
    },
  };
}
