import type { MetadataKind } from "./codec.ts";
import { entryBytes, type ExifDirectory, readExifDirectory } from "./exif.ts";

/** The maker and the owner of an image; empty strings if the file does not name them. */
export interface Rights {
  artist: string;
  copyright: string;
}

const decoder = new TextDecoder();

/** More than a notice needs. */
const maxLength = 1000;

function clean(text: string): string {
  // The EXIF tag Copyright has the photographer and the editor, with a NUL after each.
  const parts = text.split("\0").map((part) => part.trim());
  return parts
    .filter((part) => part !== "")
    .join(", ")
    .slice(0, maxLength)
    .toWellFormed();
}

/** Returns the text of a tag (CIPA DC-008 §4.6.2), or an empty string. */
function exifText({ bytes, view, littleEndian, entries }: ExifDirectory, tag: number): string {
  const entry = entries.get(tag);
  if (entry === undefined || entry + entryBytes > bytes.length) return "";
  const length = view.getUint32(entry + 4, littleEndian);
  const start = length <= 4 ? entry + 8 : view.getUint32(entry + 8, littleEndian);
  return decoder.decode(bytes.subarray(start, start + Math.min(length, maxLength)));
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** Returns the first item of a property of XMP (ISO 16684-1), or an empty string. */
function xmpText(xmp: string, property: string): string {
  const start = xmp.indexOf(`<${property}>`);
  const end = start < 0 ? -1 : xmp.indexOf(`</${property}>`, start);
  if (end < 0) return "";
  const [item = ""] = xmp
    .slice(start, Math.min(end, start + 10 * maxLength))
    .split(">")
    .map((part) => part.slice(0, Math.max(0, part.indexOf("<"))).trim())
    .filter((part) => part !== "");
  return item.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => entities[name] ?? "");
}

/** Returns the text of a dataset of IPTC-IIM §1.5, or an empty string. */
function iptcText(iptc: Uint8Array, dataset: number): string {
  for (let index = 0; index + 5 <= iptc.length; index++) {
    if (iptc[index] !== 0x1c || iptc[index + 1] !== 2 || iptc[index + 2] !== dataset) continue;
    const length = ((iptc[index + 3] ?? 0) << 8) | (iptc[index + 4] ?? 0);
    return decoder.decode(iptc.subarray(index + 5, index + 5 + Math.min(length, maxLength)));
  }
  return "";
}

/** Reads the artist and the copyright notice of a file: from EXIF, otherwise XMP, otherwise IPTC. */
export function readRights({
  exif,
  xmp,
  iptc,
}: Readonly<Record<MetadataKind, Uint8Array | null>>): Rights | null {
  const directory = exif ? readExifDirectory(exif) : null;
  const xml = xmp ? decoder.decode(xmp) : "";
  const find = (tag: number, property: string, dataset: number) =>
    clean(directory ? exifText(directory, tag) : "") ||
    clean(xmpText(xml, property)) ||
    clean(iptc ? iptcText(iptc, dataset) : "");
  const rights = { artist: find(0x013b, "dc:creator", 80), copyright: find(0x8298, "dc:rights", 116) };
  return rights.artist === "" && rights.copyright === "" ? null : rights;
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

/** Returns XMP with the artist and the copyright notice. */
export function rightsXmp({ artist, copyright }: Rights): string {
  const creator =
    artist && `<dc:creator><rdf:Seq><rdf:li>${escapeXml(artist)}</rdf:li></rdf:Seq></dc:creator>`;
  const notice =
    copyright &&
    `<dc:rights><rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(copyright)}</rdf:li></rdf:Alt></dc:rights>`;
  return (
    '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">' +
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" ' +
    `xmlns:dc="http://purl.org/dc/elements/1.1/">${creator}${notice}</rdf:Description></rdf:RDF></x:xmpmeta>` +
    '<?xpacket end="w"?>'
  );
}
