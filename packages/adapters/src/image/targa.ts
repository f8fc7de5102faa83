/** The bytes of the footer of a TGA 2.0 file, and the offset of the attributes type in its extension area. */
const footerBytes = 26;
const attributesOffset = 494;
const signature = "TRUEVISION-XFILE.";

/** The attributes types of the Truevision TGA specification 2.0, field 24. */
const attributes = { retained: 2, alpha: 3, premultiplied: 4 } as const;

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

/**
 * Returns a TGA whose alpha ImageMagick reads: it drops the alpha of every attributes type but one, also where the
 * specification has it retained or premultiplied.
 */
export function withReadAlpha(file: Uint8Array): Uint8Array {
  const offset = findAttributes(file);
  const type = file[offset];
  if (type !== attributes.retained && type !== attributes.premultiplied) return file;
  const copy = file.slice();
  copy[offset] = attributes.alpha;
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
