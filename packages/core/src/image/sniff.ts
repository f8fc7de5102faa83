import type { InputName } from "./formats.ts";

/** The signature that identifies a format. */
interface Signature {
  format: InputName;
  /** Bytes from the start of the file; `null` matches any byte. */
  bytes: readonly (number | null)[];
  /** A further check for short signatures, which could otherwise match by chance. */
  confirm?: (image: Uint8Array) => boolean;
}

const ascii = (text: string): number[] => Array.from(text, (character) => character.charCodeAt(0));
const anything = (count: number): null[] => Array.from({ length: count }, () => null);

function uint16(image: Uint8Array, offset: number): number {
  return (image[offset] ?? 0) | ((image[offset + 1] ?? 0) << 8);
}

function latin1(image: Uint8Array, start: number, end: number): string {
  return String.fromCharCode(...image.subarray(start, end));
}

const bitmapHeaderSizes = new Set([12, 16, 40, 52, 56, 64, 108, 124]);

const signatures: readonly Signature[] = [
  { format: "jpeg", bytes: [0xff, 0xd8, 0xff] },
  { format: "png", bytes: [0x89, ...ascii("PNG\r\n"), 0x1a, 0x0a] },
  { format: "gif", bytes: [...ascii("GIF8"), null, 0x61] },
  { format: "webp", bytes: [...ascii("RIFF"), ...anything(4), ...ascii("WEBP")] },
  { format: "tiff", bytes: [...ascii("II"), 0x2a, 0x00] },
  { format: "tiff", bytes: [...ascii("MM"), 0x00, 0x2a] },
  { format: "tiff", bytes: [...ascii("II"), 0x2b, 0x00] },
  { format: "tiff", bytes: [...ascii("MM"), 0x00, 0x2b] },
  { format: "svgz", bytes: [0x1f, 0x8b, 0x08] },
  { format: "jxl", bytes: [0xff, 0x0a] },
  { format: "jxl", bytes: [0, 0, 0, 0x0c, ...ascii("JXL "), 0x0d, 0x0a, 0x87, 0x0a] },
  { format: "jp2", bytes: [0, 0, 0, 0x0c, ...ascii("jP  "), 0x0d, 0x0a, 0x87, 0x0a] },
  { format: "jp2", bytes: [0xff, 0x4f, 0xff, 0x51] },
  { format: "pdf", bytes: ascii("%PDF-") },
  { format: "psd", bytes: [...ascii("8BPS"), 0x00] },
  { format: "qoi", bytes: ascii("qoif") },
  { format: "exr", bytes: [0x76, 0x2f, 0x31, 0x01] },
  { format: "hdr", bytes: ascii("#?RADIANCE") },
  { format: "hdr", bytes: ascii("#?RGBE") },
  { format: "dds", bytes: ascii("DDS ") },
  { format: "sgi", bytes: [0x01, 0xda, null, null, 0x00] },
  { format: "bmp", bytes: ascii("BM"), confirm: (image) => bitmapHeaderSizes.has(uint16(image, 14)) },
  { format: "ico", bytes: [0, 0, 1, 0], confirm: hasIconEntries },
  { format: "cur", bytes: [0, 0, 2, 0], confirm: hasIconEntries },
  {
    format: "pnm",
    bytes: ascii("P"),
    confirm: (image) => /^P[1-7][\s#]/.test(latin1(image, 0, 3)),
  },
  { format: "pcx", bytes: [0x0a, null, 0x01], confirm: (image) => (image[1] ?? 6) <= 5 },
];

function hasIconEntries(image: Uint8Array): boolean {
  return uint16(image, 4) > 0 && image[9] === 0 && image.length >= 22;
}

const targaDepths = new Set([8, 15, 16, 24, 32]);
const targaTypes = new Set([1, 2, 3, 9, 10, 11]);

/** Returns whether a file is a TGA. It has no signature, so every field of its header must have an allowed value. */
function isTarga(image: Uint8Array): boolean {
  return (
    image.length > 18 &&
    (image[1] ?? 2) <= 1 &&
    targaTypes.has(image[2] ?? 0) &&
    targaDepths.has(image[16] ?? 0) &&
    uint16(image, 12) > 0 &&
    uint16(image, 14) > 0
  );
}

const heifBrands: Readonly<Record<string, "avif" | "heic">> = {
  avif: "avif",
  avis: "avif",
  heic: "heic",
  heix: "heic",
  heim: "heic",
  heis: "heic",
  hevc: "heic",
  hevx: "heic",
  hevm: "heic",
  hevs: "heic",
};

/** HEIF brands that do not specify the compression of the pixels (ISO/IEC 23008-12 §10.2). */
const openBrands: ReadonlySet<string> = new Set(["mif1", "mif2", "msf1"]);

/**
 * Returns the format of an ISO base media file (ISO/IEC 14496-12 §4.3) by its major brand or a compatible brand; `null`
 * if neither is known.
 */
function sniffBrand(image: Uint8Array): "avif" | "heic" | null {
  if (latin1(image, 4, 8) !== "ftyp") return null;
  const end = Math.min(image.length, image[3] ?? 0, 256);
  let isOpen = false;
  for (let offset = 8; offset + 4 <= end; offset += offset === 8 ? 8 : 4) {
    const brand = latin1(image, offset, offset + 4);
    const format = heifBrands[brand];
    if (format) return format;
    isOpen ||= openBrands.has(brand);
  }
  // Almost all of them hold HEVC, and the codec for HEVC also reads the others.
  return isOpen ? "heic" : null;
}

/** Returns whether a file is an AVIF sequence (ISO/IEC 23000-22 §6.3). sharp reads only its still image. */
export function isAvifSequence(image: Uint8Array): boolean {
  return latin1(image, 4, 12) === "ftypavis";
}

/** Returns the encoding that a byte order mark names, and the length of the mark; `null` without a mark. */
export function byteOrderMark(bytes: Uint8Array): { encoding: string; length: number } | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return { encoding: "utf-8", length: 3 };
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { encoding: "utf-16le", length: 2 };
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { encoding: "utf-16be", length: 2 };
  return null;
}

