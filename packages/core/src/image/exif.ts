/** A directory of EXIF, which has the structure of TIFF (CIPA DC-008 §4.5, §4.6.2). */
export interface ExifDirectory {
  /** A copy of the data from its TIFF header on. */
  bytes: Uint8Array;
  view: DataView;
  littleEndian: boolean;
  /** The offset of each entry by its tag. */
  entries: ReadonlyMap<number, number>;
}

export const entryBytes = 12;

/**
 * Reads the first directory of EXIF.
 *
 * @param exif - Starts with its TIFF header, or with "Exif" and two NULs before it.
 * @returns `null` if it is damaged.
 */
export function readExifDirectory(exif: Uint8Array): ExifDirectory | null {
  const marked = String.fromCharCode(...exif.subarray(0, 6)) === "Exif\0\0";
  // Buffer.slice() does not copy.
  const bytes = Uint8Array.from(exif.subarray(marked ? 6 : 0));
  const view = new DataView(bytes.buffer);
  try {
    const littleEndian = view.getUint16(0) === 0x4949;
    const directory = view.getUint32(4, littleEndian);
    const count = view.getUint16(directory, littleEndian);
    const entries = new Map<number, number>();
    for (let entry = directory + 2; entry < directory + 2 + count * entryBytes; entry += entryBytes) {
      const tag = view.getUint16(entry, littleEndian);
      if (!entries.has(tag)) entries.set(tag, entry);
    }
    return { bytes, view, littleEndian, entries };
  } catch {
    return null;
  }
}
