import { z } from "zod";
import { collection } from "../../store/collection.ts";
import { nameExpected, nameSchema, StoredName } from "../../schema/name.ts";
import { Scope } from "../scopes.ts";
import { describeValue, parameter } from "../../schema/validate.ts";
import { deletedAt } from "../credential-counts.ts";
import { redirectUriError } from "./redirect-uri.ts";
import { StoredInstant } from "../../schema/wire.ts";

export const clientTypes = ["confidential", "public"] as const;

export const grantTypes = ["authorization_code", "refresh_token", "client_credentials"] as const;

/** A way in which a client obtains tokens, by the names of RFC 7591 §2. */
export type GrantType = (typeof grantTypes)[number];

/** Revocations as stored by releases before 0.2, in epoch milliseconds. They are read but no longer written. */
export const tokenRevocations = {
  revokedTokens: z.array(z.object({ id: z.string(), expiresAt: z.number() })).optional(),
  /** Tokens issued before this instant are revoked. */
  tokensNotBefore: z.number().optional(),
};

/** An OAuth client as stored. A secret is shown once, and only its digest is stored. Instants are epoch milliseconds. */
export const OAuthClient = z.object({
  id: z.string(),
  /** The account that registered the client, for which its client-credentials tokens act. */
  account: z.string(),
  name: StoredName,
  type: z.enum(clientTypes),
  redirectUris: z.array(z.string()),
  grantTypes: z.array(z.enum(grantTypes)),
  /** The scopes that the client can request. */
  scopes: z.array(z.string()),
  secretDigest: z.string().nullable(),
  createdAt: StoredInstant,
  revokedAt: StoredInstant.nullable(),
  /** The `credentialEpoch` of the account at the registration. */
  epoch: z.int().min(0).default(0),
  ...tokenRevocations,
});

export type OAuthClient = z.output<typeof OAuthClient>;

/** A client that an account registered, or with `account: null` one that registered itself. */
export type AnyClient = Omit<OAuthClient, "account"> & { account: string | null };

export const oauthClients = collection("clients/{account}/{id}", OAuthClient, {
  expiresAt: ({ revokedAt }) => (revokedAt === null ? undefined : deletedAt(revokedAt)),
  fenced: true,
});

/** The index of clients by id. */
export const clientOwners = collection(
  "client-owners/{id}",
  z.object({ account: z.string(), client: z.string() }),
);

const name = nameSchema(100);
const nameRule = nameExpected(1, 100);
/** The accepted redirect URIs, in prose. */
const redirectUriRule =
  "https, http on 127.0.0.1, [::1] or localhost, or the scheme of an app such as com.example.app or cursor; without a " +
  "fragment, user information or *";

const RedirectUri = z.string().superRefine((uri, context) => {
  const fault = redirectUriError(uri);
  if (fault !== null)
    context.addIssue({
      code: "custom",
      message: `expected ${redirectUriRule}, received ${describeValue(uri)}: ${fault}`,
    });
});

/** The redirect URIs of a client. */
export const RedirectUris = z.array(RedirectUri).max(20);
export const redirectUrisExpected = `a list of at most 20 URIs: ${redirectUriRule}`;

const scopeList = z.array(Scope).min(1);
const scopesExpected = "a list of scopes such as usage:read";

/** Returns the key of a client's document, which is also the name of its usage fence. */
export function oauthClientKey(account: string, id: string): string {
  return oauthClients.key({ account, id });
}

/** The fields of a new client. */
export const NewOAuthClient = z.strictObject({
  name: parameter(nameRule, name, { purpose: "The name that users see on the consent page." }),
  type: parameter(clientTypes.join(" or "), z.enum(clientTypes).default("confidential"), {
    purpose:
      "Whether the application can keep a secret: `confidential` on a server, `public` in a browser, an app or a " +
      "command line.",
  }),
  redirect_uris: parameter(redirectUrisExpected, RedirectUris.default([]), {
    purpose:
      "The addresses that users return to after they consented, such as `https://reports.example.com/callback`. " +
      "Default: none.",
  }),
  grant_types: parameter(
    `a list of ${grantTypes.join(", ")}; default: authorization_code and refresh_token with a redirect URI, ` +
      "otherwise client_credentials",
    z.array(z.enum(grantTypes)).min(1).optional(),
    {
      purpose:
        "The ways in which the application gets tokens. Default: `authorization_code` and `refresh_token` with a " +
        "redirect URI, otherwise `client_credentials`.",
    },
  ),
  scopes: parameter(scopesExpected, scopeList, { purpose: "The scopes that the application can request." }),
});

/** The fields of a client that its owner can change. */
export const OAuthClientChange = z.strictObject({
  name: parameter(nameRule, name.optional(), {
    purpose: "The new name of the application. Default: it stays.",
  }),
  redirect_uris: parameter(redirectUrisExpected, RedirectUris.optional(), {
    purpose: "The new addresses that users return to. Default: they stay.",
  }),
  scopes: parameter(scopesExpected, scopeList.optional(), {
    purpose: "The scopes that the application can request from now on. Default: they stay.",
  }),
});
