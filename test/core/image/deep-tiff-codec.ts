import type { ImageCodec } from "@tools-api/core/image";

/** Creates a TIFF of one row of gray samples with 12 bits each, which says that it is an old kind of JPEG. */
export function tiffOf12Bits([first, second]: readonly [number, number]): Uint8Array {
  const view = new DataView(new ArrayBuffer(8 + 2 + 9 * 12 + 4 + 3));
  view.setUint32(0, 0x49492a00);
  view.setUint32(4, 8, true);
  const data = view.byteLength - 3;
  const entries = [
    [256, 2],
    [257, 1],
    [258, 8],
    [259, 6],
    [262, 1],
    [273, data],
    [277, 1],
    [278, 1],
    [279, 3],
  ] as const;
  view.setUint16(8, entries.length, true);
  for (const [index, [tag, value]] of entries.entries()) {
    const at = 10 + index * 12;
    view.setUint16(at, tag, true);
    view.setUint16(at + 2, 4, true);
    view.setUint32(at + 4, 1, true);
    view.setUint32(at + 8, value, true);
  }
  view.setUint8(data, first >> 4);
  view.setUint8(data + 1, ((first & 15) << 4) | (second >> 8));
  view.setUint8(data + 2, second & 255);
  return new Uint8Array(view.buffer);
}

/** Creates a codec that reads the output of {@link tiffOf12Bits}. */
export function deepTiffCodec(): ImageCodec & { calls: number } {
  const codec = {
    calls: 0,
    package: "deep-tiff",
    reads: ["tiff"],
    writes: [],
    readHeader: () => {
      codec.calls++;
      return Promise.resolve({
        stored: { width: 2, height: 1 },
        pages: 1,
        isAnimated: false,
        orientation: 1,
        hasAlpha: false,
        bitDepth: 12,
        colorSpace: "grey",
        profile: null,
        metadata: { exif: null, xmp: null, iptc: null },
      });
    },
    decode: ({ bytes }: { bytes: Uint8Array }) => {
      const [high = 0, middle = 0, low = 0] = bytes.subarray(-3);
      const data = [(high << 4) | (middle >> 4), ((middle & 15) << 8) | low].map((sample) => sample >> 4);
      const pixels = { data: Uint8Array.from(data), size: { width: 2, height: 1 }, channels: 1 as const };
      return Promise.resolve({ kind: "frames" as const, pixels, frames: 1, delays: [], loop: 0 });
    },
  };
  return codec;
}
