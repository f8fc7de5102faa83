import {
  type Authenticator,
  type Clock,
  type DocumentStore,
  JwtIssuers,
  type JwtIssuerSettings,
  readSettings,
  systemClock,
} from "@tools-api/core";
import { credentialCache, type Resolution } from "./credential-cache.ts";
import { issuerVerifier, leewaySeconds } from "./jwt/verify.ts";
import type { Fetch } from "./read-json.ts";
import { principalOfToken } from "./token-principal.ts";
import { looksLikeJwt, unverifiedClaims } from "./unverified-token.ts";

/** What {@link jwtAuthenticator} is made from. */
export interface JwtAuthenticatorOptions {
  /** Where the accounts are that tokens name. */
  documents: DocumentStore;
  /** Whose tokens are accepted; an issuer's members are named as in the setting JWT_ISSUERS. */
  issuers: readonly JwtIssuerSettings[];
  clock?: Clock;
  /** Asks for the keys of issuers. Default: the runtime's `fetch`. */
  fetch?: Fetch;
  /** Callers that are remembered. Default: 10,000. */
  cacheSize?: number;
}

/**
 * Resolves the JWTs of issuers that the operator trusts: access tokens of RFC 9068, and plain ones. The token says
 * who may have issued it, and everything else is decided by what is known of that issuer. A JWT of another issuer is
 * not of this kind. A caller is remembered for 30 s and never beyond `exp`; the account's fence makes a change of it
 * hold at once.
 *
 * @throws ToolsError `invalid_parameter` with an entry for every fault of the issuers; a secret is never quoted.
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
  fetch = globalThis.fetch,
  cacheSize = 10_000,
}: JwtAuthenticatorOptions): Authenticator {
  const known = new Map(
    readSettings(JwtIssuers, issuers).map((mapping) => {
      const verify = issuerVerifier(mapping, { fetch, clock });
      return [mapping.issuer, { verify, options: { documents, clock, method: "jwt" as const, mapping } }];
    }),
  );

  async function load(token: string): Promise<Resolution> {
    const issuer = unverifiedClaims(token)?.["iss"];
    const issuing = typeof issuer === "string" ? known.get(issuer) : undefined;
    if (!issuing) return null;
    const verified = await issuing.verify(token);
    if (typeof verified === "string") return verified;
    return principalOfToken(verified.claims, verified.expiresAt, issuing.options);
  }

  // A refusal took no reading, and may be over with the next minute or the issuer's next key: it is not remembered.
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
