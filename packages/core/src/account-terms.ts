import { z } from "zod";
import { nameSchemas } from "./schema-names.ts";
import { timestamp } from "./wire.ts";

/** The default scopes of an API key. */
export const callScopes = ["text:analyze", "image:convert", "usage:read", "profile:read"] as const;

/** All scopes of credentials. An API key does not have the management scopes by default. */
export const scopes = [...callScopes, "account:read", "account:write"] as const;

export type Scope = (typeof scopes)[number];

/**
 * Scopes of OpenID Connect Core §3.1.2.1 and §11 that client libraries add to every request. The server ignores both
 * (RFC 6749 §3.3): it has no ID tokens, and a client gets a refresh token through its grant type.
 */
export const ignoredScopes = ["openid", "offline_access"] as const;

export const planNames = ["free", "pro", "enterprise"] as const;

export type PlanName = (typeof planNames)[number];

/** The statuses of an account. */
export const accountStatuses = ["active", "suspended", "closed"] as const;

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

nameSchemas({ Price, Quota });
