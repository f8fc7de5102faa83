import { type Authenticator, type Clock, type DocumentStore, systemClock } from "@tools-api/core";
import type { SignUpPolicy } from "@tools-api/core/accounts";
import { readSettings } from "@tools-api/core/internal/schema";
import { JwtIssuers, type JwtIssuerSettings } from "@tools-api/core/oauth";
import { credentialCache, type Resolution } from "./credential-cache.ts";
import { issuerVerifier, leewaySeconds } from "./jwt/verify.ts";
import type { Fetch } from "./read-json.ts";
import { tokenPrincipal } from "./token-principal.ts";
import { looksLikeJwt, unverifiedClaims } from "./unverified-token.ts";

/** The options of {@link jwtAuthenticator}. */
export interface JwtAuthenticatorOptions {
  /** The store with the accounts that tokens name. */
  documents: DocumentStore;
  /** The issuers whose tokens are accepted. Their members have the same names as in the setting JWT_ISSUERS. */
  issuers: readonly JwtIssuerSettings[];
  clock?: Clock;
  /** The rules for accounts that `provision` opens. Default: open to every user of the issuer. */
  signUp?: SignUpPolicy | undefined;
  /** Loads the keys of issuers. Default: the runtime's `fetch`. */
  fetch?: Fetch;
  /** Number of cached callers. Default: 10,000. */
  cacheSize?: number;
}

/**
 * Resolves the JWTs of issuers that the operator trusts: access tokens (RFC 9068) and plain JWTs. The token only names
 * its issuer; the settings of that issuer decide everything else. A JWT of an issuer without settings counts as another
 * kind. A caller is cached for 30 s but never after `exp`. The account's fence makes account changes take effect
 * immediately.
 *
 * @throws ToolsError `invalid_parameter` with an entry for every error in `issuers`. It never quotes a secret.
 *
 * @example
 * ```ts
 * import { jwtAuthenticator } from "@tools-api/adapters/auth/jwt";
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 *
 * const authenticator = jwtAuthenticator({
 *   documents: memoryDocuments(),
 *   issuers: [
 *     {
 *       issuer: "https://login.example.com/",
 *       audience: "https://tools.example.com",
 *       jwks_uri: "https://login.example.com/.well-known/jwks.json",
 *       provision: true,
 *     },
 *   ],
 * });
 * console.log(await authenticator.authenticate("not-a-jwt")); // null
 * ```
 */
export function jwtAuthenticator({
  documents,
  issuers,
  clock = systemClock,
  signUp,
  fetch = globalThis.fetch,
  cacheSize = 10_000,
}: JwtAuthenticatorOptions): Authenticator {
  const known = new Map(
    readSettings(JwtIssuers, issuers).map((mapping) => {
      const verify = issuerVerifier(mapping, { fetch, clock });
      return [
        mapping.issuer,
        { verify, options: { documents, clock, method: "jwt" as const, mapping, signUp } },
      ];
    }),
  );

  async function load(token: string): Promise<Resolution> {
    const issuer = unverifiedClaims(token)?.["iss"];
    const issuing = typeof issuer === "string" ? known.get(issuer) : undefined;
    if (!issuing) return null;
    const verified = await issuing.verify(token);
    if (typeof verified === "string") return verified;
    return tokenPrincipal(verified.claims, verified.expiresAt, issuing.options);
  }

  // Refusals are not cached: they cost no read of the store, and may end within a minute or with the issuer's next key.
  const cache = credentialCache({
    load,
    clock,
    size: cacheSize,
    refusalMs: 0,
    leewayMs: leewaySeconds * 1000,
  });
  return {
    async authenticate(credential, { fresh = false } = {}) {
      return looksLikeJwt(credential) ? cache.resolve(credential, fresh) : null;
    },
  };
}
