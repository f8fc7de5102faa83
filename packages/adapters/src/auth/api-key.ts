import crypto from "node:crypto";
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
  ToolsError,
} from "@tools-api/core";
import { LRUCache } from "lru-cache";

/** What {@link apiKeyAuthenticator} is made from. */
export interface ApiKeyAuthenticatorOptions {
  documents: DocumentStore;
  clock?: Clock;
  /** Callers and failed credentials that are remembered, each. Default 10,000. */
  cacheSize?: number;
}

// A cached principal only saves a read: the statement that counts the call compares its revisions. The bound
// matters where a process died between writing a change and raising its fence.
const cacheMs = 30_000;

/** SHA-256 in hexadecimal. */
const sha256 =
  // Since Node 20.12 there is a function for what is at hand as a whole, which takes half the time.
  typeof crypto.hash === "function"
    ? (text: string) => crypto.hash("sha256", text)
    : (text: string) => crypto.createHash("sha256").update(text).digest("hex");

type Failure = "unknown" | "revoked" | "expired";

interface Load {
  result: Promise<Principal | Failure>;
  next?: Promise<Principal | Failure>;
}

function refusal(failure: Failure): ToolsError {
  return new ToolsError("invalid_credentials", "The credential is unknown, malformed, revoked or expired.", {
    wasValid: failure !== "unknown",
  });
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
  const bounds = { max: cacheSize, ttl: cacheMs, ttlResolution: 0, perf: clock };
  const principals = new LRUCache<string, Principal>(bounds);
  const failures = new LRUCache<string, Failure>(bounds);
  const loading = new Map<string, Load>();

  async function load(digest: string): Promise<Principal | Failure> {
    const found = await findApiKeyByDigest(documents, digest);
    if (!found) return "unknown";
    const { apiKey, revision } = found;
    if (apiKey.revokedAt !== null) return "revoked";
    const owner = await getAccount(documents, apiKey.account);
    if (!owner) return "revoked";
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

  async function loadAndRemember(digest: string): Promise<Principal | Failure> {
    const loaded = await load(digest);
    if (typeof loaded === "string") {
      principals.delete(digest);
      failures.set(digest, loaded);
    } else {
      failures.delete(digest);
      principals.set(digest, loaded);
    }
    return loaded;
  }

  function start(digest: string): Promise<Principal | Failure> {
    const began = loading.get(digest);
    if (began) return began.result;
    const load: Load = { result: loadAndRemember(digest).finally(() => loading.delete(digest)) };
    loading.set(digest, load);
    return load.result;
  }

  // A running load may have read what has changed since, so whoever asks afresh shares the one after it.
  function loadOnce(digest: string, fresh: boolean): Promise<Principal | Failure> {
    const running = loading.get(digest);
    if (!running) return start(digest);
    if (!fresh) return running.result;
    const again = () => start(digest);
    running.next ??= running.result.then(again, again);
    return running.next;
  }

  return {
    async authenticate(credential, { fresh = false } = {}) {
      if (!claimsToBeApiKey(credential)) return null;
      if (!isWellFormedApiKey(credential)) throw refusal("unknown");
      const digest = sha256(credential);
      const remembered = fresh ? undefined : (principals.get(digest) ?? failures.get(digest));
      const principal = remembered ?? (await loadOnce(digest, fresh));
      if (typeof principal === "string") throw refusal(principal);
      const { expiresAt } = principal.credential;
      if (expiresAt !== null && expiresAt <= clock.now()) throw refusal("expired");
      return principal;
    },
  };
}
