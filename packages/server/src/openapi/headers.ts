import type { Components } from "./components.ts";
import type { Json } from "./schema.ts";

/** Headers of responses, by name. */
export type Headers = Readonly<Record<string, Json>>;

/** Adds headers to the components. Returns references to them. */
export function headerReferences(components: Components, headers: Headers): Json {
  return Object.fromEntries(
    Object.entries(headers).map(([name, header]) => [name, components.add("headers", name, header)]),
  );
}

/** The headers of every response. */
export const requestIdHeader: Headers = {
  "X-Request-Id": {
    description:
      "The client's own request id if it has 1 to 128 characters of [A-Za-z0-9._-] and contains no credential. Otherwise " +
      "a new UUIDv7.",
    schema: { type: "string" },
  },
};

/** The header of a response to a request that was answered before. */
export const replayedHeader: Headers = {
  "Idempotency-Replayed": {
    description: "Only if a request with the same `Idempotency-Key` was answered before.",
    schema: { type: "string", const: "true" },
  },
};

/** The headers of every response under /v1. */
export const meteredHeaders: Headers = {
  ...requestIdHeader,
  "RateLimit-Policy": {
    description:
      "Every policy that applies: its name, quota and window in seconds. `daily` applies to every caller, `per_minute` " +
      "and `per_second` to plans with such limits, and `key_daily` to API keys with a daily limit. Without a valid " +
      "credential, `unauthenticated` applies: the limit on failed authentication attempts per client address.",
    schema: {
      type: "string",
      examples: ['"daily";q=1000;w=86400', '"daily";q=1000;w=86400, "per_minute";q=60;w=60'],
    },
  },
  RateLimit: {
    description:
      "The calls left and the seconds until the next reset for each policy, in the same order. A 503 response omits the " +
      "seconds. If the store does not respond, the figures are the last known ones.",
    schema: {
      type: "string",
      examples: ['"daily";r=997;t=41230', '"daily";r=997;t=41230, "per_minute";r=59;t=12'],
    },
  },
  "X-RateLimit-Limit": {
    description:
      "The quota. This header and the next two describe the policy with the fewest calls left. On a tie, they describe " +
      "the policy that resets last.",
    schema: { type: "integer" },
  },
  "X-RateLimit-Remaining": { description: "Calls left.", schema: { type: "integer" } },
  "X-RateLimit-Reset": { description: "The next reset in epoch seconds.", schema: { type: "integer" } },
};

const retryAfterHeader: Headers = {
  "Retry-After": {
    description: "Whole seconds, never less than the time after which a retry can succeed.",
    schema: { type: "integer" },
  },
};

/** The headers of some errors, by status. */
export const errorHeaders: Readonly<Record<number, Headers>> = {
  401: {
    "WWW-Authenticate": {
      description:
        "The scheme `Bearer`, with an error code if the request has a credential (RFC 6750 §3). At OAuth endpoints `Basic`.",
      schema: { type: "string" },
    },
  },
  429: retryAfterHeader,
  503: retryAfterHeader,
};
