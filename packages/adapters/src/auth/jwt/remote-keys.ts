import { type Clock, ToolsError } from "@tools-api/core";
import { hourMs } from "@tools-api/core/internal";
import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey } from "jose";
import { type Fetch, readJson } from "../read-json.ts";

// The maximum age of keys while their issuer responds. A key that the issuer withdrew verifies until then.
const refreshMs = 600_000;
// The maximum age while the issuer does not respond, so that an outage of minutes does not become ours.
const keptMs = hourMs;
// Without a pause, each token with a made-up key id would cause a request to the issuer.
const cooldownMs = 10_000;
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

/**
 * Returns the keys that an issuer publishes (RFC 7517 §5). They are loaded at first use, every ten minutes, and when a
 * token names a key that is not among them.
 *
 * @throws ToolsError `storage_unavailable` if the issuer does not respond and no keys are cached. Such a token is
 *   unverified, not a guess.
 */
export function remoteKeys(uri: string, { fetch, clock }: { fetch: Fetch; clock: Clock }): JWTVerifyGetKey {
  let loadedAt = Number.NEGATIVE_INFINITY;
  let failedAt = Number.NEGATIVE_INFINITY;
  let failure: unknown;

  async function load(url: string, init: RequestInit): Promise<Response> {
    if (isWithin(cooldownMs, loadedAt, clock.now())) throw new errors.JWKSNoMatchingKey();
    if (isWithin(retryMs, failedAt, clock.now())) throw failure;
    try {
      const set = await readJson(await fetch(url, { ...init, redirect: "manual" }), maxSetBytes);
      if (typeof set !== "object" || set === null || !("keys" in set) || !Array.isArray(set.keys))
        throw new Error("expected a JWK set");
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
    // `isWithin` decides above when to load, by our clock.
    cacheMaxAge: Number.POSITIVE_INFINITY,
    cooldownDuration: 0,
  });

  return async (header, token) => {
    try {
      if (!isWithin(refreshMs, loadedAt, clock.now()))
        await keys.reload().catch((error: unknown) => {
          if (!isWithin(keptMs, loadedAt, clock.now())) throw error;
        });
      return await keys(header, token);
    } catch (error) {
      const isVerdict =
        error instanceof errors.JWKSNoMatchingKey ||
        error instanceof errors.JWKSMultipleMatchingKeys ||
        error instanceof errors.JOSENotSupported;
      if (isVerdict) throw error;
      throw new ToolsError(
        "storage_unavailable",
        "The keys of the token's issuer are not available. Try again.",
        {
          cause: error,
          retryAfter: retryMs / 1000,
        },
      );
    }
  };
}
