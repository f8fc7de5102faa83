import { crc32 } from "../image/crc32.ts";
import { base62, randomBase62, type RandomBytes } from "../store/identifier.ts";

const shape = /^tk_(?:live|test)_[0-9A-Za-z]{38}$/;

const encoder = new TextEncoder();

/** Returns the CRC-32 of a text in 6 base62 characters. Every request with a key computes it. */
function checksum(text: string): string {
  return base62(crc32(encoder.encode(text)), 6);
}

/** Generates a key: `tk_live_`, 32 random base62 characters (190 bits), and their CRC-32 in 6 more. */
export function generateApiKey(randomBytes: RandomBytes): string {
  const body = `tk_live_${randomBase62(32, randomBytes)}`;
  return body + checksum(body);
}

// Four random characters after `tk_live_`. The other 28 keep 166 bits.
const prefixLength = 12;

/** Returns the first characters of a key, four of them random, to find a leaked key. */
export function apiKeyPrefix(secret: string): string {
  return secret.slice(0, prefixLength);
}

/**
 * Returns whether a credential has the prefix of our API keys. It may still be malformed.
 *
 * @example
 * ```ts
 * import { hasApiKeyPrefix } from "@tools-api/core/accounts";
 *
 * console.log(hasApiKeyPrefix("tk_live_1"), hasApiKeyPrefix("eyJhbGciOiJ")); // true false
 * ```
 */
export function hasApiKeyPrefix(credential: string): boolean {
  return credential.startsWith("tk_");
}

/**
 * Returns whether a credential has the shape and checksum of a key. A typo is refused without a look-up.
 *
 * @example
 * ```ts
 * import { isWellFormedApiKey } from "@tools-api/core/accounts";
 *
 * console.log(isWellFormedApiKey("tk_live_typo")); // false
 * ```
 */
export function isWellFormedApiKey(credential: string): boolean {
  if (!shape.test(credential)) return false;
  return credential.endsWith(checksum(credential.slice(0, -6)));
}
