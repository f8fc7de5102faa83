import { inflateSync } from "node:zlib";

/** Color channels of each mode of Photoshop (Adobe Photoshop File Formats Specification, "File Header Section"). */
const colorChannels: Readonly<Record<number, number>> = { 0: 1, 1: 1, 2: 1, 3: 3, 4: 4, 7: 3, 8: 1, 9: 3 };

const channelsOffset = 12;
const headerBytes = 26;
const alphaNames = 1006;

/** Returns the names of the channels beyond the colors (resource 1006), as Pascal strings. */
function readNames(view: DataView, start: number, end: number): string[] {
  for (let at = start; at + 12 <= end;) {
    const id = view.getUint16(at + 4);
    const nameBytes = view.getUint8(at + 6) + 1;
    const data = at + 6 + nameBytes + (nameBytes % 2);
    const length = view.getUint32(data);
    if (id === alphaNames) {
      const names: string[] = [];
      for (let name = data + 4; name < Math.min(data + 4 + length, end); name += view.getUint8(name) + 1)
        names.push(
          String.fromCharCode(
            ...Array.from({ length: view.getUint8(name) }, (_, index) => view.getUint8(name + 1 + index)),
          ),
        );
      return names;
    }
    at = data + 4 + length + (length % 2);
  }
  return [];
}

/** Compressions of a picture: none, PackBits, and zlib, without and with differences. */
const [raw, packed, zip, zipWithDifferences] = [0, 1, 2, 3];

/** A decompressed picture is held in memory in addition to its pixels. */
const maxPlaneBytes = 300_000_000;

/** Undoes the differences of a row: of samples of 8 or 16 bits, or of the bytes of floating-point samples, by plane. */
function addDifferences(row: Uint8Array, depth: number): void {
  const step = depth === 16 ? 2 : 1;
  for (let at = step; at < row.length; at += step) {
    if (depth !== 16) row[at] = (row[at] ?? 0) + (row[at - 1] ?? 0);
    else {
      const sum = (row[at + 1] ?? 0) + (row[at - 1] ?? 0);
      row[at + 1] = sum;
      row[at] = (row[at] ?? 0) + (row[at - 2] ?? 0) + (sum >> 8);
    }
  }
  if (depth !== 32) return;
  // Buffer.slice() does not copy.
  const planes = Uint8Array.from(row);
  const count = row.length / 4;
  for (let at = 0; at < row.length; at++) row[at] = planes[(at % 4) * count + (at >> 2)] ?? 0;
}

/**
 * Returns a Photoshop file as ImageMagick reads it right: without the channels that are neither color nor transparency,
 * such as saved selections, and without compression by zlib, which it does not read. The first further channel is the
 * transparency only if the number of layers is negative, or the channel has that name.
 *
 * @param step - `ping` needs no pixels.
 */
export function readablePhotoshop(file: Uint8Array, step: "ping" | "read"): Uint8Array {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  try {
    const isLarge = view.getUint16(4) === 2;
    const lengthBytes = isLarge ? 8 : 4;
    const channels = view.getUint16(channelsOffset);
    const height = view.getUint32(14);
    const depth = view.getUint16(22);
    const colors = colorChannels[view.getUint16(24)];
    if (colors === undefined) return file;
    const rowBytes = Math.ceil((view.getUint32(18) * depth) / 8);
    const resources = headerBytes + 4 + view.getUint32(headerBytes);
    const layers = resources + 4 + view.getUint32(resources);
    const layerBytes = isLarge ? Number(view.getBigUint64(layers)) : view.getUint32(layers);
    const inner = layers + lengthBytes;
    const hasLayers =
      layerBytes >= lengthBytes + 6 && (isLarge ? view.getBigUint64(inner) > 0n : view.getUint32(inner) > 0);
    const names = readNames(view, resources + 4, layers);
    const hasTransparency = hasLayers ? view.getInt16(inner + lengthBytes) < 0 : names[0] === "Transparency";
    const kept = Math.min(channels, colors + (hasTransparency ? 1 : 0));
    const picture = inner + layerBytes;
    const data = picture + 2;
    const compression = view.getUint16(picture);
    const isZip = compression === zip || compression === zipWithDifferences;
    if (channels === kept && !isZip) return file;
    // Buffer.slice() does not copy.
    const head = Uint8Array.from(file.subarray(0, data));
    const headView = new DataView(head.buffer);
    headView.setUint16(channelsOffset, kept);
    const planeBytes = rowBytes * height;
    if (compression === raw) return join(head, file.subarray(data, data + planeBytes * kept));
    if (isZip) {
      const all = planeBytes * channels;
      if (all > maxPlaneBytes) return file;
      headView.setUint16(picture, raw);
      if (step === "ping") return head;
      const planes = inflateSync(file.subarray(data), { maxOutputLength: all }).subarray(
        0,
        planeBytes * kept,
      );
      if (compression === zipWithDifferences)
        for (let at = 0; at < planes.length; at += rowBytes)
          addDifferences(planes.subarray(at, at + rowBytes), depth);
      return join(head, planes);
    }
    if (compression !== packed) return file;
    // The lengths of all packed rows precede them.
    const rows = height * kept;
    const countBytes = isLarge ? 4 : 2;
    let packedBytes = 0;
    for (let row = 0; row < rows; row++) {
      const at = data + row * countBytes;
      packedBytes += isLarge ? view.getUint32(at) : view.getUint16(at);
    }
    const first = data + height * channels * countBytes;
    return join(
      head,
      file.subarray(data, data + rows * countBytes),
      file.subarray(first, first + packedBytes),
    );
  } catch {
    // The decoder refuses a file that ends in its header, or whose data is damaged.
    return file;
  }
}

function join(...parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
