import { type Clock, ToolsError } from "@tools-api/core";
import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey } from "jose";
import { type Fetch, readJson } from "../read-json.ts";

// The oldest that keys may be while their issuer answers: until then one that it has withdrawn goes on verifying.
const refreshMs = 600_000;
// And while it does not: an outage of the issuer for minutes is no outage of ours.
const keptMs = 3_600_000;
// Tokens with made-up key ids would else have us ask the issuer for each of them.
const cooldownMs = 10_000;
// The same for an issuer that does not answer.
const retryMs = 5_000;
const timeoutMs = 3_000;
const largestSet = 262_144;

/** Whether less than `ms` have passed; a clock that was set back makes it false rather than true for long. */
function isWithin(ms: number, since: number, now: number): boolean {
  return now >= since && now - since < ms;
}

/**
 * The keys that an issuer publishes (RFC 7517 §5). They are asked for when first needed, every ten minutes, and when
 * a token names one that is not among them.
 *
 * @throws ToolsError `storage_unavailable` where the issuer does not answer and no keys are at hand: what cannot be
 * verified is no guess.
 */
export function remoteKeys(uri: string, { fetch, clock }: { fetch: Fetch; clock: Clock }): JWTVerifyGetKey {
  let loadedAt = Number.NEGATIVE_INFINITY;
  let failedAt = Number.NEGATIVE_INFINITY;
  let failure: unknown;

  async function load(url: string, init: RequestInit): Promise<Response> {
    if (isWithin(cooldownMs, loadedAt, clock.now())) throw new errors.JWKSNoMatchingKey();
    if (isWithin(retryMs, failedAt, clock.now())) throw failure;
    try {
      const set = await readJson(await fetch(url, { ...init, redirect: "manual" }), largestSet);
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
    // When to load stands above, on our clock.
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
        "The keys of the token's issuer cannot be had at present.",
        {
          cause: error,
          retryAfter: retryMs / 1000,
        },
      );
    }
  };
}
