import { type Clock, type Principal, ToolsError } from "@tools-api/core";
import { LRUCache } from "lru-cache";
import { sha256 } from "./digest.ts";
import { sharedLoads } from "./shared-loads.ts";

/** The reasons for a refusal. True: the credential was valid once, or is genuine, so it is no guess. */
const refusals = {
  unknown: false,
  malformed: false,
  unknown_key: false,
  signature: false,
  algorithm: false,
  issuer: false,
  audience: false,
  claims: false,
  /** A token of another type, such as an ID token. */
  token_type: false,
  /** A token that is bound to a key of its client. */
  bound_token: false,
  inactive: false,
  /** A token of this server for another of its resources. */
  resource: true,
  expired: true,
  not_yet_valid: true,
  revoked: true,
  /** A genuine token whose account does not exist or is closed. */
  account: true,
} as const;

/** The reason for a refusal, as the log names it. */
export type Refusal = keyof typeof refusals;

/** The caller of a credential, the reason for its refusal, or `null` if the credential is of another kind. */
export type Resolution<Caller extends Principal = Principal> = Caller | Refusal | null;

/** The options of {@link credentialCache}. */
export interface CredentialCacheOptions<Caller extends Principal> {
  /** Resolves a credential without a cache. A throw says nothing about the credential and is not cached. */
  load(credential: string, digest: string): Promise<Resolution<Caller>>;
  /** Returns whether a cached caller is still valid, for changes that its fences do not show. Default: always. */
  isCurrent?(caller: Caller): Promise<boolean>;
  clock: Clock;
  /** Number of cached callers, and of cached refusals. */
  size: number;
  /** Time in milliseconds for which a refusal is cached; 0 disables it. Default: 30,000. */
  refusalMs?: number;
  /** Milliseconds for which a credential is accepted after its expiry, because clocks differ. Default: 0. */
  leewayMs?: number;
}

// A cached principal only saves a read: the statement that counts the call compares its revisions. This bound matters
// if a process died between writing a change and raising its fence.
const cacheMs = 30_000;

/** Creates the error for a refusal. The error does not reveal the reason. */
export function refused(refusal: Refusal): ToolsError {
  return new ToolsError("invalid_credentials", "The credential is unknown, malformed, revoked or expired.", {
    wasValid: refusals[refusal],
    reason: refusal,
  });
}

/**
 * Caches callers by the SHA-256 of their credential, for at most 30 s. Refusals have a separate cache, so a flood of guesses cannot evict real callers.
 * Concurrent calls for the same credential share one load.
 */
export function credentialCache<Caller extends Principal>({
  load,
  isCurrent,
  clock,
  size,
  refusalMs = cacheMs,
  leewayMs = 0,
}: CredentialCacheOptions<Caller>) {
  const bounds = { max: size, ttlResolution: 0, perf: clock };
  const principals = new LRUCache<string, Caller>({ ...bounds, ttl: cacheMs });
  const refusals = new LRUCache<string, Refusal>({ ...bounds, ttl: refusalMs });
  const loadOnce = sharedLoads<Resolution<Caller>>();

  async function loadAndRemember(credential: string, digest: string): Promise<Resolution<Caller>> {
    const loaded = await load(credential, digest);
    if (loaded !== null && typeof loaded !== "string") {
      refusals.delete(digest);
      principals.set(digest, loaded);
    } else {
      principals.delete(digest);
      if (loaded !== null && refusalMs > 0) refusals.set(digest, loaded);
    }
    return loaded;
  }

  const isExpired = ({ credential: { expiresAt } }: Caller) =>
    expiresAt !== null && expiresAt + leewayMs <= clock.now();

  async function remembered(digest: string): Promise<Caller | Refusal | undefined> {
    const caller = principals.get(digest);
    if (!caller) return refusals.get(digest);
    if (!isCurrent || (await isCurrent(caller))) return caller;
    principals.delete(digest);
    return undefined;
  }

  return {
    /**
     * Returns the caller, or `null` if the credential is of another kind. `fresh` bypasses the cache.
     *
     * @throws ToolsError `invalid_credentials`, and any error of `load`.
     */
    async resolve(credential: string, fresh: boolean): Promise<Caller | null> {
      const digest = sha256(credential);
      // A load that started before this call may have read outdated documents, so a caller that is no longer current is
      // loaded again.
      const known = fresh ? undefined : await remembered(digest);
      const resolution =
        known ??
        (await loadOnce(digest, fresh || isCurrent !== undefined, () => loadAndRemember(credential, digest)));
      if (resolution === null) return null;
      if (typeof resolution === "string") throw refused(resolution);
      if (isExpired(resolution)) throw refused("expired");
      return resolution;
    },

    /** Returns a cached caller that is valid without a check, or `undefined`. */
    recall(credential: string): Caller | undefined {
      const caller = isCurrent ? undefined : principals.get(sha256(credential));
      return caller && !isExpired(caller) ? caller : undefined;
    },
  };
}
