/** Creates a PNG whose header declares more pixels than its data has. The checksum of the header is valid. */
export function lyingPng(width: number, height: number): Uint8Array {
  const header = new DataView(new ArrayBuffer(17));
  header.setUint32(0, 0x49484452);
  header.setUint32(4, width);
  header.setUint32(8, height);
  header.setUint8(12, 8);
  let checksum = 0xffffffff;
  for (const byte of new Uint8Array(header.buffer)) {
    checksum ^= byte;
    for (let bit = 0; bit < 8; bit++) checksum = (checksum >>> 1) ^ (checksum & 1 ? 0xedb88320 : 0);
  }
  const end = new DataView(new ArrayBuffer(4));
  end.setUint32(0, ~checksum >>> 0);
  const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13];
  const data = [0, 0, 0, 4, 0x49, 0x44, 0x41, 0x54, 0x78, 0x9c, 3, 0, 0, 0, 0, 0];
  return Uint8Array.from([
    ...signature,
    ...new Uint8Array(header.buffer),
    ...new Uint8Array(end.buffer),
    ...data,
  ]);
}
