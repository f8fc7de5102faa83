import type { Principal } from "../auth.ts";
import { z } from "zod";
import { collection } from "../../store/collection.ts";
import { fence, type Stores, transact } from "../../store/commit.ts";
import type { DocumentStore, Fence } from "../../store/storage.ts";
import { getAccount } from "../accounts.ts";
import { credentialEpoch } from "../credential-epoch.ts";
import type { OAuthClient } from "./client.ts";
import { findOAuthClient } from "./find-clients.ts";
import { isSelfRegistered } from "./self-registered.ts";
import { getGrant, type Grant, grantKey } from "./grants.ts";

/** Milliseconds for which an access token is valid. */
export const accessTokenMs = 15 * 60_000;

// The clocks of processes differ, and verifiers allow some seconds after `exp`.
const clockSlackMs = 5 * 60_000;

/** The content of a signed access token. Instants are epoch milliseconds, in whole seconds. */
export interface AccessToken {
  id: string;
  client: string;
  /** The path of the resource that accepts it, after the issuer (RFC 8707): empty for the API, or such as `/mcp`. */
  resource: string;
  scopes: readonly string[];
  issuedAt: number;
  expiresAt: number;
  /** The user who authorized the client; `null` if the client acts for the account that registered it. */
  user: { account: string; grant: string; authorization: string; authenticatedAt: number } | null;
}

/** Issues and reads access tokens. */
export interface AccessTokens {
  /** Signs a token. */
  issue(token: AccessToken): Promise<string>;
  /**
   * Verifies a token that this installation issued, without checking whether it was revoked. Returns `null` if the text
   * is not a token of this kind, `unknown` if it was never issued here, and `ended` if it has expired.
   */
  read(token: string): Promise<AccessToken | "unknown" | "ended" | null>;
  /** Returns the public keys for tokens that are valid or will be issued soon, as JWKs (RFC 7517 §5). */
  publicKeys(): Promise<Record<string, unknown>[]>;
}

/** The caller of an access token, with the revisions that no usage fence guards. */
export interface AccessTokenPrincipal extends Principal {
  /**
   * The revisions of the client and its owner, for a token that acts for another account. The usage store keeps fences
   * with the counters of an account, so it has no fence of the owner there. A cache compares these revisions with the
   * documents before it uses the principal.
   */
  dependencies: readonly Fence[];
}

const revokedTokens = collection("revoked-tokens/{id}", z.object({}));

/** The client or grant through which a token is revoked: every principal of the token carries its fence. */
type Holder = Pick<Grant, "revokedTokens" | "tokensNotBefore">;

/**
 * Returns whether a token was revoked. Read the holder first: a revocation writes its document before it changes the
 * holder, so a reader of the new holder also finds the document.
 */
async function isRevoked(documents: DocumentStore, holder: Holder, token: AccessToken): Promise<boolean> {
  const { revokedTokens: earlier = [], tokensNotBefore = 0 } = holder;
  if (token.issuedAt < tokensNotBefore || earlier.some(({ id }) => id === token.id)) return true;
  return (await revokedTokens.get(documents, token)) !== null;
}

async function principalOfUser(
  documents: DocumentStore,
  token: AccessToken,
  client: OAuthClient | null,
  user: NonNullable<AccessToken["user"]>,
): Promise<Principal | null> {
  const [grant, account] = await Promise.all([
    getGrant(documents, user.account, user.grant),
    getAccount(documents, user.account),
  ]);
  if (!grant || !account || account.value.status === "closed") return null;
  const { app, epoch, authorizations, scopes, id } = grant.value;
  if (grant.value.client !== token.client || epoch !== credentialEpoch(account.value)) return null;
  if (!authorizations.some(({ id: active }) => active === user.authorization)) return null;
  if (await isRevoked(documents, grant.value, token)) return null;
  return {
    account: account.value,
    credential: {
      method: "oauth2",
      id,
      name: client?.name ?? app?.name ?? "",
      scopes: token.scopes.filter(
        (scope) => (!client || client.scopes.includes(scope)) && scopes.includes(scope),
      ),
      expiresAt: token.expiresAt,
    },
    fences: [fence(account), fence(grant)],
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
  // A client that registered itself has no owner, and its users end its tokens by their grants.
  if (isSelfRegistered(token.client)) {
    const principal = token.user && (await principalOfUser(documents, token, null, token.user));
    return principal && { ...principal, dependencies: [] };
  }
  const found = await findOAuthClient(documents, token.client);
  if (!found || found.value.revokedAt !== null) return null;
  const client = found.value;
  const owner = await getAccount(documents, client.account);
  if (!owner || owner.value.status === "closed") return null;
  // The credentials of that epoch ended when the owner took the account back.
  if (client.epoch !== credentialEpoch(owner.value)) return null;
  const fences = [fence(owner), fence(found)];
  if (token.user) {
    if (owner.value.status !== "active") return null;
    const principal = await principalOfUser(documents, token, client, token.user);
    return principal && { ...principal, dependencies: fences };
  }
  if (await isRevoked(documents, client, token)) return null;
  return {
    account: owner.value,
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

/**
 * Returns the key of the document whose fence all principals of a token carry, or `null` if there is no such client.
 */
async function holderKey(documents: DocumentStore, { client, user }: AccessToken): Promise<string | null> {
  if (user) return grantKey(user.account, user.grant);
  const found = await findOAuthClient(documents, client);
  return found && found.key;
}

/**
 * Revokes a single access token. Every process refuses the next call with it. The store keeps one small document for
 * each revoked token until the token would have expired.
 */
export async function revokeAccessToken(stores: Stores, token: AccessToken): Promise<void> {
  const { documents, usage } = stores;
  const key = await holderKey(documents, token);
  if (key === null) return;
  const expiresAt = token.expiresAt + clockSlackMs;
  const revoked = await documents.commit([revokedTokens.put(token, {}, { expiresAt })]);
  if (!revoked.committed) throw new Error("The store refused a write without a condition.");
  // Cached principals carry the revision of the holder. A new revision makes each process read the document above. Any
  // later write of the holder has the same effect, so concurrent revocations for one client need not repeat it.
  await transact(stores, async () => {
    const holder = await documents.get(key);
    const isNewer = holder !== null && holder.version > revoked.version;
    if (isNewer) await usage.fence(key, holder.version);
    const isCurrent = holder === null || isNewer;
    const operations = isCurrent
      ? []
      : [{ key, value: holder.value, ifVersion: holder.version, fence: true }];
    return { operations, result: null };
  });
}
