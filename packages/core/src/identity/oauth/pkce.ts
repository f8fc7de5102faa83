const encoder = new TextEncoder();

/**
 * Returns whether a text has the form of an S256 code challenge: SHA-256 in base64url (RFC 7636 §4.2).
 *
 * @example
 * ```ts
 * import { isCodeChallenge } from "@tools-api/core/oauth";
 *
 * console.log(isCodeChallenge("E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")); // true
 * ```
 */
export function isCodeChallenge(text: string): boolean {
  return /^[0-9A-Za-z_-]{43}$/.test(text);
}

/** Returns whether a text has the form of a code verifier (RFC 7636 §4.1). */
export function isCodeVerifier(text: string): boolean {
  return /^[0-9A-Za-z._~-]{43,128}$/.test(text);
}

/** Returns the S256 code challenge of a verifier (RFC 7636 §4.2). */
export async function codeChallenge(verifier: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", encoder.encode(verifier));
  const base64 = btoa(String.fromCharCode(...new Uint8Array(digest)));
  return base64.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
