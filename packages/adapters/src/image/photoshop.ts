/** Color channels of each mode of Photoshop (Adobe Photoshop File Formats Specification, "File Header Section"). */
const colorChannels: Readonly<Record<number, number>> = { 0: 1, 1: 1, 2: 1, 3: 3, 4: 4, 8: 1, 9: 3 };

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

/**
 * Returns a Photoshop file without the channels that are neither color nor transparency, such as saved selections. The
 * first further channel is the transparency only if the number of layers is negative, or the channel has that name.
 */
export function withoutSelections(file: Uint8Array): Uint8Array {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  try {
    const isLarge = view.getUint16(4) === 2;
    const channels = view.getUint16(channelsOffset);
    const height = view.getUint32(14);
    const colors = colorChannels[view.getUint16(24)];
    if (colors === undefined || channels <= colors || isLarge) return file;
    const rowBytes = Math.ceil((view.getUint32(18) * view.getUint16(22)) / 8);
    const resources = headerBytes + 4 + view.getUint32(headerBytes);
    const layers = resources + 4 + view.getUint32(resources);
    const layerBytes = view.getUint32(layers);
    const hasLayers = layerBytes >= 10 && view.getUint32(layers + 4) > 0;
    const names = readNames(view, resources + 4, layers);
    const hasTransparency = hasLayers ? view.getInt16(layers + 8) < 0 : names[0] === "Transparency";
    const kept = colors + (hasTransparency ? 1 : 0);
    if (channels <= kept) return file;
    const picture = layers + 4 + layerBytes;
    const data = picture + 2;
    // Buffer.slice() does not copy.
    const cut = Uint8Array.from(file.subarray(0, data));
    new DataView(cut.buffer).setUint16(channelsOffset, kept);
    const compression = view.getUint16(picture);
    if (compression === 0) return join(cut, file.subarray(data, data + rowBytes * height * kept));
    if (compression !== 1) return file;
    // The lengths of all packed rows precede them.
    const rows = height * kept;
    let packed = 0;
    for (let row = 0; row < rows; row++) packed += view.getUint16(data + row * 2);
    const first = data + height * channels * 2;
    return join(cut, file.subarray(data, data + rows * 2), file.subarray(first, first + packed));
  } catch {
    // The decoder refuses a file that ends in its header.
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
