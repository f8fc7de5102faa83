import { type Authenticator, type Clock, type DocumentStore, systemClock } from "@tools-api/core";
import { keyRingKey } from "@tools-api/core/internal";
import { type AccessTokenPrincipal, type AccessTokens } from "@tools-api/core/oauth";
import { resolveAccessToken } from "@tools-api/core/internal/identity";
import { credentialCache, refused, type Resolution } from "../credential-cache.ts";
import { sharedLoads } from "../shared-loads.ts";
import { claimsToBeAccessToken } from "./tokens.ts";

/** The options of {@link accessTokenAuthenticator}. */
export interface AccessTokenAuthenticatorOptions {
  documents: DocumentStore;
  accessTokens: AccessTokens;
  clock?: Clock;
  /** Number of callers in the cache. Default: 10,000. */
  cacheSize?: number;
}

interface Caller extends AccessTokenPrincipal {
  /** The resource that the token was issued for. */
  resource: string;
  /** The version of the signing keys that verified the token. */
  keys: number | null;
}

/**
 * Resolves the access tokens of this server, for the resource that they were issued for. A verified token stays in the cache for 30 s. A change that concerns a
 * token takes effect at the next call. The statement that counts the call compares the account and the grant. The
 * authenticator reads the versions of the client, its owner and the signing keys for each call; concurrent calls share
 * these reads.
 *
 * @example
 * ```ts
 * import { accessTokenAuthenticator, jwtAccessTokens } from "@tools-api/adapters/auth/access-token";
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { sessionSecret } from "@tools-api/core/accounts";
 *
 * const documents = memoryDocuments();
 * const issuer = "https://api.example.com";
 * const accessTokens = jwtAccessTokens({ documents, issuer, secret: () => sessionSecret(documents) });
 * const authenticator = accessTokenAuthenticator({ documents, accessTokens });
 * console.log(await authenticator.authenticate("not-a-token")); // null
 * ```
 */
export function accessTokenAuthenticator({
  documents,
  accessTokens,
  clock = systemClock,
  cacheSize = 10_000,
}: AccessTokenAuthenticatorOptions): Authenticator {
  const shared = sharedLoads<number | null>();
  const version = (key: string) => shared(key, true, async () => (await documents.get(key))?.version ?? null);

  async function load(credential: string): Promise<Resolution<Caller>> {
    const keys = await version(keyRingKey);
    const token = await accessTokens.read(credential);
    if (token === null || typeof token === "string") return token === "ended" ? "expired" : token;
    const principal = await resolveAccessToken(documents, token);
    return principal ? { ...principal, resource: token.resource, keys } : "revoked";
  }

  async function isCurrent({ keys, dependencies }: Caller): Promise<boolean> {
    const expected = [{ id: keyRingKey, revision: keys }, ...dependencies];
    const versions = await Promise.all(expected.map(({ id }) => version(id)));
    return expected.every(({ revision }, index) => revision === versions[index]);
  }

  // Refusals are not cached: the client's owner may be suspended now and active at the next call.
  const cache = credentialCache({ load, isCurrent, clock, size: cacheSize, refusalMs: 0, leewayMs: 5000 });
  return {
    async authenticate(credential, { fresh = false, resource = "" } = {}) {
      const caller = claimsToBeAccessToken(credential) ? await cache.resolve(credential, fresh) : null;
      // Attack: a resource could use the tokens that it receives at another one (RFC 8707 §3).
      if (caller && caller.resource !== resource) throw refused("resource");
      return caller;
    },
  };
}
