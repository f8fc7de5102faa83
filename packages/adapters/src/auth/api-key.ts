import {
  accountKey,
  type ApiKeyDigests,
  apiKeyKey,
  type Authenticator,
  claimsToBeApiKey,
  type Clock,
  credentialEpoch,
  type DocumentStore,
  findApiKey,
  getAccount,
  isWellFormedApiKey,
  plainDigests,
  type Principal,
  systemClock,
} from "@tools-api/core";
import { credentialCache, type Refusal, refused } from "./credential-cache.ts";

/** What {@link apiKeyAuthenticator} is made from. */
export interface ApiKeyAuthenticatorOptions {
  documents: DocumentStore;
  /** How keys are kept: `apiKeyDigests` with peppers. Default: without. */
  digests?: ApiKeyDigests;
  clock?: Clock;
  /** Callers and failed credentials that are remembered, each. Default 10,000. */
  cacheSize?: number;
}

/**
 * Resolves the API keys that `createApiKey` issues. Looks a key up by its digest; remembers callers and
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
  digests = plainDigests,
  clock = systemClock,
  cacheSize = 10_000,
}: ApiKeyAuthenticatorOptions): Authenticator {
  async function load(_: string, digest: string): Promise<Principal | Refusal> {
    const found = await findApiKey(documents, digests, digest, clock.now());
    if (typeof found === "string") return found;
    const { apiKey, revision, endsAt } = found;
    const owner = await getAccount(documents, apiKey.account);
    if (!owner || owner.account.status === "closed") return "ended";
    // It ended with all others when the owner took the account back.
    if (apiKey.epoch !== credentialEpoch(owner.account)) return "ended";
    return {
      account: owner.account,
      credential: {
        method: "api_key",
        id: apiKey.id,
        name: apiKey.name,
        scopes: apiKey.scopes,
        expiresAt: endsAt,
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
