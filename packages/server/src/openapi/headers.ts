import type { Json } from "./schema.ts";

/** The headers of every response. */
export const requestIdHeader: Json = {
  "X-Request-Id": {
    description:
      "The request id of the client if it has 1 to 128 characters of [A-Za-z0-9._-] and contains no credential; otherwise " +
      "a new UUIDv7.",
    schema: { type: "string" },
  },
};

/** The headers of every response under /v1. */
export const meteredHeaders: Json = {
  ...requestIdHeader,
  "RateLimit-Policy": {
    description:
      "Every policy that applies: its name, quota and window in seconds. `daily` always; `per_minute` and " +
      "`per_second` where the plan has such limits; `key_daily` where the API key has a cap; `unauthenticated`, the " +
      "limit on failed authentications for each client address, where the caller is not known.",
    schema: {
      type: "string",
      examples: ['"daily";q=1000;w=86400', '"daily";q=1000;w=86400, "per_minute";q=60;w=60'],
    },
  },
  RateLimit: {
    description:
      "Of each policy, in the same order, the calls left and the seconds to the next reset; a 503 leaves the seconds " +
      "out, and where the storage does not answer shows the figures that were last known.",
    schema: {
      type: "string",
      examples: ['"daily";r=997;t=41230', '"daily";r=997;t=41230, "per_minute";r=59;t=12'],
    },
  },
  "X-RateLimit-Limit": {
    description:
      "The quota, as the other two figures of the policy with the fewest calls left; of several that of the one that " +
      "resets last.",
    schema: { type: "integer" },
  },
  "X-RateLimit-Remaining": { description: "Calls left.", schema: { type: "integer" } },
  "X-RateLimit-Reset": { description: "The next reset in epoch seconds.", schema: { type: "integer" } },
};

/** The `Retry-After` header of 429 and 503. */
export const retryAfterHeader: Json = {
  description: "Whole seconds, never less than the time after which a retry can succeed.",
  schema: { type: "integer" },
};
