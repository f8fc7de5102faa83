import { type Authenticator, type Clock, type DocumentStore, systemClock, ToolsError } from "@tools-api/core";
import type { SignUpPolicy } from "@tools-api/core/accounts";
import { readSettings } from "@tools-api/core/internal/schema";
import { hourMs } from "@tools-api/core/internal/time";
import { TokenIntrospection, type TokenIntrospectionSettings } from "@tools-api/core/oauth";
import { LRUCache } from "lru-cache";
import { credentialCache, type Refusal, type Resolution } from "./credential-cache.ts";
import { type Fetch, readJson } from "./read-json.ts";
import {
  readClaim,
  readInstant,
  isAudience,
  isMarkedOtherToken,
  tokenPrincipal,
  type TokenClaims,
} from "./token-principal.ts";
import { isBearerToken, unverifiedClaims } from "./unverified-token.ts";

/** The options of {@link introspectionAuthenticator}. */
export interface IntrospectionAuthenticatorOptions {
  /** The store with the accounts that tokens name. */
  documents: DocumentStore;
  /** The server that is asked. Its members have the same names as in the setting TOKEN_INTROSPECTION. */
  server: TokenIntrospectionSettings;
  clock?: Clock;
  /** The rules for accounts that `provision` opens. Default: open to every user of the issuer. */
  signUp?: SignUpPolicy | undefined;
  /** Default: the runtime's `fetch`. */
  fetch?: Fetch;
  /** Number of cached callers, and of cached refused tokens. Default: 10,000 each. */
  cacheSize?: number;
}

const timeoutMs = 3_000;
const maxAnswerBytes = 65_536;
// Short, because an issuer with several machines may know a new token on only one of them at first.
const refusalMs = 5_000;
// Without a limit, guesses could open any number of connections to the server.
const maxInFlight = 100;
// Reserved for tokens that were valid recently: guesses at a slow server must not lock out their callers.
const reservedInFlight = 20;
const validLatelyMs = hourMs;

/** Our own keys and secrets. One that a client sends by mistake must not reach another server. */
const ownSecret = /^(?:tk|tcs|toc|trt)_/;

/** Returns credentials for HTTP Basic, each form-encoded (RFC 6749 §2.3.1). */
function basicCredentials({ client_id, client_secret }: TokenIntrospection): string {
  const encoded = [client_id, client_secret].map((text) =>
    new URLSearchParams({ "": text }).toString().slice(1),
  );
  return `Basic ${Buffer.from(encoded.join(":")).toString("base64")}`;
}

/**
 * Reads a response. Returns the claims of an active token and its expiry in epoch milliseconds, or the reason for a
 * refusal.
 */
function readAnswer(
  answer: unknown,
  server: TokenIntrospection,
  now: number,
): { claims: TokenClaims; expiresAt: number | null } | Refusal {
  if (typeof answer !== "object" || answer === null) throw new Error("expected a JSON object");
  const claims: TokenClaims = { ...answer };
  // RFC 7662 §2.2: the server does not distinguish an expired token from one that never existed.
  if (claims["active"] !== true) return "inactive";
  const [iss, type, exp, nbf] = ["iss", "token_type", "exp", "nbf"].map((name) => readClaim(claims, name));
  if (iss !== undefined && iss !== server.issuer) return "issuer";
  // A token that was issued for another API must not work here (RFC 9700 §2.3).
  if (!isAudience(readClaim(claims, "aud"), server)) return "audience";
  // A token that is bound to a key of its client (DPoP, mutual TLS) is stolen if it arrives as a bearer token.
  if (type !== undefined && (typeof type !== "string" || type.toLowerCase() !== "bearer"))
    return "token_type";
  if (readClaim(claims, "cnf") !== undefined) return "bound_token";
  const [expiresAt, notBefore] = [exp, nbf].map((value) => (value === undefined ? null : readInstant(value)));
  if (expiresAt === undefined || notBefore === undefined) return "claims";
  if (notBefore !== null && notBefore > now) return "not_yet_valid";
  return { claims, expiresAt };
}

/**
 * Resolves opaque tokens by asking the server that issued them (RFC 7662), and JWTs that name that server as their
 * issuer. A response is cached for 30 s but never after `exp`, so a revoked token may work here for that long.
 * `active: false` is cached for 5 s.
 *
 * @throws ToolsError `invalid_parameter` with an entry for every error in `server`. It never quotes a secret.
 *
 * @example
 * ```ts
 * import { introspectionAuthenticator } from "@tools-api/adapters/auth/introspection";
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 *
 * const authenticator = introspectionAuthenticator({
 *   documents: memoryDocuments(),
 *   server: {
 *     issuer: "https://login.example.com",
 *     introspection_endpoint: "https://login.example.com/introspect",
 *     client_id: "tools-api",
 *     client_secret: "…",
 *     audience: "https://tools.example.com",
 *     provision: true,
 *   },
 * });
 * console.log(await authenticator.authenticate("tk_live_an-api-key")); // null
 * ```
 */
export function introspectionAuthenticator({
  documents,
  server: settings,
  clock = systemClock,
  signUp,
  fetch = globalThis.fetch,
  cacheSize = 10_000,
}: IntrospectionAuthenticatorOptions): Authenticator {
  const server = readSettings(TokenIntrospection, settings);
  const options = { documents, clock, method: "oauth2" as const, mapping: server, signUp };
  const authorization = basicCredentials(server);
  const validLately = new LRUCache<string, true>({
    max: cacheSize,
    ttl: validLatelyMs,
    ttlResolution: 0,
    perf: clock,
  });
  let inFlight = 0;

  async function introspect(token: string, digest: string): Promise<unknown> {
    const limit = validLately.has(digest) ? maxInFlight + reservedInFlight : maxInFlight;
    if (inFlight >= limit)
      throw new ToolsError("overloaded", "Too many tokens are being introspected. Try again.");
    inFlight += 1;
    try {
      const response = await fetch(server.introspection_endpoint, {
        method: "POST",
        headers: { Authorization: authorization, Accept: "application/json" },
        body: new URLSearchParams({ token, token_type_hint: "access_token" }),
        // A redirect would carry the token and our secret to another server.
        redirect: "manual",
        signal: AbortSignal.timeout(timeoutMs),
      });
      return await readJson(response, maxAnswerBytes);
    } finally {
      inFlight -= 1;
    }
  }

  async function load(token: string, digest: string): Promise<Resolution> {
    // A JWT names its issuer. This server must not see the JWT of another issuer.
    const claims = unverifiedClaims(token);
    if (claims && claims["iss"] !== server.issuer) return null;
    // Some servers call an ID token active too.
    if (claims && isMarkedOtherToken(claims)) return "token_type";
    let verdict: ReturnType<typeof readAnswer>;
    try {
      verdict = readAnswer(await introspect(token, digest), server, clock.now());
    } catch (error) {
      if (error instanceof ToolsError) throw error;
      throw new ToolsError("storage_unavailable", "The server that issued the token does not respond.", {
        cause: error,
        retryAfter: 1,
      });
    }
    if (typeof verdict === "string") {
      validLately.delete(digest);
      return verdict;
    }
    validLately.set(digest, true);
    return tokenPrincipal(verdict.claims, verdict.expiresAt, options);
  }

  const cache = credentialCache({ load, clock, size: cacheSize, refusalMs });
  return {
    async authenticate(credential, { fresh = false } = {}) {
      if (ownSecret.test(credential) || !isBearerToken(credential)) return null;
      return cache.resolve(credential, fresh);
    },
  };
}
