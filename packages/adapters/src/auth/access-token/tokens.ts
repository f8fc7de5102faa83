import { systemClock } from "@tools-api/core";
import { readKeyRing } from "@tools-api/core/internal";
import { type AccessTokens } from "@tools-api/core/oauth";
import { accessTokenClaims, parseAccessTokenClaims } from "@tools-api/core/internal/identity";
import { base64url, decodeJwt, decodeProtectedHeader, errors, importJWK, jwtVerify, SignJWT } from "jose";
import { currentSigner, signingAlgorithm, type SigningKeysOptions } from "./signing-keys.ts";

/** The options of {@link jwtAccessTokens}. */
export interface JwtAccessTokensOptions extends SigningKeysOptions {
  /** The issuer (RFC 8414 §2): the public URL. The audience of a token is this URL, with the path of its resource. */
  issuer: string;
}

const tokenType = "at+jwt";

// The start that the headers of all our tokens share, in whole groups of base64. A token that starts differently is
// refused without parsing it.
const headerStart = `{"alg":"${signingAlgorithm}","typ":"${tokenType}","kid":"`;
const tokenStart = base64url.encode(headerStart.slice(0, headerStart.length - (headerStart.length % 3)));

// Our tokens have about 700 characters.
const maxTokenLength = 4096;

/** Returns whether a text starts like one of our access tokens. */
export function claimsToBeAccessToken(token: string): boolean {
  return token.startsWith(tokenStart) && token.length <= maxTokenLength;
}

/**
 * Creates access tokens as JWTs signed with ES256 (RFC 9068), which anyone with the JWK set can verify. The subject is
 * the user's account, or the client itself if it acts for the account that registered it (§2.2). Keys are created,
 * stored and rotated in the documents, so all processes on a store use the same keys.
 *
 * @example
 * ```ts
 * import { jwtAccessTokens } from "@tools-api/adapters/auth/access-token";
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { sessionSecret } from "@tools-api/core/accounts";
 *
 * const documents = memoryDocuments();
 * const tokens = jwtAccessTokens({
 *   documents,
 *   issuer: "https://api.example.com",
 *   secret: () => sessionSecret(documents),
 * });
 * const [{ kty }] = await tokens.publicKeys();
 * console.log(kty); // EC
 * ```
 */
export function jwtAccessTokens(options: JwtAccessTokensOptions): AccessTokens {
  const { documents, issuer, clock = systemClock } = options;
  const signer = currentSigner(options);

  return {
    async issue(token) {
      const { kid, privateKey } = await signer();
      return new SignJWT(accessTokenClaims(token, issuer))
        .setProtectedHeader({ alg: signingAlgorithm, typ: tokenType, kid })
        .sign(privateKey);
    },

    async read(token) {
      if (!claimsToBeAccessToken(token)) return null;
      try {
        if (decodeJwt(token).iss !== issuer) return null;
        const { kid } = decodeProtectedHeader(token);
        const { keys } = await readKeyRing(documents);
        const key = keys.find((published) => published.kid === kid);
        if (!key) return "unknown";
        const { payload } = await jwtVerify(token, await importJWK(key.publicKey, signingAlgorithm), {
          algorithms: [signingAlgorithm],
          typ: tokenType,
          issuer,
          requiredClaims: ["exp", "iat", "aud"],
          clockTolerance: 5,
          currentDate: new Date(clock.now()),
        });
        const isOurs = typeof payload.aud === "string" && payload.aud.startsWith(issuer);
        return isOurs ? parseAccessTokenClaims(payload) : "unknown";
      } catch (error) {
        // `jwtVerify` checks the signature before the times, so the token is genuine.
        if (error instanceof errors.JWTExpired) return "ended";
        if (error instanceof errors.JOSEError) return "unknown";
        throw error;
      }
    },

    async publicKeys() {
      // Creates the first key if there is none. Otherwise a verifier would cache an empty key set.
      await signer();
      return (await readKeyRing(documents)).keys.map(({ publicKey }) => publicKey);
    },
  };
}
