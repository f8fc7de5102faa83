import type { Allowance, Quota } from "@tools-api/core/usage";

/** The values of a rate limit policy that every response shows. */
export interface RateLimit extends Pick<Allowance, "limit" | "remaining" | "windowSeconds" | "resetsAt"> {
  policy: Allowance["policy"] | "unauthenticated";
}

/** Returns the policies of a call. The daily one takes its limit and remaining calls from `quota`, a later reading. */
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
 * Returns the policy that a client reaches first: the one with the fewest units left, then the one that resets last.
 * Ignores windows that have closed, because they block no call.
 */
export function tightest(limits: readonly RateLimit[], now: number): RateLimit {
  const [first] = limits;
  if (first && limits.length === 1) return first;
  const open = limits.filter(({ resetsAt }) => resetsAt > now);
  return (open.length > 0 ? open : limits).reduce((tight, limit) => {
    const difference = limit.remaining - tight.remaining || tight.resetsAt - limit.resetsAt;
    return difference < 0 ? limit : tight;
  });
}

/**
 * Returns the rate limit header fields. The fields of draft-ietf-httpapi-ratelimit-headers-10 list every policy. The
 * three older X-RateLimit fields show only the tightest. Pass `withReset` as false for a response whose own
 * `Retry-After` has another reason: `t` is then omitted, because the two must agree.
 *
 * @param limits At least one.
 */
export function rateLimitHeaders(
  limits: readonly RateLimit[],
  now: number,
  withReset = true,
): Record<string, string> {
  const { limit, remaining, resetsAt } = tightest(limits, now);
  let policies = "";
  let states = "";
  for (const { policy, limit, remaining, windowSeconds, resetsAt } of limits) {
    const seconds = Math.max(0, Math.ceil((resetsAt - now) / 1000));
    const separator = policies === "" ? "" : ", ";
    policies += `${separator}"${policy}";q=${limit};w=${windowSeconds}`;
    states += `${separator}"${policy}";r=${remaining}${withReset ? `;t=${seconds}` : ""}`;
  }
  return {
    "RateLimit-Policy": policies,
    RateLimit: states,
    "X-RateLimit-Limit": String(limit),
    "X-RateLimit-Remaining": String(remaining),
    "X-RateLimit-Reset": String(Math.ceil(resetsAt / 1000)),
  };
}
