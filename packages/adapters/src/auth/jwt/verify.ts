import { type Clock, type JwtIssuer, ToolsError } from "@tools-api/core";
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
import { claimOf, instantOf, isIdToken } from "../token-principal.ts";
import { remoteKeys } from "./remote-keys.ts";

/** For clocks that differ, in seconds. */
export const leewaySeconds = 5;

/** What a token of an issuer says and until when in epoch milliseconds, or why it is refused. */
export type Verification = { claims: JWTPayload; expiresAt: number } | Refusal;

function keysOf(issuer: JwtIssuer, surroundings: { fetch: Fetch; clock: Clock }): JWTVerifyGetKey {
  if (issuer.jwks_uri !== undefined) return remoteKeys(issuer.jwks_uri, surroundings);
  if (issuer.jwks !== undefined) return createLocalJWKSet(issuer.jwks);
  const secret = new TextEncoder().encode(issuer.secret);
  return () => secret;
}

/** Without a `kid` (RFC 7515 §4.1.4) several keys may be meant. */
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

/** A media type of `typ` without what RFC 7515 §4.1.9 lets an issuer leave out. */
function shortType(typ: unknown): unknown {
  return typeof typ === "string" ? typ.toLowerCase().replace(/^application\//, "") : typ;
}

const acceptedTypes: Readonly<Record<JwtIssuer["typ"], readonly unknown[]>> = {
  "at+jwt": ["at+jwt"],
  // Not `logout+jwt`, `secevent+jwt` and the like, which the same key signs for other ends (RFC 8725 §3.11).
  JWT: ["at+jwt", "jwt", undefined],
};

function refusalOf(error: unknown): Refusal {
  if (error instanceof ToolsError) throw error;
  // Times are looked at last, so whoever fails by them alone has a genuine token for us.
  if (error instanceof errors.JWTExpired) return "ended";
  if (error instanceof errors.JWTClaimValidationFailed && error.claim === "nbf") return "ended";
  if (error instanceof errors.JOSEError) return "unknown";
  throw error;
}

/**
 * A verifier of one issuer's tokens (RFC 7519 §7.2, RFC 8725 §3, RFC 9068 §4). Of the header only `alg`, which has to
 * be on the issuer's list, `kid`, which is compared, and `typ` are used: keys that a token brings along or points to
 * (`jwk`, `jku`, `x5u`) never verify it, and what it calls critical (`crit`) has to be understood.
 */
export function issuerVerifier(
  issuer: JwtIssuer,
  surroundings: { fetch: Fetch; clock: Clock },
): (token: string) => Promise<Verification> {
  const { clock } = surroundings;
  const keys = keysOf(issuer, surroundings);
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
      const expiresAt = instantOf(payload.exp);
      if (expiresAt === undefined) return "unknown";
      const type = shortType(protectedHeader.typ);
      if (!acceptedTypes[issuer.typ].includes(type)) return "unknown";
      if (type !== "at+jwt" && isIdToken(payload, issuer, issuer.jwks_uri !== undefined)) return "unknown";
      // A token that is bound to a key of its client (RFC 7800) is stolen where it comes as a bearer token.
      if (claimOf(payload, "cnf") !== undefined) return "unknown";
      return { claims: payload, expiresAt };
    } catch (error) {
      return refusalOf(error);
    }
  };
}
