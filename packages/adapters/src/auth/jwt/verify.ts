import { type Clock, ToolsError } from "@tools-api/core";
import type { JwtIssuer } from "@tools-api/core/oauth";
import {
  createLocalJWKSet,
  errors,
  type JWTPayload,
  jwtVerify,
  type JWTVerifyGetKey,
  type JWTVerifyOptions,
  type JWTVerifyResult,
} from "jose";
import type { Refusal } from "../credential-cache.ts";
import type { Fetch } from "../read-json.ts";
import { readClaim, readInstant, mayBeIdToken } from "../token-principal.ts";
import { remoteKeys } from "./remote-keys.ts";

/** The tolerance for clocks that differ, in seconds. */
export const leewaySeconds = 5;

/** The claims of a token and its expiry in epoch milliseconds, or the reason for its refusal. */
export type Verification = { claims: JWTPayload; expiresAt: number } | Refusal;

function keySet(issuer: JwtIssuer, surroundings: { fetch: Fetch; clock: Clock }): JWTVerifyGetKey {
  if (issuer.jwks_uri !== undefined) return remoteKeys(issuer.jwks_uri, surroundings);
  if (issuer.jwks !== undefined) return createLocalJWKSet(issuer.jwks);
  const secret = new TextEncoder().encode(issuer.secret);
  return () => secret;
}

/** Verifies a token. Without a `kid` (RFC 7515 §4.1.4), it tries every key that matches. */
async function verifyWithAny(
  token: string,
  keys: JWTVerifyGetKey,
  options: JWTVerifyOptions,
): Promise<JWTVerifyResult> {
  try {
    return await jwtVerify(token, keys, options);
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
    for await (const key of error) {
      try {
        return await jwtVerify(token, key, options);
      } catch (failure) {
        if (!(failure instanceof errors.JWSSignatureVerificationFailed)) throw failure;
      }
    }
    throw new errors.JWSSignatureVerificationFailed(undefined, { cause: error });
  }
}

/** Returns the media type of `typ` without the prefix that an issuer may omit (RFC 7515 §4.1.9). */
function shortType(typ: unknown): unknown {
  return typeof typ === "string" ? typ.toLowerCase().replace(/^application\//, "") : typ;
}

const acceptedTypes: Readonly<Record<JwtIssuer["typ"], readonly unknown[]>> = {
  "at+jwt": ["at+jwt"],
  // Excludes `logout+jwt`, `secevent+jwt` and others that the same key signs for other purposes (RFC 8725 §3.11).
  JWT: ["at+jwt", "jwt", undefined],
};

function toRefusal(error: unknown): Refusal {
  if (error instanceof ToolsError) throw error;
  // The times are checked last, so a token that fails only by them is genuine and for us.
  if (error instanceof errors.JWTExpired) return "ended";
  if (error instanceof errors.JWTClaimValidationFailed && error.claim === "nbf") return "ended";
  if (error instanceof errors.JOSEError) return "unknown";
  throw error;
}

/**
 * Creates a verifier for one issuer's tokens (RFC 7519 §7.2, RFC 8725 §3, RFC 9068 §4). It uses three header members:
 * `alg`, which must be on the issuer's list, `kid`, which it compares, and `typ`. Keys that a token contains or links
 * to (`jwk`, `jku`, `x5u`) never verify it. An unknown critical extension (`crit`) fails verification.
 */
export function issuerVerifier(
  issuer: JwtIssuer,
  surroundings: { fetch: Fetch; clock: Clock },
): (token: string) => Promise<Verification> {
  const { clock } = surroundings;
  const keys = keySet(issuer, surroundings);
  const expectations = {
    issuer: issuer.issuer,
    audience: issuer.audience,
    algorithms: issuer.algorithms,
    requiredClaims: ["exp"],
    clockTolerance: leewaySeconds,
  };
  return async (token) => {
    try {
      const currentDate = new Date(clock.now());
      const { payload, protectedHeader } = await verifyWithAny(token, keys, { ...expectations, currentDate });
      const expiresAt = readInstant(payload.exp);
      if (expiresAt === undefined) return "unknown";
      const type = shortType(protectedHeader.typ);
      if (!acceptedTypes[issuer.typ].includes(type)) return "unknown";
      if (type !== "at+jwt" && mayBeIdToken(payload, issuer, issuer.jwks_uri !== undefined)) return "unknown";
      // A token that is bound to a key of its client (RFC 7800) is stolen if it arrives as a bearer token.
      if (readClaim(payload, "cnf") !== undefined) return "unknown";
      return { claims: payload, expiresAt };
    } catch (error) {
      return toRefusal(error);
    }
  };
}
