import type { MetadataKind } from "./codec.ts";
import { entryBytes, readExifDirectory } from "./exif.ts";
import { pngChunk, pngChunks, pngSignature, joinBytes } from "./png.ts";

/** Tags whose value is the offset of a directory (CIPA DC-008 §4.6.3). */
const tags = { exif: 0x8769, gps: 0x8825, interoperability: 0xa005 } as const;

/** Bytes of a value by its type (CIPA DC-008 §4.6.2). */
const typeBytes: readonly number[] = [1, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8];

/** More than a camera writes: directories of a file, entries of a directory, and of positions. */
const most = { directories: 16, entries: 4096, positions: 64 } as const;

/**
 * Returns EXIF without positions. Its directory of positions and all values of it are zeros.
 *
 * @param exif - Starts with its TIFF header, or with "Exif" and two NULs before it.
 * @returns A copy of the same length from its TIFF header on; `null` if it is damaged.
 */
export function withoutGps(exif: Uint8Array): Uint8Array | null {
  const read = readExifDirectory(exif);
  if (!read) return null;
  const { bytes, view, littleEndian } = read;

  function clear(directory: number): void {
    const count = view.getUint16(directory, littleEndian);
    if (count > most.positions) throw new RangeError("too many entries");
    const end = directory + 2 + count * entryBytes;
    for (let entry = directory + 2; entry < end; entry += entryBytes) {
      const size =
        (typeBytes[view.getUint16(entry + 2, littleEndian)] ?? 1) * view.getUint32(entry + 4, littleEndian);
      const start = view.getUint32(entry + 8, littleEndian);
      if (size > 4) bytes.fill(0, start, start + size);
    }
    bytes.fill(0, directory, end + 4);
  }

  const open = [view.getUint32(4, littleEndian)];
  const found: number[] = [];
  try {
    for (let index = 0; index < open.length; index++) {
      const directory = open[index] ?? 0;
      if (index >= most.directories) throw new RangeError("too many directories");
      const count = view.getUint16(directory, littleEndian);
      if (count > most.entries) throw new RangeError("too many entries");
      const end = directory + 2 + count * entryBytes;
      let kept = directory + 2;
      for (let entry = kept; entry < end; entry += entryBytes) {
        const tag = view.getUint16(entry, littleEndian);
        const value = view.getUint32(entry + 8, littleEndian);
        if (tag === tags.gps) {
          found.push(value);
          continue;
        }
        if (tag === tags.exif || tag === tags.interoperability) open.push(value);
        bytes.copyWithin(kept, entry, entry + entryBytes);
        kept += entryBytes;
      }
      const next = view.getUint32(end, littleEndian);
      if (next !== 0) open.push(next);
      view.setUint16(directory, (kept - directory - 2) / entryBytes, littleEndian);
      view.setUint32(kept, next, littleEndian);
    }
    for (const directory of found) clear(directory);
    return bytes;
  } catch {
    return null;
  }
}

/** Returns whether a name of XMP is that of a coordinate: of EXIF, of a drone, of W3C's geo or of GeoRSS. */
function isPosition(name: string): boolean {
  return /gps|latitude|longt?itude|altitude|^geo:(?:lat|long|alt)$|^georss:/i.test(name);
}

/** Returns the end of a tag that starts at `start`, after its ">"; -1 if it has none. */
function tagEnd(xml: string, start: number): number {
  let quote = "";
  for (let index = start; index < xml.length; index++) {
    const sign = xml.charAt(index);
    if (quote) quote = sign === quote ? "" : quote;
    else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === ">") return index + 1;
  }
  return -1;
}

const isSpace = (sign: string) => sign === " " || sign === "\n" || sign === "\r" || sign === "\t";

/** Returns a tag without the attributes that are coordinates. */
function withoutAttributes(tag: string): string {
  let kept = "";
  let start = 0;
  for (let index = 1; index < tag.length; index++) {
    if (!isSpace(tag.charAt(index))) continue;
    kept += tag.slice(start, index);
    start = index;
    while (isSpace(tag.charAt(index))) index++;
    const equals = tag.indexOf("=", index);
    if (equals < 0) break;
    const name = tag.slice(index, equals).trim();
    let open = equals + 1;
    while (isSpace(tag.charAt(open))) open++;
    const close = tag.indexOf(tag.charAt(open), open + 1);
    if (close < 0) break;
    if (isPosition(name)) start = close + 1;
    // The loop continues after the value.
    index = close;
  }
  return kept + tag.slice(start);
}

