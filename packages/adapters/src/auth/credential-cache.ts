import { type Clock, type Principal, ToolsError } from "@tools-api/core";
import { LRUCache } from "lru-cache";
import { sha256 } from "./digest.ts";

/** Why a credential is refused: nobody ever issued it for us, or it was valid once and is so no more. */
export type Refusal = "unknown" | "ended";

/** The caller behind a credential, why it is refused, or `null`: it is of another kind. */
export type Resolution = Principal | Refusal | null;

/** What {@link credentialCache} is made from. */
export interface CredentialCacheOptions {
  /** Resolves a credential without any cache. A throw is nobody's verdict on the credential and is not remembered. */
  load(credential: string, digest: string): Promise<Resolution>;
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

interface Load {
  result: Promise<Resolution>;
  next?: Promise<Resolution>;
}

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
export function credentialCache({
  load,
  clock,
  size,
  refusalMs = cacheMs,
  leewayMs = 0,
}: CredentialCacheOptions): CredentialCache {
  const bounds = { max: size, ttlResolution: 0, perf: clock };
  const principals = new LRUCache<string, Principal>({ ...bounds, ttl: cacheMs });
  const refusals = new LRUCache<string, Refusal>({ ...bounds, ttl: refusalMs });
  const loading = new Map<string, Load>();

  async function loadAndRemember(credential: string, digest: string): Promise<Resolution> {
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

  function start(credential: string, digest: string): Promise<Resolution> {
    const began = loading.get(digest);
    if (began) return began.result;
    const result = loadAndRemember(credential, digest).finally(() => loading.delete(digest));
    loading.set(digest, { result });
    return result;
  }

  // A running load may have read what has changed since, so whoever asks afresh shares the one after it.
  function loadOnce(credential: string, digest: string, fresh: boolean): Promise<Resolution> {
    const running = loading.get(digest);
    if (!running) return start(credential, digest);
    if (!fresh) return running.result;
    const again = () => start(credential, digest);
    running.next ??= running.result.then(again, again);
    return running.next;
  }

  return {
    async resolve(credential, fresh) {
      const digest = sha256(credential);
      const remembered = fresh ? undefined : (principals.get(digest) ?? refusals.get(digest));
      const resolution = remembered ?? (await loadOnce(credential, digest, fresh));
      if (resolution === null) return null;
      if (typeof resolution === "string") throw refused(resolution);
      const { expiresAt } = resolution.credential;
      if (expiresAt !== null && expiresAt + leewayMs <= clock.now()) throw refused("ended");
      return resolution;
    },
  };
}
