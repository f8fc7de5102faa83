import { z } from "zod";
import { callScopes, ignoredScopes, type Scope, scopes } from "../schemas/account.ts";
import { nameExpected, nameOf, StoredName } from "../schemas/name.ts";
import { parameter } from "../schemas/validate.ts";
import { isRegistrableRedirectUri } from "./redirect-uri.ts";

export const clientTypes = ["confidential", "public"] as const;

export const grantTypes = ["authorization_code", "refresh_token", "client_credentials"] as const;

/** How a client comes to tokens, by the names of RFC 7591 §2. */
export type GrantType = (typeof grantTypes)[number];

/** Revocations as releases before 0.2 stored them, in epoch milliseconds. They are read, and no longer written. */
export const tokenRevocations = {
  revokedTokens: z.array(z.object({ id: z.string(), expiresAt: z.number() })).optional(),
  /** Tokens issued before this instant are revoked. */
  tokensNotBefore: z.number().optional(),
};

/** All that is kept of an OAuth client; a secret is shown once, and only its digest is stored. */
export const OAuthClient = z.object({
  id: z.string(),
  /** Who registered it, and for whom its client-credentials tokens act. */
  account: z.string(),
  name: StoredName,
  type: z.enum(clientTypes),
  redirectUris: z.array(z.string()),
  grantTypes: z.array(z.enum(grantTypes)),
  scopes: z.array(z.enum(scopes)),
  secretDigest: z.string().nullable(),
  createdAt: z.iso.datetime(),
  revokedAt: z.iso.datetime().nullable(),
  /** The `credentialEpoch` of the account under which it was registered. */
  epoch: z.int().min(0).default(0),
  ...tokenRevocations,
});

export type OAuthClient = z.infer<typeof OAuthClient>;

const name = nameOf(100);
const nameRule = nameExpected(1, 100);
const redirectUris = z.array(z.string().refine(isRegistrableRedirectUri)).max(20);
const redirectUrisExpected =
  "a list of at most 20 URIs: https, http on 127.0.0.1, [::1] or localhost, or a scheme such as com.example.app; " +
  "without a fragment, user information or *";

/** A list of scopes without those that the server ignores; `fallback` for a list that has no others. */
function scopeList<Fallback>(fallback: Fallback) {
  return z
    .array(z.enum([...scopes, ...ignoredScopes]))
    .min(1)
    .transform((named): Scope[] | Fallback => {
      const kept = scopes.filter((scope) => named.includes(scope));
      return kept.length > 0 ? kept : fallback;
    });
}
const scopesExpected = `a list of ${scopes.join(", ")}`;

/** The document under which a client is kept, and the name of its usage fence. */
export function oauthClientKey(account: string, id: string): string {
  return `clients/${account}/${id}`;
}

/** The document that finds a client by its id. */
export function oauthClientOwnerKey(id: string): string {
  return `client-owners/${id}`;
}

/** What a client is registered with. */
export const NewOAuthClient = z.strictObject({
  name: parameter(nameRule, name),
  type: parameter(clientTypes.join(" or "), z.enum(clientTypes).default("confidential")),
  redirect_uris: parameter(redirectUrisExpected, redirectUris.default([])),
  grant_types: parameter(
    `a list of ${grantTypes.join(", ")}; default: authorization_code and refresh_token with a redirect URI, else ` +
      "client_credentials",
    z.array(z.enum(grantTypes)).min(1).optional(),
  ),
  scopes: parameter(scopesExpected, scopeList([...callScopes]).prefault([...callScopes])),
});

/** What of a client its owner can change. */
export const OAuthClientChange = z.strictObject({
  name: parameter(nameRule, name.optional()),
  redirect_uris: parameter(redirectUrisExpected, redirectUris.optional()),
  scopes: parameter(scopesExpected, scopeList(undefined).optional()),
});
