import {
  type AccessTokens,
  type Authenticator,
  type Clock,
  type DocumentStore,
  resolveAccessToken,
  systemClock,
} from "@tools-api/core";
import { credentialCache, type Resolution } from "../credential-cache.ts";
import { claimsToBeAccessToken } from "./tokens.ts";

/** What {@link accessTokenAuthenticator} is made from. */
export interface AccessTokenAuthenticatorOptions {
  documents: DocumentStore;
  accessTokens: AccessTokens;
  clock?: Clock;
  /** Callers and failed tokens that are remembered, each. Default 10,000. */
  cacheSize?: number;
}

/**
 * Resolves the access tokens of our own authorization server. A token is verified once in 30 s; a withdrawn grant, a
 * revoked token or client, and a suspended account hold at the next call, since the statement that counts it compares
 * the revisions of the documents behind the token.
 *
 * @example
 * ```ts
 * import { accessTokenAuthenticator, jwtAccessTokens } from "@tools-api/adapters/auth/access-token";
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { sessionSecret } from "@tools-api/core";
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
  async function load(credential: string): Promise<Resolution> {
    const token = await accessTokens.read(credential);
    if (token === null || typeof token === "string") return token;
    return (await resolveAccessToken(documents, token)) ?? "ended";
  }

  const cache = credentialCache({ load, clock, size: cacheSize, leewayMs: 5000 });
  return {
    async authenticate(credential, { fresh = false } = {}) {
      return claimsToBeAccessToken(credential) ? cache.resolve(credential, fresh) : null;
    },
  };
}
