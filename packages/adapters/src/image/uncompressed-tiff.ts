/** The description of 8-bit samples for a TIFF. */
export interface TiffPicture {
  width: number;
  height: number;
  /** The color channels. Alpha is a separate, unpremultiplied channel. */
  colors: "grey" | "rgb" | "cmyk";
  hasAlpha: boolean;
  /** EXIF orientation, 1 to 8. */
  orientation: number;
  /** The ICC profile. */
  profile: Uint8Array | null;
}

const photometric = { grey: 1, rgb: 2, cmyk: 5 } as const;
const samplesPerPixel = { grey: 1, rgb: 3, cmyk: 4 } as const;

/** Readers load a whole strip into memory: a picture in one strip would be in memory twice. */
const stripBytes = 1_048_576;

const short = 3;
const long = 4;
const undefinedBytes = 7;

interface Entry {
  tag: number;
  type: typeof short | typeof long | typeof undefinedBytes;
  values: ArrayLike<number>;
}

const bytesPerValue = { [short]: 2, [long]: 4, [undefinedBytes]: 1 } as const;

/**
 * Writes an uncompressed TIFF with colors, profile, alpha and orientation, the format that sharp reads fastest (TIFF
 * 6.0, Adobe 1992, §8; ICC.1:2022 Annex B.5 for the profile).
 *
 * @param rows - Returns the samples of `count` rows from `first` on, interleaved.
 */
export function uncompressedTiff(
  picture: TiffPicture,
  rows: (first: number, count: number) => Uint8Array,
): Uint8Array {
  const { width, height, colors, hasAlpha, orientation, profile } = picture;
  const samples = samplesPerPixel[colors] + (hasAlpha ? 1 : 0);
  const rowBytes = width * samples;
  const stripRows = Math.max(1, Math.min(height, Math.floor(stripBytes / rowBytes)));
  const strips = Array.from({ length: Math.ceil(height / stripRows) }, (_, strip) => ({
    first: strip * stripRows,
    count: Math.min(stripRows, height - strip * stripRows),
  }));
  const headerBytes = 8;

  const entries: Entry[] = [
    { tag: 256, type: long, values: [width] },
    { tag: 257, type: long, values: [height] },
    { tag: 258, type: short, values: Array.from({ length: samples }, () => 8) },
    { tag: 259, type: short, values: [1] },
    { tag: 262, type: short, values: [photometric[colors]] },
    { tag: 273, type: long, values: strips.map(({ first }) => headerBytes + first * rowBytes) },
    { tag: 274, type: short, values: [orientation] },
    { tag: 277, type: short, values: [samples] },
    { tag: 278, type: long, values: [stripRows] },
    { tag: 279, type: long, values: strips.map(({ count }) => count * rowBytes) },
    ...(hasAlpha ? [{ tag: 338, type: short, values: [2] } as const] : []),
    ...(profile ? [{ tag: 34675, type: undefinedBytes, values: profile } as const] : []),
  ];

  // Values start at even addresses.
  const even = (offset: number) => offset + (offset % 2);
  const directory = even(headerBytes + rowBytes * height);
  let end = directory + 2 + entries.length * 12 + 4;
  const placed = entries.map((entry) => {
    const bytes = entry.values.length * bytesPerValue[entry.type];
    const isInline = bytes <= 4;
    const offset = isInline ? null : even(end);
    if (offset !== null) end = offset + bytes;
    return { entry, offset };
  });

  const file = new Uint8Array(end);
  const view = new DataView(file.buffer);
  file.set([0x49, 0x49, 42, 0]);
  view.setUint32(4, directory, true);
  for (const { first, count } of strips) file.set(rows(first, count), headerBytes + first * rowBytes);

  view.setUint16(directory, entries.length, true);
  for (const [index, { entry, offset }] of placed.entries()) {
    const { tag, type, values } = entry;
    const at = directory + 2 + index * 12;
    view.setUint16(at, tag, true);
    view.setUint16(at + 2, type, true);
    view.setUint32(at + 4, values.length, true);
    if (offset !== null) view.setUint32(at + 8, offset, true);
    const start = offset ?? at + 8;
    for (let value = 0; value < values.length; value++) {
      const position = start + value * bytesPerValue[type];
      const number = values[value] ?? 0;
      if (type === short) view.setUint16(position, number, true);
      else if (type === long) view.setUint32(position, number, true);
      else view.setUint8(position, number);
    }
  }
  return file;
}
