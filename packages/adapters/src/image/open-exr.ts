import { ToolsError } from "@tools-api/core/errors";

const magicBytes = 8;

/** Returns the names of the channels of an OpenEXR file ("OpenEXR File Layout", on the attribute `channels`). */
function readChannels(file: Uint8Array): string[] {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  let at = magicBytes;
  const readName = (): string => {
    const end = file.indexOf(0, at);
    const name = String.fromCharCode(...file.subarray(at, Math.min(end, at + 255)));
    at = end < 0 ? file.length : end + 1;
    return name;
  };
  for (let name = readName(); name !== "" && at < file.length; name = readName()) {
    const type = readName();
    if (at + 4 > file.length) return [];
    const length = view.getUint32(at, true);
    at += 4;
    if (name !== "channels" || type !== "chlist") {
      at += length;
      continue;
    }
    const names: string[] = [];
    // The type, the linearity, and the sampling of a channel take 16 bytes.
    for (const end = Math.min(at + length, file.length); at < end; at += 16) {
      const channel = readName();
      if (channel === "") break;
      names.push(channel);
    }
    return names;
  }
  return [];
}

/**
 * Returns the file, unless its colors are luminance and chroma, which ImageMagick shows as red, green and blue.
 *
 * @throws ToolsError `invalid_image` for luminance and chroma.
 */
export function refuseLuminance(file: Uint8Array): Uint8Array {
  const names = readChannels(file);
  if (names.includes("RY") && names.includes("BY"))
    throw new ToolsError(
      "invalid_image",
      "image: exr was recognized, but colors in luminance and chroma (Y, RY, BY) are not read",
    );
  return file;
}
