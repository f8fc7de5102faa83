import { type Clock, type Principal, ToolsError } from "@tools-api/core";
import { LRUCache } from "lru-cache";
import { sha256 } from "./digest.ts";
import { sharedLoads } from "./shared-loads.ts";

/** Why a credential is refused: nobody ever issued it for us, or it was valid once and is so no more. */
export type Refusal = "unknown" | "ended";

/** The caller behind a credential, why it is refused, or `null`: it is of another kind. */
export type Resolution<Caller extends Principal = Principal> = Caller | Refusal | null;

/** What {@link credentialCache} is made from. */
export interface CredentialCacheOptions<Caller extends Principal> {
  /** Resolves a credential without any cache. A throw is nobody's verdict on the credential and is not remembered. */
  load(credential: string, digest: string): Promise<Resolution<Caller>>;
  /** Returns whether a remembered caller is still valid where its fences do not show it. Default: always. */
  isCurrent?(caller: Caller): Promise<boolean>;
  clock: Clock;
  /** Callers and refused credentials that are remembered, each. */
  size: number;
  /** How long a refusal is remembered in milliseconds; 0 for not at all. Default: 30,000. */
  refusalMs?: number;
  /** Milliseconds for which a credential is good behind its expiry, for clocks that differ. Default: 0. */
  leewayMs?: number;
}

/** Callers by their credential, of which only the SHA-256 is kept. */
export interface CredentialCache {
  /**
   * The caller, or `null` for a credential of another kind. `fresh` passes over what is remembered.
   *
   * @throws ToolsError `invalid_credentials`, and whatever `load` throws.
   */
  resolve(credential: string, fresh: boolean): Promise<Principal | null>;
}

// A cached principal only saves a read: the statement that counts the call compares its revisions. The bound
// matters where a process died between writing a change and raising its fence.
const cacheMs = 30_000;

/** The error that goes with a refusal, which says nothing about the reason. */
export function refused(refusal: Refusal): ToolsError {
  return new ToolsError("invalid_credentials", "The credential is unknown, malformed, revoked or expired.", {
    wasValid: refusal === "ended",
  });
}

/**
 * Remembers callers for 30 s at most, and refusals apart from them, so that a flood of guesses cannot push real
 * callers out. Of any number that ask for the same credential at the same time one loads for all.
 */
export function credentialCache<Caller extends Principal>({
  load,
  isCurrent,
  clock,
  size,
  refusalMs = cacheMs,
  leewayMs = 0,
}: CredentialCacheOptions<Caller>): CredentialCache {
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

  async function remembered(digest: string): Promise<Caller | Refusal | undefined> {
    const caller = principals.get(digest);
    if (!caller) return refusals.get(digest);
    if (!isCurrent || (await isCurrent(caller))) return caller;
    principals.delete(digest);
    return undefined;
  }

  return {
    async resolve(credential, fresh) {
      const digest = sha256(credential);
      // A load that started before this call may have read what has changed since, so a caller that is no longer current
      // is loaded afresh.
      const known = fresh ? undefined : await remembered(digest);
      const resolution =
        known ??
        (await loadOnce(digest, fresh || isCurrent !== undefined, () => loadAndRemember(credential, digest)));
      if (resolution === null) return null;
      if (typeof resolution === "string") throw refused(resolution);
      const { expiresAt } = resolution.credential;
      if (expiresAt !== null && expiresAt + leewayMs <= clock.now()) throw refused("ended");
      return resolution;
    },
  };
}
