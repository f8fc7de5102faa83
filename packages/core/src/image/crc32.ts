/** The CRC-32 table for one byte at a time. */
const remainders = Int32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte;
  for (let bit = 0; bit < 8; bit++) remainder = (remainder >>> 1) ^ (remainder & 1 ? 0xedb88320 : 0);
  return remainder;
});

/** Returns the CRC-32 of bytes (ISO 3309), as in zlib and PNG. */
export function crc32(bytes: Uint8Array): number {
  let sum = ~0;
  for (const byte of bytes) sum = (sum >>> 8) ^ (remainders[(sum ^ byte) & 255] ?? 0);
  return ~sum >>> 0;
}
