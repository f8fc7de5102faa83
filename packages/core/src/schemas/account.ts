import { z } from "zod";

/** What an API key may do unless it is narrowed or widened. */
export const callScopes = ["text:analyze", "image:convert", "usage:read", "profile:read"] as const;

/** All that a credential can be allowed. The management calls are not among what a key has by default. */
export const scopes = [...callScopes, "account:read", "account:write"] as const;

/** What a credential may do. */
export type Scope = (typeof scopes)[number];

/**
 * Scopes of OpenID Connect Core §3.1.2.1 and §11 that client libraries add to every request. The server has no ID tokens,
 * and a client gets a refresh token by its grant type, so it ignores both (RFC 6749 §3.3).
 */
export const ignoredScopes = ["openid", "offline_access"] as const;

export const planNames = ["free", "pro", "enterprise"] as const;

/** The plans that an account can be on. */
export type PlanName = (typeof planNames)[number];

/** What an account can be. */
export const accountStatuses = ["active", "suspended", "closed"] as const;

export const timestamp = z.iso.datetime().describe("RFC 3339 in UTC.");

export const Price = z.object({
  amount: z.int().min(0).describe("In the currency's minor unit."),
  currency: z.string().describe("ISO 4217, in lower case."),
});

export const Quota = z.object({
  policy: z.literal("daily"),
  limit: z.int(),
  used: z.int(),
  remaining: z.int(),
  resets_at: timestamp,
});
