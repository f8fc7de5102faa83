import type { ConversionRequest } from "./conversion.ts";
import { type Encoded, encodeImage, type Work } from "./encode-image.ts";

/** Bytes of the head of an icon, and of the entry of each of its images. */
const headBytes = 6;
const entryBytes = 16;

/** Returns one icon with the images of several icons with one image each. */
function joinIcons(icons: readonly Uint8Array[]): Uint8Array {
  const start = headBytes + icons.length * entryBytes;
  const images = icons.map((icon) => {
    const view = new DataView(icon.buffer, icon.byteOffset, icon.byteLength);
    const offset = view.getUint32(headBytes + 12, true);
    return {
      entry: icon.subarray(headBytes, headBytes + entryBytes),
      data: icon.subarray(offset, offset + view.getUint32(headBytes + 8, true)),
    };
  });
  const joined = new Uint8Array(images.reduce((sum, { data }) => sum + data.length, start));
  const view = new DataView(joined.buffer);
  // Type 1 is an icon. The number of images follows.
  view.setUint16(2, 1, true);
  view.setUint16(4, images.length, true);
  let offset = start;
  for (const [index, { entry, data }] of images.entries()) {
    const at = headBytes + index * entryBytes;
    joined.set(entry, at);
    view.setUint32(at + 12, offset, true);
    joined.set(data, offset);
    offset += data.length;
  }
  return joined;
}

/**
 * Encodes an image at several sizes as one icon. The record is that of the largest.
 *
 * @throws ToolsError as `encodeImage`.
 */
export async function encodeIcon(
  work: Work,
  request: ConversionRequest,
  sizes: readonly number[],
): Promise<Encoded> {
  const images: Encoded[] = [];
  for (const side of sizes.toSorted((one, other) => one - other))
    images.push(await encodeImage(work, { ...request, width: side, height: side }));
  const largest = images.at(-1);
  if (!largest) throw new RangeError("expected a size");
  return { ...largest, data: joinIcons(images.map(({ data }) => data)) };
}
