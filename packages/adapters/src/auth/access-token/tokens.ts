import {
  accessTokenClaims,
  type AccessTokens,
  parseAccessTokenClaims,
  readKeyRing,
  systemClock,
} from "@tools-api/core";
import { base64url, decodeJwt, decodeProtectedHeader, errors, importJWK, jwtVerify, SignJWT } from "jose";
import { currentSigner, signingAlgorithm, type SigningKeysOptions } from "./signing-keys.ts";

/** What {@link jwtAccessTokens} is made from. */
export interface JwtAccessTokensOptions extends SigningKeysOptions {
  /** The issuer (RFC 8414 §2), which is the audience of its tokens as well: the public URL. */
  issuer: string;
}

const tokenType = "at+jwt";

// As far as the header of each of our tokens is the same, in whole groups of base64: what begins otherwise is refused
// without a look at it.
const headerStart = `{"alg":"${signingAlgorithm}","typ":"${tokenType}","kid":"`;
const tokenStart = base64url.encode(headerStart.slice(0, headerStart.length - (headerStart.length % 3)));

// Ours have about 700 characters.
const longestToken = 4096;

/** Whether a text begins as our access tokens do. */
export function claimsToBeAccessToken(token: string): boolean {
  return token.startsWith(tokenStart) && token.length <= longestToken;
}

/**
 * Access tokens as JWTs signed with ES256 (RFC 9068), which whoever holds the JWK set can verify. The subject is the
 * user's account, or the client itself where it acts for the account that registered it (§2.2). Keys are made, kept and
 * rotated in the documents, so that all processes on a store sign and verify alike.
 *
 * @example
 * ```ts
 * import { jwtAccessTokens } from "@tools-api/adapters/auth/access-token";
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { sessionSecret } from "@tools-api/core";
 *
 * const documents = memoryDocuments();
 * const tokens = jwtAccessTokens({
 *   documents,
 *   issuer: "https://api.example.com",
 *   secret: () => sessionSecret(documents),
 * });
 * console.log(await tokens.publicKeys()); // one, of kty EC
 * ```
 */
export function jwtAccessTokens(options: JwtAccessTokensOptions): AccessTokens {
  const { documents, issuer, clock = systemClock } = options;
  const signer = currentSigner(options);

  return {
    async issue(token) {
      const { kid, privateKey } = await signer();
      return new SignJWT({ iss: issuer, aud: issuer, ...accessTokenClaims(token) })
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
          audience: issuer,
          requiredClaims: ["exp", "iat"],
          clockTolerance: 5,
          currentDate: new Date(clock.now()),
        });
        return parseAccessTokenClaims(payload);
      } catch (error) {
        // The signature has been found good before the times are looked at.
        if (error instanceof errors.JWTExpired) return "ended";
        if (error instanceof errors.JOSEError) return "unknown";
        throw error;
      }
    },

    async publicKeys() {
      // Before the first token there would be no key to show, and a verifier would remember that.
      await signer();
      return (await readKeyRing(documents)).keys.map(({ publicKey }) => publicKey);
    },
  };
}
