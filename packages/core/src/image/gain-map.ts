import type { SharpConstructor } from "sharp";
import type { ConversionRequest } from "./conversion.ts";
import type { Header } from "./header.ts";
import type { Plan } from "./plan.ts";
import { joinBytes } from "./png.ts";
import { place } from "./placement.ts";
import { resize } from "./transform.ts";

const startOfScan = 0xda;
const [app1, app2] = [0xe1, 0xe2];
/** The bytes of the marker at the start of an image. */
const startBytes = 2;

const xmpName = "http://ns.adobe.com/xap/1.0/\0";
const isoName = "urn:iso:std:iso:ts:21496:-1\0";

/** The quality of a gain map. Its errors are multiplied with the brightness. */
const mapQuality = 90;

/** A segment of a JPEG (ITU-T T.81 §B.1.1.4). */
interface Segment {
  marker: number;
  data: Uint8Array;
  start: number;
  end: number;
}

/** Yields the segments of a JPEG before its first scan. */
function* segmentsOf(jpeg: Uint8Array): Generator<Segment> {
  const view = new DataView(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength);
  for (let start = startBytes; start + 4 <= jpeg.length;) {
    const marker = view.getUint8(start + 1);
    const end = start + 2 + view.getUint16(start + 2);
    if (view.getUint8(start) !== 0xff || marker === startOfScan || end > jpeg.length) return;
    yield { marker, data: jpeg.subarray(start + 4, end), start, end };
    start = end;
  }
}

const latin1 = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

/** Returns the text of a segment after its name, or `null` if it has another name. */
function textAfter(name: string, { data }: Segment): string | null {
  const isNamed = latin1(name).every((byte, index) => byte === data[index]);
  return isNamed ? new TextDecoder().decode(data.subarray(name.length)) : null;
}

function segment(marker: number, ...parts: readonly Uint8Array[]): Uint8Array {
  const data = joinBytes(parts);
  return joinBytes([Uint8Array.of(0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 255), data]);
}

const xmpSegment = (xmp: string) => segment(app1, latin1(xmpName), new TextEncoder().encode(xmp));

/** Returns the XMP of the directory of both images (Ultra HDR 1.1). */
function directoryXmp(length: number): string {
  const item = (attributes: string) =>
    `<rdf:li rdf:parseType="Resource"><Container:Item ${attributes} Item:Mime="image/jpeg"/></rdf:li>`;
  return (
    `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">` +
    `<rdf:Description xmlns:Container="http://ns.google.com/photos/1.0/container/" ` +
    `xmlns:Item="http://ns.google.com/photos/1.0/container/item/" ` +
    `xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/" hdrgm:Version="1.0"><Container:Directory><rdf:Seq>` +
    item(`Item:Semantic="Primary"`) +
    item(`Item:Semantic="GainMap" Item:Length="${length}"`) +
    `</rdf:Seq></Container:Directory></rdf:Description></rdf:RDF></x:xmpmeta>`
  );
}

/** Returns XMP that was kept with the length of the new gain map. */
function withLength(xmp: string, length: number): string {
  return xmp.replace(/<Container:Item\b[^>]*>/g, (item) =>
    /Semantic=["']GainMap["']/.test(item) ? item.replace(/(Item:Length=["'])\d+/, `$1${length}`) : item,
  );
}

/** Returns the index of the images of a file (CIPA DC-007 §5.2), for a segment that starts at `start`. */
function imageIndex({ start, first, second }: { start: number; first: number; second: number }): Uint8Array {
  const data = new DataView(new ArrayBuffer(86));
  // The name, and the head of a TIFF from which offsets count.
  new Uint8Array(data.buffer).set(latin1("MPF\0MM\0*"));
  const head = 4;
  data.setUint32(head + 4, 8);
  data.setUint16(head + 8, 3);
  const tags = [
    [0xb000, 7, 4, 0x30313030],
    [0xb001, 4, 1, 2],
    [0xb002, 7, 32, 50],
  ] as const;
  for (const [index, [tag, type, count, value]] of tags.entries()) {
    const at = head + 10 + index * 12;
    data.setUint16(at, tag);
    data.setUint16(at + 2, type);
    data.setUint32(at + 4, count);
    data.setUint32(at + 8, value);
  }
  // The first image is the primary one. The marker and the length of a segment precede its data.
  data.setUint32(head + 50, 0x00030000);
  data.setUint32(head + 54, first);
  data.setUint32(head + 70, second);
  data.setUint32(head + 74, first - (start + 4 + head));
  return segment(app2, new Uint8Array(data.buffer));
}

