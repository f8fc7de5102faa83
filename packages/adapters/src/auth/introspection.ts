import {
  type Authenticator,
  type Clock,
  type DocumentStore,
  readSettings,
  systemClock,
  TokenIntrospection,
  type TokenIntrospectionSettings,
  ToolsError,
} from "@tools-api/core";
import { LRUCache } from "lru-cache";
import { credentialCache, type Refusal, type Resolution } from "./credential-cache.ts";
import { type Fetch, readJson } from "./read-json.ts";
import {
  claimOf,
  instantOf,
  isAudience,
  isMarkedIdToken,
  principalOfToken,
  type TokenClaims,
} from "./token-principal.ts";
import { isBearerToken, unverifiedClaims } from "./unverified-token.ts";

/** What {@link introspectionAuthenticator} is made from. */
export interface IntrospectionAuthenticatorOptions {
  /** Where the accounts are that tokens name. */
  documents: DocumentStore;
  /** Who is asked; its members are named as in the setting TOKEN_INTROSPECTION. */
  server: TokenIntrospectionSettings;
  clock?: Clock;
  /** Default: the runtime's. */
  fetch?: Fetch;
  /** Callers and refused tokens that are remembered, each. Default: 10,000. */
  cacheSize?: number;
}

const timeoutMs = 3_000;
const largestAnswer = 65_536;
// Short, since a server of several machines may know a new token on one of them first.
const refusalMs = 5_000;
// Guesses would otherwise open any number of connections to the server.
const maximumInFlight = 100;
// Kept for tokens that were valid lately: guesses at a slow server must not keep their callers out.
const reservedInFlight = 20;
const validLatelyMs = 3_600_000;

/** Our own keys and secrets: whoever sends one by mistake has not sent it to another's server. */
const ownSecret = /^(?:tk|tcs|toc|trt)_/;

/** Credentials in HTTP Basic as RFC 6749 §2.3.1 has it: each encoded as in a form. */
function basicCredentials({ client_id, client_secret }: TokenIntrospection): string {
  const encoded = [client_id, client_secret].map((text) =>
    new URLSearchParams({ "": text }).toString().slice(1),
  );
  return `Basic ${Buffer.from(encoded.join(":")).toString("base64")}`;
}

/** What an active answer says, and until when in epoch milliseconds, or why the token is refused. */
function readAnswer(
  answer: unknown,
  server: TokenIntrospection,
  now: number,
): { claims: TokenClaims; expiresAt: number | null } | Refusal {
  if (typeof answer !== "object" || answer === null) throw new Error("expected a JSON object");
  const claims: TokenClaims = { ...answer };
  // RFC 7662 §2.2: a server does not tell a token that has ended from one that never was.
  if (claims["active"] !== true) return "unknown";
  const [iss, type, exp, nbf] = ["iss", "token_type", "exp", "nbf"].map((name) => claimOf(claims, name));
  if (iss !== undefined && iss !== server.issuer) return "unknown";
  // One that was issued for somebody else's API must not work here (RFC 9700 §2.3).
  if (!isAudience(claimOf(claims, "aud"), server)) return "unknown";
  // Tokens that are bound to a key of their client (DPoP, mutual TLS) are stolen where they come as bearer tokens.
  if (type !== undefined && (typeof type !== "string" || type.toLowerCase() !== "bearer")) return "unknown";
  if (claimOf(claims, "cnf") !== undefined) return "unknown";
  const [expiresAt, notBefore] = [exp, nbf].map((value) => (value === undefined ? null : instantOf(value)));
  if (expiresAt === undefined || notBefore === undefined) return "unknown";
  if (notBefore !== null && notBefore > now) return "ended";
  return { claims, expiresAt };
}

/**
 * Resolves opaque tokens by asking the server that issued them (RFC 7662), and JWTs that name it as their issuer. An
 * answer is remembered for 30 s and never beyond `exp`, so that a token which is revoked there may work here for that
 * long; `active: false` for 5 s.
 *
 * @throws ToolsError `invalid_parameter` with an entry for every fault of `server`; a secret is never quoted.
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
  fetch = globalThis.fetch,
  cacheSize = 10_000,
}: IntrospectionAuthenticatorOptions): Authenticator {
  const server = readSettings(TokenIntrospection, settings);
  const options = { documents, clock, method: "oauth2" as const, mapping: server };
  const authorization = basicCredentials(server);
  const validLately = new LRUCache<string, true>({
    max: cacheSize,
    ttl: validLatelyMs,
    ttlResolution: 0,
    perf: clock,
  });
  let inFlight = 0;

  async function introspect(token: string, digest: string): Promise<unknown> {
    const limit = validLately.has(digest) ? maximumInFlight + reservedInFlight : maximumInFlight;
    if (inFlight >= limit)
      throw new ToolsError("overloaded", "Too many tokens are being looked up; try again.");
    inFlight += 1;
    try {
      const response = await fetch(server.introspection_endpoint, {
        method: "POST",
        headers: { Authorization: authorization, Accept: "application/json" },
        body: new URLSearchParams({ token, token_type_hint: "access_token" }),
        // A redirect would carry the token and our secret elsewhere.
        redirect: "manual",
        signal: AbortSignal.timeout(timeoutMs),
      });
      return await readJson(response, largestAnswer);
    } finally {
      inFlight -= 1;
    }
  }

  async function load(token: string, digest: string): Promise<Resolution> {
    // A JWT says who issued it: that of another is nothing that this server should get to see.
    const claims = unverifiedClaims(token);
    if (claims && claims["iss"] !== server.issuer) return null;
    // Some servers call an ID token active as well.
    if (claims && isMarkedIdToken(claims)) return "unknown";
    let verdict: ReturnType<typeof readAnswer>;
    try {
      verdict = readAnswer(await introspect(token, digest), server, clock.now());
    } catch (error) {
      if (error instanceof ToolsError) throw error;
      throw new ToolsError("storage_unavailable", "The server that issued the token does not answer.", {
        cause: error,
        retryAfter: 1,
      });
    }
    if (typeof verdict === "string") {
      validLately.delete(digest);
      return verdict;
    }
    validLately.set(digest, true);
    return principalOfToken(verdict.claims, verdict.expiresAt, options);
  }

  const cache = credentialCache({ load, clock, size: cacheSize, refusalMs });
  return {
    async authenticate(credential, { fresh = false } = {}) {
      if (ownSecret.test(credential) || !isBearerToken(credential)) return null;
      return cache.resolve(credential, fresh);
    },
  };
}
