const orientationTag = 0x0112;

/**
 * Returns EXIF (CIPA DC-008 §4.6.5) with the orientation of the decoded pixels. Some decoders rotate the pixels but
 * leave the orientation in the EXIF data.
 *
 * @param exif - Starts with its TIFF header, or with "Exif" and two NULs before it.
 * @returns A copy; `null` if it is damaged.
 */
export function withOrientation(exif: Uint8Array, orientation: number): Uint8Array | null {
  const marked = String.fromCharCode(...exif.subarray(0, 6)) === "Exif\0\0";
  // Buffer.slice() does not copy.
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