/** Returns the segments of a gain map that describe its values. */
function descriptions(map: Uint8Array): { xmp: Uint8Array[]; iso: Uint8Array[] } {
  const all = [...segmentsOf(map)];
  const whole = ({ start, end }: Segment) => map.subarray(start, end);
  const described = (marker: number, name: string, text: string) =>
    all
      .filter((each) => each.marker === marker && (textAfter(name, each)?.includes(text) ?? false))
      .map(whole);
  return { xmp: described(app1, xmpName, "hdrgm:"), iso: described(app2, isoName, "") };
}

/** Returns a JPEG with a gain map after it, as Ultra HDR and ISO 21496-1 have it. */
function joinImages(jpeg: Uint8Array, map: Uint8Array, source: Uint8Array): Uint8Array {
  const { xmp, iso } = descriptions(source);
  const second = joinBytes([map.subarray(0, startBytes), ...xmp, ...iso, map.subarray(startBytes)]);
  const all = [...segmentsOf(jpeg)];
  const kept = all.find((each) => each.marker === app1 && textAfter(xmpName, each) !== null);
  const text = kept ? textAfter(xmpName, kept) : null;
  const directory = text?.includes("Container:Directory")
    ? withLength(text, second.length)
    : directoryXmp(second.length);
  const isOther = ({ marker }: Segment) => (marker & 0xf0) === 0xe0;
  const heads = all.filter((each) => isOther(each) && each !== kept);
  const rest = jpeg.subarray(all.find((each) => !isOther(each))?.start ?? startBytes);
  const before = joinBytes([
    jpeg.subarray(0, startBytes),
    ...heads.map(({ start, end }) => jpeg.subarray(start, end)),
    ...(xmp.length > 0 ? [xmpSegment(directory)] : text === null ? [] : [xmpSegment(text)]),
    // The version of the description, which the gain map has.
    ...(iso.length > 0 ? [segment(app2, latin1(isoName), new Uint8Array(4))] : []),
  ]);
  const first = before.length + 90 + rest.length;
  return joinBytes([
    before,
    imageIndex({ start: before.length, first, second: second.length }),
    rest,
    second,
  ]);
}

/**
 * Returns a JPEG with the gain map of its source, which has the same changes of its geometry. The map is processed as a
 * separate image: sharp 0.35 reads its bytes after they are freed if the image is turned.
 */
export async function withGainMap(
  sharp: SharpConstructor,
  jpeg: Uint8Array,
  {
    header,
    plan,
    request,
    seconds,
  }: { header: Header; plan: Plan; request: ConversionRequest; seconds: number },
): Promise<Uint8Array> {
  const { gainMap, stored, orientation } = header;
  if (!gainMap) return jpeg;
  const { result, shrink } = plan;
  const { width: mapWidth, channels } = await sharp(gainMap).metadata();
  const scale = Math.max(1, stored.width / mapWidth);
  const canvas = { width: Math.ceil(stored.width / shrink), height: Math.ceil(stored.height / shrink) };
  // The values are no colors: no profile applies to them.
  const large = await sharp(gainMap, { ignoreIcc: true })
    .timeout({ seconds })
    .resize({ ...canvas, fit: "fill" })
    .withMetadata({ orientation })
    .png({ compressionLevel: 0, adaptiveFiltering: false })
    .toUint8Array();
  const opened = sharp(large.data, { ignoreIcc: true, autoOrient: plan.orient }).timeout({ seconds });
  // Padding is not brighter than it is without the map.
  const placed = resize(place(opened, request.placement), plan, { ...request, background: "#000000" });
  const fitted = await placed.png({ compressionLevel: 0, adaptiveFiltering: false }).toUint8Array();
  const side = (length: number) => Math.max(1, Math.round(length / scale));
  const map = await sharp(fitted.data, { ignoreIcc: true })
    .timeout({ seconds })
    .resize({ width: side(result.width), height: side(result.height), fit: "fill" })
    // One channel is for all colors. Readers take three for values of each.
    .toColourspace(channels === 1 ? "b-w" : "srgb")
    .jpeg({ quality: mapQuality, chromaSubsampling: "4:4:4" })
    .toUint8Array();
  return joinImages(jpeg, map.data, gainMap);
}
