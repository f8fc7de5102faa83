/** CRC-32 bit by bit (ISO 3309). */
function crc32(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}

/** Returns integers of 32 bits, highest byte first. */
export function integers(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4);
  return bytes;
}

/** Returns a chunk of a PNG with its length and checksum (PNG 3rd edition §5.3). */
export function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  return Buffer.concat([integers(data.length), body, integers(crc32(body))]);
}

/** Creates a PNG whose header declares more pixels than its data has. */
export function lyingPng(width: number, height: number): Uint8Array {
  return Uint8Array.from(
    Buffer.concat([
      Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
      chunk("IHDR", Buffer.concat([integers(width, height), Buffer.from([8, 0, 0, 0, 0])])),
      // The checksum of the data is missing.
      Buffer.from([0, 0, 0, 4, 0x49, 0x44, 0x41, 0x54, 0x78, 0x9c, 3, 0, 0, 0, 0, 0]),
    ]),
  );
}