/** The maximum length of a prolog. A longer one is padding against sniffers. */
const maxProlog = 64 * 1024;

/** Returns whether the first element is `svg`, after white space, the XML declaration, comments and a document type. */
export function isSvg(bytes: Uint8Array): boolean {
  const mark = byteOrderMark(bytes);
  if (!mark && bytes[0] !== 0x3c && !/^\s$/.test(latin1(bytes, 0, 1))) return false;
  const text = new TextDecoder(mark?.encoding).decode(bytes.subarray(0, maxProlog));
  let position = 0;
  for (;;) {
    while (/^\s$/.test(text.charAt(position))) position++;
    const close = text.startsWith("<!--", position)
      ? "-->"
      : text.startsWith("<?", position)
        ? "?>"
        : text.startsWith("<!DOCTYPE", position)
          ? ">"
          : null;
    if (close === null) break;
    const end = text.indexOf(close, position + 2);
    if (end < 0) return false;
    // An internal subset can contain ">". The guard refuses such a file; here it only has to be recognized as SVG.
    if (close === ">" && text.slice(position, end).includes("["))
      return /^<!DOCTYPE\s+svg\s/.test(text.slice(position, position + 32));
    position = end + close.length;
  }
  return /^<(?:[A-Za-z_][\w.-]{0,30}:)?svg[\s/>]/.test(text.slice(position, position + 48));
}

/**
 * Returns the format of a file by its content only, never by a name or a declared type; `null` if it is not recognized.
 * A recognized format may still be unreadable. Any gzip file is an `svgz` until it is inflated.
 */
export function sniffFormat(image: Uint8Array): InputName | null {
  for (const { format, bytes, confirm } of signatures)
    if (bytes.every((byte, index) => byte === null || image[index] === byte) && (!confirm || confirm(image)))
      return format;
  return sniffBrand(image) ?? (isSvg(image) ? "svg" : isTarga(image) ? "tga" : null);
}
