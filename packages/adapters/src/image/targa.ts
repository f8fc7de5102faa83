/** The bytes of the footer of a TGA 2.0 file, and the offset of the attributes type in its extension area. */
const footerBytes = 26;
const attributesOffset = 494;
const signature = "TRUEVISION-XFILE.";

/** The attributes types of the Truevision TGA specification 2.0, field 24. */
const attributes = { retained: 2, alpha: 3, premultiplied: 4 } as const;

const headerBytes = 18;

/** A larger picture is refused by the decoder, which reads it as it is. */
const maxPixels = 50_000_000;

/** Returns the offset of the attributes type, or −1 if the file has no extension area. */
function findAttributes(file: Uint8Array): number {
  const footer = file.length - footerBytes;
  if (footer < 0) return -1;
  const mark = String.fromCharCode(...file.subarray(footer + 8, footer + 8 + signature.length));
  if (mark !== signature) return -1;
  const extension = new DataView(file.buffer, file.byteOffset + footer).getUint32(0, true);
  const offset = extension + attributesOffset;
  return extension > 0 && offset < footer ? offset : -1;
}

/** Returns whether the colors of a TGA are already multiplied by its alpha. */
export function isPremultiplied(file: Uint8Array): boolean {
  return file[findAttributes(file)] === attributes.premultiplied;
}

/** Returns whether the samples of a TGA are gray with alpha, of 8 bits each. */
function isGrayWithAlpha(file: Uint8Array): boolean {
  const [type] = file.subarray(2, 3);
  return (type === 3 || type === 11) && file[16] === 16 && ((file[17] ?? 0) & 15) === 8;
}

/** Returns the samples of gray with alpha as a TGA of colors with alpha. */
function withColors(file: Uint8Array): Uint8Array {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const pixels = view.getUint16(12, true) * view.getUint16(14, true);
  if (pixels > maxPixels) return file;
  const isPacked = file[2] === 11;
  const mapBytes = view.getUint16(5, true) * Math.ceil((file[7] ?? 0) / 8);
  const colors = new Uint8Array(headerBytes + pixels * 4);
  colors.set(file.subarray(0, headerBytes));
  // Without an identification and a map, uncompressed, of 32 bits.
  colors.set([0, 0, 2, 0, 0, 0, 0, 0]);
  colors[16] = 32;
  let at = headerBytes + (file[0] ?? 0) + mapBytes;
  let to = headerBytes;
  while (to < colors.length && at < file.length) {
    const packet = isPacked ? (file[at++] ?? 0) : 127;
    const count = (packet & 127) + 1;
    const step = packet > 127 ? 0 : 2;
    for (let index = 0; index < count && to < colors.length; index++, to += 4)
      colors.set(
        [
          file[at + index * step] ?? 0,
          file[at + index * step] ?? 0,
          file[at + index * step] ?? 0,
          file[at + index * step + 1] ?? 0,
        ],
        to,
      );
    at += step === 0 ? 2 : count * 2;
  }
  return colors;
}

/**
 * Returns a TGA that ImageMagick reads right: it drops the alpha of every attributes type but one, also where it is
 * premultiplied, takes the attribute bit of 16-bit colors for alpha whatever its type, and gray with alpha for colors.
 */
export function readableTarga(file: Uint8Array): Uint8Array {
  if (isGrayWithAlpha(file)) return withColors(file);
  const offset = findAttributes(file);
  const type = file[offset];
  if (type === undefined) return file;
  // Buffer.slice() does not copy.
  const copy = Uint8Array.from(file);
  const isBit = file[16] === 16;
  if (isBit && type < attributes.alpha) copy[17] = (file[17] ?? 0) & 0xf0;
  else if (type === attributes.premultiplied || type === attributes.retained) copy[offset] = attributes.alpha;
  return copy;
}

/** Divides the colors of RGBA samples by their alpha, in place. */
export function unpremultiply(samples: Uint8Array): Uint8Array {
  for (let index = 0; index + 3 < samples.length; index += 4) {
    const alpha = samples[index + 3] ?? 0;
    if (alpha === 0 || alpha === 255) continue;
    for (let channel = index; channel < index + 3; channel++)
      samples[channel] = Math.min(255, Math.round(((samples[channel] ?? 0) * 255) / alpha));
  }
  return samples;
}
