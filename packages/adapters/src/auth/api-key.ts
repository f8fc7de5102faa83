import {
  type Authenticator,
  type Clock,
  type DocumentStore,
  type Principal,
  systemClock,
} from "@tools-api/core";
import {
  type ApiKeyDigests,
  fence,
  getAccount,
  hasApiKeyPrefix,
  isWellFormedApiKey,
  plainDigests,
} from "@tools-api/core/accounts";
import { findApiKey } from "@tools-api/core/internal/identity";
import { credentialEpoch } from "@tools-api/core/internal";
import { credentialCache, type Refusal, refused } from "./credential-cache.ts";

/** The options of {@link apiKeyAuthenticator}. */
export interface ApiKeyAuthenticatorOptions {
  documents: DocumentStore;
  /**
   * Computes the digests under which keys are stored. For peppered digests, pass `apiKeyDigests(peppers)`. Default: no
   * pepper.
   */
  digests?: ApiKeyDigests;
  clock?: Clock;
  /** Maximum number of cached callers, and of cached refusals. Default: 10,000 each. */
  cacheSize?: number;
}

/**
 * Creates an authenticator for the API keys that `createApiKey` issues. It looks up each key by its digest. Callers and
 * failures have separate caches, so a flood of guesses cannot evict real callers.
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
  digests = plainDigests,
  clock = systemClock,
  cacheSize = 10_000,
}: ApiKeyAuthenticatorOptions): Authenticator {
  async function load(_: string, digest: string): Promise<Principal | Refusal> {
    const found = await findApiKey(documents, digests, digest, clock.now());
    if (typeof found === "string") return found === "ended" ? "revoked" : found;
    const { value: apiKey, endsAt } = found;
    const owner = await getAccount(documents, apiKey.account);
    if (!owner || owner.value.status === "closed") return "account";
    // Account recovery ends every key that was issued before it.
    if (apiKey.epoch !== credentialEpoch(owner.value)) return "revoked";
    return {
      account: owner.value,
      credential: {
        method: "api_key",
        id: apiKey.id,
        name: apiKey.name,
        scopes: apiKey.scopes,
        expiresAt: endsAt,
        dailyLimit: apiKey.dailyLimit,
        allowedIps: apiKey.allowedIps,
      },
      fences: [fence(owner), fence(found)],
    };
  }

  const cache = credentialCache({ load, clock, size: cacheSize });
  return {
    async authenticate(credential, { fresh = false } = {}) {
      if (!hasApiKeyPrefix(credential)) return null;
      // A typo is refused without a lookup.
      if (!isWellFormedApiKey(credential)) throw refused("malformed");
      return cache.resolve(credential, fresh);
    },
    recall: (credential) => (hasApiKeyPrefix(credential) ? cache.recall(credential) : undefined),
  };
}
