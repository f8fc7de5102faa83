// Tokens of real issuers stay below 4 kB. Whatever is longer costs nobody a hash or a JSON parser.
const longestToken = 8192;
// RFC 7515 §7.1, with a signature that may be missing, as that of the algorithm `none` is.
const compact = /^[\w-]+\.[\w-]+\.[\w-]*$/;
// RFC 6750 §2.1.
const bearerToken = /^[\w.~+/-]+=*$/;

function readPart(part: string | undefined): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(part ?? "", "base64url").toString());
    // An object that is no array has its members by name.
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

/** Whether a credential could be a bearer token at all, and one that is worth a look. */
export function isBearerToken(credential: string): boolean {
  return credential.length <= longestToken && bearerToken.test(credential);
}

/** Whether a credential could be a JWT, by its characters and dots. */
export function looksLikeJwt(credential: string): boolean {
  return credential.length <= longestToken && compact.test(credential);
}

/**
 * The claims of a JWT that nobody has verified yet: they may decide who is asked about it, and nothing else. `null`:
 * no JWT.
 */
export function unverifiedClaims(credential: string): Record<string, unknown> | null {
  if (!looksLikeJwt(credential)) return null;
  const [header, payload] = credential.split(".");
  return readPart(header) && readPart(payload);
}
