import type { Quota } from "@tools-api/core";

/** The figures of a rate limit policy as every response shows them. */
export interface RateLimit {
  policy: "daily" | "unauthenticated";
  /** Units in a window. */
  limit: number;
  /** Length of the window in seconds. */
  windowSeconds: number;
  remaining: number;
  /** Epoch milliseconds of the next reset. */
  resetsAt: number;
}

/** An account's allowance as a rate limit. */
export function dailyRateLimit(quota: Quota): RateLimit {
  return {
    policy: "daily",
    limit: quota.limit,
    windowSeconds: 86_400,
    remaining: quota.remaining,
    resetsAt: Date.parse(quota.resetsAt),
  };
}

/**
 * The header fields of draft-ietf-httpapi-ratelimit-headers-10, and the three that clients know from before.
 * A response that carries its own `Retry-After` for another reason leaves `t` out, since the two must agree.
 */
export function rateLimitHeaders(
  { policy, limit, windowSeconds, remaining, resetsAt }: RateLimit,
  now: number,
  withReset = true,
): Record<string, string> {
  const seconds = Math.max(0, Math.ceil((resetsAt - now) / 1000));
  return {
    "RateLimit-Policy": `"${policy}";q=${limit};w=${windowSeconds}`,
    RateLimit: `"${policy}";r=${remaining}${withReset ? `;t=${seconds}` : ""}`,
    "X-RateLimit-Limit": String(limit),
    "X-RateLimit-Remaining": String(remaining),
    "X-RateLimit-Reset": String(Math.ceil(resetsAt / 1000)),
  };
}
