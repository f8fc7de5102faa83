import {
  accountKey,
  apiKeyKey,
  type Authenticator,
  claimsToBeApiKey,
  type Clock,
  type DocumentStore,
  findApiKeyByDigest,
  getAccount,
  isWellFormedApiKey,
  type Principal,
  systemClock,
} from "@tools-api/core";
import { credentialCache, type Refusal, refused } from "./credential-cache.ts";

/** What {@link apiKeyAuthenticator} is made from. */
export interface ApiKeyAuthenticatorOptions {
  documents: DocumentStore;
  clock?: Clock;
  /** Callers and failed credentials that are remembered, each. Default 10,000. */
  cacheSize?: number;
}

/**
 * Resolves the API keys that `createApiKey` issues. Looks a key up by its SHA-256; remembers callers and
 * failures apart, so that a flood of guesses cannot push real callers out.
 *
 * @example
 * ```ts
 * import { apiKeyAuthenticator } from "@tools-api/adapters/auth/api-key";
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 *
 * const authenticator = apiKeyAuthenticator({ documents: memoryDocuments() });
 * console.log(await authenticator.authenticate("not-a-key")); // null
 * ```
 */
export function apiKeyAuthenticator({
  documents,
  clock = systemClock,
  cacheSize = 10_000,
}: ApiKeyAuthenticatorOptions): Authenticator {
  async function load(_: string, digest: string): Promise<Principal | Refusal> {
    const found = await findApiKeyByDigest(documents, digest);
    if (!found) return "unknown";
    const { apiKey, revision } = found;
    if (apiKey.revokedAt !== null) return "ended";
    const owner = await getAccount(documents, apiKey.account);
    if (!owner) return "ended";
    return {
      account: owner.account,
      credential: {
        method: "api_key",
        id: apiKey.id,
        name: apiKey.name,
        scopes: apiKey.scopes,
        expiresAt: apiKey.expiresAt === null ? null : Date.parse(apiKey.expiresAt),
        dailyLimit: apiKey.dailyLimit,
      },
      fences: [
        { id: accountKey(owner.account.id), revision: owner.revision },
        { id: apiKeyKey(apiKey.account, apiKey.id), revision },
      ],
    };
  }

  const cache = credentialCache({ load, clock, size: cacheSize });
  return {
    async authenticate(credential, { fresh = false } = {}) {
      if (!claimsToBeApiKey(credential)) return null;
      // A typo is refused without a look-up.
      if (!isWellFormedApiKey(credential)) throw refused("unknown");
      return cache.resolve(credential, fresh);
    },
  };
}
