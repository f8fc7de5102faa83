import { getAccount, accountKey } from "../accounts/accounts.ts";
import { commitFenced, type Stores } from "../accounts/commit-fenced.ts";
import { credentialEpoch } from "../accounts/credential-epoch.ts";
import type { Principal } from "../auth.ts";
import type { Scope } from "../schemas/account.ts";
import type { DocumentStore, Fence } from "../storage.ts";
import { type OAuthClient, oauthClientKey } from "./client.ts";
import { findOAuthClient } from "./clients.ts";
import { getGrant, type Grant, grantKey } from "./grants.ts";

/** How long an access token holds, in milliseconds. */
export const accessTokenMs = 15 * 60_000;

// The clocks of processes differ, and verifiers allow some seconds after `exp`.
const clockSlackMs = 5 * 60_000;

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

/** The caller of an access token, with the revisions that no usage fence guards. */
export interface AccessTokenPrincipal extends Principal {
  /**
   * The client and its owner, for a token that acts for another account: the usage store keeps the fences of an account
   * with its counters, so a fence of the owner's account is unknown there. A cache compares these revisions with the
   * documents before it uses the principal.
   */
  dependencies: readonly Fence[];
}

function revokedTokenKey(id: string): string {
  return `revoked-tokens/${id}`;
}

/** The client or grant through which a token is revoked: every principal of the token carries its fence. */
type Holder = Pick<Grant, "revokedTokens" | "tokensNotBefore">;

/**
 * Returns whether a token was revoked. Read the holder first: a revocation writes its document before it changes the
 * holder, so a reader of the new holder also finds the document.
 */
async function isRevoked(documents: DocumentStore, holder: Holder, token: AccessToken): Promise<boolean> {
  const { revokedTokens = [], tokensNotBefore = 0 } = holder;
  if (token.issuedAt < tokensNotBefore || revokedTokens.some(({ id }) => id === token.id)) return true;
  return (await documents.get(revokedTokenKey(token.id))) !== null;
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
  if (found.grant.client !== client.id || found.grant.epoch !== credentialEpoch(account.account)) return null;
  const { grant, revision } = found;
  if (!grant.authorizations.some(({ id }) => id === user.authorization)) return null;
  if (await isRevoked(documents, grant, token)) return null;
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
 * Resolves the caller of an access token whose signature and times are valid, from the documents. Returns `null` if the
 * token, its grant or its client was revoked, or the owner of the client is not active.
 */
export async function resolveAccessToken(
  documents: DocumentStore,
  token: AccessToken,
): Promise<AccessTokenPrincipal | null> {
  const found = await findOAuthClient(documents, token.client);
  if (!found || found.client.revokedAt !== null) return null;
  const { client, revision } = found;
  const owner = await getAccount(documents, client.account);
  if (!owner || owner.account.status === "closed") return null;
  // They ended together when the owner took the account back.
  if (client.epoch !== credentialEpoch(owner.account)) return null;
  const fences = [
    { id: accountKey(owner.account.id), revision: owner.revision },
    { id: oauthClientKey(client.account, client.id), revision },
  ];
  if (token.user) {
    if (owner.account.status !== "active") return null;
    const principal = await principalOfUser(documents, token, client, token.user);
    return principal && { ...principal, dependencies: fences };
  }
  if (await isRevoked(documents, client, token)) return null;
  return {
    account: owner.account,
    credential: {
      method: "oauth2",
      id: client.id,
      name: client.name,
      scopes: token.scopes.filter((scope) => client.scopes.includes(scope)),
      expiresAt: token.expiresAt,
    },
    fences,
    dependencies: [],
  };
}

/** Returns the key of the document whose fence all principals of a token carry, or `null` if there is no such client. */
async function holderKey(documents: DocumentStore, { client, user }: AccessToken): Promise<string | null> {
  if (user) return grantKey(user.account, user.grant);
  const found = await findOAuthClient(documents, client);
  return found && oauthClientKey(found.client.account, client);
}

/**
 * Revokes one access token and no other; the next call with it is refused in every process. The store keeps one small
 * document for each revoked token until the token would have expired.
 */
export async function revokeAccessToken(stores: Stores, token: AccessToken): Promise<void> {
  const { documents, usage } = stores;
  const key = await holderKey(documents, token);
  if (key === null) return;
  const expiresAt = token.expiresAt + clockSlackMs;
  const revoked = await documents.commit([{ key: revokedTokenKey(token.id), value: {}, expiresAt }]);
  if (!revoked.committed) throw new Error("A write without a condition was refused.");
  // Cached principals carry the revision of the holder. A new revision makes each process read the document above. Any
  // later write does so, so callers that revoke tokens of one client at the same time do not repeat each other's.
  for (;;) {
    const holder = await documents.get(key);
    if (!holder) return;
    if (holder.version > revoked.version) return usage.fence(key, holder.version);
    const operation = { key, value: holder.value, ifVersion: holder.version, fence: true };
    if ((await commitFenced(stores, [operation])).committed) return;
  }
}
