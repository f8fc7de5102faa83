const orientationTag = 0x0112;

/**
 * EXIF (CIPA DC-008 §4.6.5) that says the orientation which its pixels have. Decoders turn some pictures and leave
 * what their EXIF says about it.
 *
 * @param exif - From its TIFF header on, or with "Exif" and two NUL before it.
 * @returns A copy; `null` where it is damaged.
 */
export function withOrientation(exif: Uint8Array, orientation: number): Uint8Array | null {
  const marked = String.fromCharCode(...exif.subarray(0, 6)) === "Exif\0\0";
  // Not slice(), which for a Buffer is no copy.
  const copy = Uint8Array.from(exif.subarray(marked ? 6 : 0));
  const view = new DataView(copy.buffer);
  try {
    const little = view.getUint16(0) === 0x4949;
    const directory = view.getUint32(4, little);
    const entries = view.getUint16(directory, little);
    for (let entry = directory + 2; entry < directory + 2 + entries * 12; entry += 12)
      if (view.getUint16(entry, little) === orientationTag) view.setUint16(entry + 8, orientation, little);
  } catch {
    return null;
  }
  return copy;
}

/** The checksum of PNG chunks (PNG 3rd edition, Annex D). */
function checksum(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}

/** A PNG with EXIF in it, as its chunk eXIf (PNG 3rd edition §11.3.4.5), right behind its header. */
export function pngWithExif(png: Uint8Array, exif: Uint8Array): Uint8Array {
  const headerEnd = 8 + 25;
  const file = new Uint8Array(png.length + exif.length + 12);
  const view = new DataView(file.buffer);
  file.set(png.subarray(0, headerEnd));
  view.setUint32(headerEnd, exif.length);
  view.setUint32(headerEnd + 4, 0x65584966);
  file.set(exif, headerEnd + 8);
  const end = headerEnd + 8 + exif.length;
  view.setUint32(end, checksum(file.subarray(headerEnd + 4, end)));
  file.set(png.subarray(headerEnd), end + 4);
  return file;
}
