import type { Clock } from "@tools-api/core";
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
import { readKeySet, withSynonyms } from "./key-set.ts";
import { type KeySource, remoteKeys } from "./remote-keys.ts";

/** The tolerance for clocks that differ, in seconds. */
export const leewaySeconds = 5;

/** The claims of a token and its expiry in epoch milliseconds, or the reason for its refusal. */
export type Verification = { claims: JWTPayload; expiresAt: number } | Refusal;

function keySource(issuer: JwtIssuer, surroundings: { fetch: Fetch; clock: Clock }): KeySource {
  if (issuer.jwks_uri !== undefined) return remoteKeys(issuer.jwks_uri, surroundings);
  if (issuer.jwks !== undefined) return { get: createLocalJWKSet(readKeySet(issuer.jwks)) };
  const secret = new TextEncoder().encode(issuer.secret);
  return { get: () => secret };
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

/** Verifies a token, again with fresh keys if its signature fails: an issuer may replace a key under the same id, or without one. */
async function verifyWithFresh(
  token: string,
  { get, refresh }: KeySource,
  options: JWTVerifyOptions,
): Promise<JWTVerifyResult> {
  try {
    return await verifyWithAny(token, get, options);
  } catch (error) {
    const isStale = error instanceof errors.JWSSignatureVerificationFailed && (await refresh?.());
    if (!isStale) throw error;
    return verifyWithAny(token, get, options);
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

/** The reasons by the claim that fails. The times are checked last, so a token that fails only by them is genuine and for us. */
const claimRefusals: Readonly<Record<string, Refusal>> = {
  iss: "issuer",
  aud: "audience",
  nbf: "not_yet_valid",
};

/** The reasons by the code of an error. */
const codeRefusals: Readonly<Record<string, Refusal>> = {
  [errors.JWTExpired.code]: "expired",
  [errors.JOSEAlgNotAllowed.code]: "algorithm",
  [errors.JOSENotSupported.code]: "algorithm",
  [errors.JWKSNoMatchingKey.code]: "unknown_key",
  [errors.JWSSignatureVerificationFailed.code]: "signature",
};

function toRefusal(error: unknown): Refusal {
  if (!(error instanceof errors.JOSEError)) throw error;
  if (error instanceof errors.JWTClaimValidationFailed) return claimRefusals[error.claim] ?? "claims";
  return codeRefusals[error.code] ?? "malformed";
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
  const keys = keySource(issuer, surroundings);
  const expectations = {
    issuer: issuer.issuer,
    audience: issuer.audience,
    algorithms: withSynonyms(issuer.algorithms),
    requiredClaims: ["exp"],
    clockTolerance: leewaySeconds,
  };
  return async (token) => {
    try {
      const currentDate = new Date(clock.now());
      const { payload, protectedHeader } = await verifyWithFresh(token, keys, {
        ...expectations,
        currentDate,
      });
      const expiresAt = readInstant(payload.exp);
      if (expiresAt === undefined) return "claims";
      const type = shortType(protectedHeader.typ);
      if (!acceptedTypes[issuer.typ].includes(type)) return "token_type";
      if (type !== "at+jwt" && mayBeIdToken(payload, issuer, issuer.jwks_uri !== undefined))
        return "token_type";
      // A token that is bound to a key of its client (RFC 7800) is stolen if it arrives as a bearer token.
      if (readClaim(payload, "cnf") !== undefined) return "bound_token";
      return { claims: payload, expiresAt };
    } catch (error) {
      return toRefusal(error);
    }
  };
}
