import type { Allowance, Quota } from "@tools-api/core";

/** The figures of a rate limit policy as every response shows them. */
export interface RateLimit extends Pick<Allowance, "limit" | "remaining" | "windowSeconds" | "resetsAt"> {
  policy: Allowance["policy"] | "unauthenticated";
}

/** The policies of a call, with that of the day as a later reading of it has it. */
export function rateLimitsAt(
  quota: Pick<Quota, "policy" | "limit" | "remaining">,
  allowances: readonly Allowance[],
): RateLimit[] {
  return allowances.map((allowance) =>
    allowance.policy === quota.policy
      ? { ...allowance, limit: quota.limit, remaining: quota.remaining }
      : allowance,
  );
}

/**
 * The policy that a client runs into first: the one with the fewest units left, and of several the one that resets
 * last. A window that has closed meanwhile holds nobody up.
 */
function tightest(limits: readonly RateLimit[], now: number): RateLimit {
  const open = limits.filter(({ resetsAt }) => resetsAt > now);
  return (open.length > 0 ? open : limits).reduce((tight, limit) => {
    const difference = limit.remaining - tight.remaining || tight.resetsAt - limit.resetsAt;
    return difference < 0 ? limit : tight;
  });
}

/**
 * The header fields of draft-ietf-httpapi-ratelimit-headers-10, which list every policy, and the three that clients
 * know from before, which have room for one. A response that carries its own `Retry-After` for another reason leaves
 * `t` out, since the two must agree.
 *
 * @param limits At least one.
 */
export function rateLimitHeaders(
  limits: readonly RateLimit[],
  now: number,
  withReset = true,
): Record<string, string> {
  const { limit, remaining, resetsAt } = tightest(limits, now);
  const seconds = (reset: number) => Math.max(0, Math.ceil((reset - now) / 1000));
  return {
    "RateLimit-Policy": limits
      .map(({ policy, limit, windowSeconds }) => `"${policy}";q=${limit};w=${windowSeconds}`)
      .join(", "),
    RateLimit: limits
      .map(
        ({ policy, remaining, resetsAt }) =>
          `"${policy}";r=${remaining}${withReset ? `;t=${seconds(resetsAt)}` : ""}`,
      )
      .join(", "),
    "X-RateLimit-Limit": String(limit),
    "X-RateLimit-Remaining": String(remaining),
    "X-RateLimit-Reset": String(Math.ceil(resetsAt / 1000)),
  };
}
