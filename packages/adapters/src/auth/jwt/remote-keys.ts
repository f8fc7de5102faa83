import { type Clock, ToolsError } from "@tools-api/core";
import { hourMs } from "@tools-api/core/internal/time";
import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey } from "jose";
import { type Fetch, readJson } from "../read-json.ts";
import { readKeySet } from "./key-set.ts";

// The maximum age of keys while their issuer responds. A key that the issuer withdrew verifies until then.
const refreshMs = 600_000;
// The maximum age while the issuer does not respond, so that an outage of minutes does not become ours.
const keptMs = hourMs;
// Without a pause, each token with a made-up key id would cause a request to the issuer.
const cooldownMs = 2_000;
// The pause after an issuer did not respond.
const retryMs = 5_000;
const timeoutMs = 3_000;
const maxSetBytes = 262_144;

/**
 * Returns whether less than `ms` have passed. If the clock was set back, it returns false, so that no pause lasts too
 * long.
 */
function isWithin(ms: number, since: number, now: number): boolean {
  return now >= since && now - since < ms;
}

/** The keys that verify the tokens of an issuer. */
export interface KeySource {
  get: JWTVerifyGetKey;
  /** Loads the keys again. Returns false if they are fresh or the issuer does not respond. Absent: the keys are fixed. */
  refresh?: () => Promise<boolean>;
}

/** Returns the error for a token that cannot be verified at the moment. It is no guess. */
function unverifiable(waitMs: number, cause?: unknown): ToolsError {
  return new ToolsError(
    "storage_unavailable",
    "The keys of the token's issuer are not available. Try again.",
    { cause, retryAfter: Math.max(1, Math.ceil(waitMs / 1000)) },
  );
}

/**
 * Returns the keys that an issuer publishes (RFC 7517 §5). They are loaded at first use, every ten minutes, and when a
 * token names a key that is not among them.
 *
 * @throws ToolsError `storage_unavailable` if the issuer does not respond and no keys are cached, or the token names another
 *   key within two seconds after a load: the issuer may have added it. Such a token is unverified, not a guess.
 */
export function remoteKeys(uri: string, { fetch, clock }: { fetch: Fetch; clock: Clock }): KeySource {
  let loads = 0;
  let loadedAt = Number.NEGATIVE_INFINITY;
  let failedAt = Number.NEGATIVE_INFINITY;
  let failure: unknown;
  const hasLoadedWithin = (ms: number) => isWithin(ms, loadedAt, clock.now());

  async function load(url: string, init: RequestInit): Promise<Response> {
    if (isWithin(retryMs, failedAt, clock.now())) throw failure;
    try {
      const set = readKeySet(await readJson(await fetch(url, { ...init, redirect: "manual" }), maxSetBytes));
      loads += 1;
      loadedAt = clock.now();
      return Response.json(set);
    } catch (error) {
      failedAt = clock.now();
      failure = error;
      throw error;
    }
  }

  const keys = createRemoteJWKSet(new URL(uri), {
    [customFetch]: load,
    timeoutDuration: timeoutMs,
    // The functions below decide when to load, by our clock.
    cacheMaxAge: Number.POSITIVE_INFINITY,
    cooldownDuration: Number.POSITIVE_INFINITY,
  });

  const find: JWTVerifyGetKey = async (header, token) => {
    const before = loads;
    if (!hasLoadedWithin(refreshMs))
      await keys.reload().catch((error: unknown) => {
        if (!hasLoadedWithin(keptMs)) throw error;
      });
    try {
      return await keys(header, token);
    } catch (error) {
      // A set that was loaded after the token arrived has its key, or the issuer has none.
      if (!(error instanceof errors.JWKSNoMatchingKey) || loads > before) throw error;
    }
    if (hasLoadedWithin(cooldownMs)) throw unverifiable(loadedAt + cooldownMs - clock.now());
    await keys.reload();
    return keys(header, token);
  };

  return {
    async get(header, token) {
      try {
        return await find(header, token);
      } catch (error) {
        const isVerdict =
          error instanceof errors.JWKSNoMatchingKey ||
          error instanceof errors.JWKSMultipleMatchingKeys ||
          error instanceof errors.JOSENotSupported;
        if (isVerdict || error instanceof ToolsError) throw error;
        throw unverifiable(retryMs, error);
      }
    },
    async refresh() {
      if (hasLoadedWithin(cooldownMs)) return false;
      return keys.reload().then(
        () => true,
        () => false,
      );
    },
  };
}
