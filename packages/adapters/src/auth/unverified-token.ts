// Tokens of real issuers are below 4 kB. A longer one is refused before any hashing or JSON parsing.
const maxTokenLength = 8192;
// RFC 7515 §7.1. The signature may be empty, as it is for the algorithm `none`.
const compact = /^[\w-]+\.[\w-]+\.[\w-]*$/;
// RFC 6750 §2.1.
const bearerToken = /^[\w.~+/-]+=*$/;

function readPart(part: string | undefined): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(part ?? "", "base64url").toString());
    // An object that is not an array has its members by name.
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

/** Returns whether a credential can be a bearer token by its length and characters. */
export function isBearerToken(credential: string): boolean {
  return credential.length <= maxTokenLength && bearerToken.test(credential);
}

/** Returns whether a credential can be a JWT by its characters and dots. */
export function looksLikeJwt(credential: string): boolean {
  return credential.length <= maxTokenLength && compact.test(credential);
}

/**
 * Returns the claims of an unverified JWT, or `null` if it is not a JWT. They may only decide which issuer verifies it.
 */
export function unverifiedClaims(credential: string): Record<string, unknown> | null {
  if (!looksLikeJwt(credential)) return null;
  const [header, payload] = credential.split(".");
  return readPart(header) && readPart(payload);
}
