import { type Clock, ToolsError } from "@tools-api/core";
import { minuteMs } from "@tools-api/core/internal/time";
import { type AttemptLimit, attemptLimiter, retryAfterSeconds } from "../http/attempt-limiter.ts";

/** The limits on codes and tokens that one process issues. Each of them leaves documents in the store. */
export interface IssueThrottle {
  /**
   * Counts a code or token before it is issued.
   *
   * @param key The ids of the client and, if it acts for another account, of that account.
   * @throws ToolsError `too_many_attempts`.
   */
  take(kind: keyof typeof limits, ...key: string[]): void;
}

// Attack: without limits, a client in a loop fills the store. Codes are kept for a day and refresh tokens for 30 days,
// to recognize replays. A revoked access token is kept until its expiry.
const limits = {
  code: { attempts: 30, windowMs: minuteMs },
  refresh: { attempts: 30, windowMs: minuteMs },
  clientCredentials: { attempts: 600, windowMs: minuteMs },
} satisfies Record<string, AttemptLimit>;

/** Creates the limits for one authorization server. */
export function issueThrottle(clock: Clock): IssueThrottle {
  const windows = {
    code: attemptLimiter(limits.code, clock),
    refresh: attemptLimiter(limits.refresh, clock),
    clientCredentials: attemptLimiter(limits.clientCredentials, clock),
  };
  return {
    take(kind, ...key) {
      const waitMs = windows[kind].take(key.join(" "));
      if (waitMs === 0) return;
      throw new ToolsError(
        "too_many_attempts",
        `The client has been issued ${limits[kind].attempts} codes or tokens of this kind in a minute, the maximum. ` +
          "Use an access token until it expires.",
        { retryAfter: retryAfterSeconds(waitMs) },
      );
    },
  };
}
