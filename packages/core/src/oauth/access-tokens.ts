import { getAccount, accountKey } from "../accounts/accounts.ts";
import type { Stores } from "../accounts/commit-fenced.ts";
import type { Principal } from "../auth.ts";
import type { Scope } from "../schemas/account.ts";
import type { DocumentStore } from "../storage.ts";
import type { OAuthClient } from "./client.ts";
import { changeOAuthClient, findOAuthClient, oauthClientKey } from "./clients.ts";
import { changeGrant, getGrant, type Grant, grantKey } from "./grants.ts";

/** How long an access token holds, in milliseconds. */
export const accessTokenMs = 15 * 60_000;

// The document would grow without bound; what was issued up to then ends as a whole instead.
const maximumRevocations = 100;

/** What a signed access token says. Instants are epoch milliseconds, in whole seconds. */
export interface AccessToken {
  id: string;
  client: string;
  scopes: readonly Scope[];
  issuedAt: number;
  expiresAt: number;
  /** By whose leave the client acts; `null` where it acts for the account that registered it. */
  user: { account: string; grant: string; authorization: string; authenticatedAt: number } | null;
}

/** Access tokens in the form in which clients get them. */
export interface AccessTokens {
  /** Signs a token. */
  issue(token: AccessToken): Promise<string>;
  /**
   * What a token says that was issued here, without regard to whether it has been revoked. `null`: no token of this
   * kind. `unknown`: of this kind, but never issued here. `ended`: it has expired.
   */
  read(token: string): Promise<AccessToken | "unknown" | "ended" | null>;
  /** The keys that verify tokens which are alive or will be issued next, as a JWK set holds them (RFC 7517 §5). */
  publicKeys(): Promise<Record<string, unknown>[]>;
}

type Revocations = Pick<Grant, "revokedTokens" | "tokensNotBefore">;

function isRevoked({ revokedTokens, tokensNotBefore }: Revocations, { id, issuedAt }: AccessToken): boolean {
  return issuedAt < tokensNotBefore || revokedTokens.some((revoked) => revoked.id === id);
}

async function principalOfUser(
  documents: DocumentStore,
  token: AccessToken,
  client: OAuthClient,
  user: NonNullable<AccessToken["user"]>,
): Promise<Principal | null> {
  const [found, account] = await Promise.all([
    getGrant(documents, user.account, user.grant),
    getAccount(documents, user.account),
  ]);
  if (!found || !account || account.account.status === "closed") return null;
  if (found.grant.client !== client.id) return null;
  const { grant, revision } = found;
  if (!grant.authorizations.some(({ id }) => id === user.authorization) || isRevoked(grant, token))
    return null;
  return {
    account: account.account,
    credential: {
      method: "oauth2",
      id: grant.id,
      name: client.name,
      scopes: token.scopes.filter((scope) => client.scopes.includes(scope) && grant.scopes.includes(scope)),
      expiresAt: token.expiresAt,
    },
    fences: [
      { id: accountKey(account.account.id), revision: account.revision },
      { id: grantKey(grant.account, grant.id), revision },
    ],
  };
}

/**
 * The caller behind an access token whose signature and times are good, as the documents stand; `null` when it was
 * revoked, or the grant withdrawn, or the client revoked, or the client's owner is not active.
 */
export async function resolveAccessToken(
  documents: DocumentStore,
  token: AccessToken,
): Promise<Principal | null> {
  const found = await findOAuthClient(documents, token.client);
  if (!found || found.client.revokedAt !== null) return null;
  const { client, revision } = found;
  const owner = await getAccount(documents, client.account);
  if (!owner || owner.account.status === "closed") return null;
  if (token.user)
    return owner.account.status === "active" ? principalOfUser(documents, token, client, token.user) : null;
  if (isRevoked(client, token)) return null;
  return {
    account: owner.account,
    credential: {
      method: "oauth2",
      id: client.id,
      name: client.name,
      scopes: token.scopes.filter((scope) => client.scopes.includes(scope)),
      expiresAt: token.expiresAt,
    },
    fences: [
      { id: accountKey(owner.account.id), revision: owner.revision },
      { id: oauthClientKey(client.account, client.id), revision },
    ],
  };
}

function withRevocation<Holder extends Revocations>(holder: Holder, token: AccessToken, at: number): Holder {
  const { id, expiresAt } = token;
  const revokedTokens = [
    ...holder.revokedTokens.filter((revoked) => revoked.expiresAt > at && revoked.id !== id),
    { id, expiresAt },
  ];
  if (revokedTokens.length <= maximumRevocations) return { ...holder, revokedTokens };
  // Behind the token itself, which may have been issued in this second.
  return { ...holder, revokedTokens: [], tokensNotBefore: Math.max(at, token.issuedAt + 1) };
}

/**
 * Revokes one access token; the next call with it is refused in every process.
 *
 * @param at Epoch milliseconds.
 */
export async function revokeAccessToken(stores: Stores, token: AccessToken, at: number): Promise<void> {
  const { user } = token;
  if (user) {
    await changeGrant(stores, user.account, user.grant, (grant) => withRevocation(grant, token, at));
    return;
  }
  const found = await findOAuthClient(stores.documents, token.client);
  if (found)
    await changeOAuthClient(stores, found.client.account, found.client.id, (client) =>
      withRevocation(client, token, at),
    );
}