/** Returns XMP (ISO 16684-1) without coordinates, and without comments; `null` if it is not well-formed. */
export function withoutPositions(xmp: string): string | null {
  const kept: string[] = [];
  // The number of open elements inside an element that is left out.
  let depth = 0;
  let start = 0;
  for (let index = xmp.indexOf("<"); index >= 0; index = xmp.indexOf("<", start)) {
    if (depth === 0) kept.push(xmp.slice(start, index));
    const isComment = xmp.startsWith("<!--", index);
    const terminator = isComment ? "-->" : xmp.startsWith("<![CDATA[", index) ? "]]>" : null;
    const found = terminator === null ? tagEnd(xmp, index) : xmp.indexOf(terminator, index);
    if (found < 0) return null;
    start = terminator === null ? found : found + 3;
    const tag = xmp.slice(index, start);
    const isElement = terminator === null && !/^<[!?/]/.test(tag);
    const isOpened = isElement && !tag.endsWith("/>");
    if (depth > 0) depth += isOpened ? 1 : tag.startsWith("</") ? -1 : 0;
    else if (isElement && isPosition(/^<[^\s/>]*/.exec(tag)?.[0].slice(1) ?? "")) depth = isOpened ? 1 : 0;
    else if (!isComment) kept.push(isElement ? withoutAttributes(tag) : tag);
  }
  return depth > 0 ? null : kept.join("") + xmp.slice(start);
}

/** "8BIM" and the first byte of the numbers of EXIF and XMP, in the resources of Photoshop, which libvips reads as IPTC. */
const resourceMark = Uint8Array.of(0x38, 0x42, 0x49, 0x4d, 0x04);
const resourceNumbers: readonly number[] = [0x22, 0x23, 0x24];

/**
 * Returns the indexes of a part in bytes; `null` if finding them takes many times longer than reading the bytes, because
 * they consist of beginnings of the part.
 */
function occurrences(bytes: Uint8Array, part: Uint8Array): number[] | null {
  const found: number[] = [];
  let compared = 0;
  const next = (from: number) => bytes.indexOf(part[0] ?? 0, from);
  for (let at = next(0); at >= 0; at = next(at + 1)) {
    let length = 0;
    while (length < part.length && bytes[at + length] === part[length]) length++;
    compared += length;
    if (compared > 4 * bytes.length) return null;
    if (length === part.length) found.push(at);
  }
  return found;
}

/** Returns a file whose EXIF has no positions; `null` if that cannot be done. */
function fileWithoutGps(file: Uint8Array, format: string, exif: Uint8Array): Uint8Array | null {
  if (format === "png") {
    const chunks = [...pngChunks(file)];
    const bare = chunks.map(({ type, data, whole }) => {
      const exifData = type === "eXIf" ? withoutGps(data) : null;
      return type === "eXIf" ? (exifData ? pngChunk(type, exifData) : new Uint8Array()) : whole;
    });
    const length = chunks.reduce((sum, { whole }) => sum + whole.length, pngSignature.length);
    return joinBytes([pngSignature, ...bare, file.subarray(length)]);
  }
  const bare = withoutGps(exif);
  if (!bare) return null;
  const original = exif.subarray(exif.length - bare.length);
  const places = occurrences(file, original);
  if (!places || places.length === 0) return null;
  const copy = Uint8Array.from(file);
  for (const place of places) copy.set(bare, place);
  return copy;
}

/**
 * Removes the positions from a file that sharp reads.
 *
 * @returns The file, its XMP, and the kinds of metadata that have to go whole, because a position may be in them.
 */
export function removePositions(
  file: Uint8Array,
  format: string,
  { exif, xmp, iptc }: { exif: Uint8Array | null; xmp: string | null; iptc: Uint8Array | null },
): { bytes: Uint8Array; xmp: string | null; lost: MetadataKind[] } {
  const bytes = exif ? fileWithoutGps(file, format, exif) : file;
  const bareXmp = xmp === null ? null : withoutPositions(xmp);
  const marks = iptc === null ? [] : occurrences(iptc, resourceMark);
  const hasResources =
    marks === null || marks.some((at) => resourceNumbers.includes(iptc?.[at + resourceMark.length] ?? 0));
  const lost: MetadataKind[] = [
    ...(bytes ? [] : ["exif" as const]),
    ...(bareXmp === null ? ["xmp" as const] : []),
    ...(hasResources ? ["iptc" as const] : []),
  ];
  return { bytes: bytes ?? file, xmp: bareXmp, lost };
}
