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
