import { base62, randomBase62, type RandomBytes } from "./identifier.ts";

const shape = /^tk_(?:live|test)_[0-9A-Za-z]{38}$/;

/** The CRC-32 table for one byte at a time. Every request with a key computes a checksum. */
const crcTable = Int32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  return crc;
});

/** Returns the CRC-32 of an ASCII text (ISO 3309, as in zlib). */
function crc32(text: string): number {
  let crc = ~0;
  for (let index = 0; index < text.length; index++)
    crc = (crc >>> 8) ^ (crcTable[(crc ^ text.charCodeAt(index)) & 0xff] ?? 0);
  return ~crc >>> 0;
}

/** Generates a key: `tk_live_`, 32 random base62 characters (190 bits), and their CRC-32 in 6 more. */
export function generateApiKey(randomBytes: RandomBytes): string {
  const body = `tk_live_${randomBase62(32, randomBytes)}`;
  return body + base62(crc32(body), 6);
}

/** Returns whether a credential has the prefix of our API keys. It may still be malformed. */
export function claimsToBeApiKey(credential: string): boolean {
  return credential.startsWith("tk_");
}

/** Returns whether a credential has the shape and checksum of a key. A typo is refused without a look-up. */
export function isWellFormedApiKey(credential: string): boolean {
  if (!shape.test(credential)) return false;
  return credential.endsWith(base62(crc32(credential.slice(0, -6)), 6));
}
