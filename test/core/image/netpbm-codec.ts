import { ToolsError } from "@tools-api/core";
import type { CodecHeader, CodecInput, Decoded, ImageCodec } from "@tools-api/core/image";

interface Picture {
  width: number;
  height: number;
  maximum: number;
  /** Milliseconds, from a comment `#delay 100`. */
  delay: number | null;
  samples: Uint8Array;
}

const damaged = (detail: string) =>
  new ToolsError("invalid_image", `image: pnm was recognized, but ${detail}`);

/** Returns the pictures of a P6 file. netpbm allows several in sequence. */
function* picturesOf(file: Uint8Array): Generator<Picture> {
  let position = 0;
  while (position < file.length) {
    const header = new TextDecoder("latin1").decode(file.subarray(position, position + 80));
    const match = /^P6\s(?:#delay (\d+)\n)?(\d+)\s(\d+)\s(\d+)\s/.exec(header);
    if (!match) throw damaged("it is not P6");
    const [all, delay, ...numbers] = match;
    const [width = 0, height = 0, maximum = 0] = numbers.map(Number);
    const start = position + all.length;
    position = start + width * height * 3 * (maximum > 255 ? 2 : 1);
    yield {
      width,
      height,
      maximum,
      delay: delay === undefined ? null : Number(delay),
      samples: file.subarray(start, position),
    };
  }
}

/** Returns the samples of a picture with 8 bits. */
function toBytes({ width, height, maximum, samples }: Picture): Uint8Array {
  if (samples.length < width * height * 3 * (maximum > 255 ? 2 : 1)) throw damaged("it is truncated");
  const view = new DataView(samples.buffer, samples.byteOffset, samples.byteLength);
  return Uint8Array.from({ length: width * height * 3 }, (_, index) =>
    Math.round(((maximum > 255 ? view.getUint16(index * 2) : view.getUint8(index)) * 255) / maximum),
  );
}

/** Creates a P6 file of one picture. A delay makes it a frame. */
export function ppm(
  width: number,
  height: number,
  samples: Uint8Array,
  { delay, maximum = 255 }: { delay?: number; maximum?: number } = {},
): Uint8Array {
  const comment = delay === undefined ? "" : `#delay ${delay}\n`;
  const header = new TextEncoder().encode(`P6\n${comment}${width} ${height}\n${maximum}\n`);
  return Uint8Array.from([...header, ...samples]);
}

/**
 * Creates a codec that reads and writes the P6 format of netpbm, and records its calls.
 *
 * @param metadata - Reported for every picture, because P6 has none.
 * @param profile - Likewise.
 */
export function netpbmCodec(
  metadata: Partial<CodecHeader["metadata"]> = {},
  profile: Uint8Array | null = null,
): ImageCodec & { calls: string[] } {
  const calls: string[] = [];
  return {
    calls,
    package: "netpbm",
    reads: ["pnm"],
    writes: ["ppm"],
    readHeader({ bytes, page = 0 }: CodecInput): Promise<CodecHeader> {
      calls.push("readHeader");
      const pictures = [...picturesOf(bytes)];
      const { width, height, maximum, delay } = pictures[page] ?? pictures[0] ?? { width: 0, height: 0 };
      return Promise.resolve({
        stored: { width, height },
        pages: pictures.length,
        isAnimated: typeof delay === "number",
        orientation: 1,
        hasAlpha: false,
        bitDepth: (maximum ?? 0) > 255 ? 16 : 8,
        colorSpace: "srgb",
        profile,
        metadata: { exif: null, xmp: null, iptc: null, ...metadata },
      });
    },
    decode({ bytes, page = 0, frames }): Promise<Decoded> {
      calls.push(`decode ${frames}`);
      const pictures = [...picturesOf(bytes)];
      const kept = frames === "all" ? pictures : pictures.slice(page, page + 1);
      const { width, height } = kept[0] ?? { width: 0, height: 0 };
      return Promise.resolve({
        kind: "frames",
        pixels: {
          data: Uint8Array.from(kept.flatMap((picture) => [...toBytes(picture)])),
          size: { width, height },
          channels: 3,
        },
        frames: kept.length,
        delays: kept.map(({ delay }) => delay ?? 0),
        loop: 2,
      });
    },
    encode({ data, size, channels }) {
      calls.push("encode");
      const colors = Math.min(channels, 3);
      const samples = Uint8Array.from({ length: size.width * size.height * 3 }, (_, index) => {
        const pixel = Math.floor(index / 3);
        return data[pixel * channels + (colors < 3 ? 0 : index % 3)] ?? 0;
      });
      return Promise.resolve(ppm(size.width, size.height, samples));
    },
  };
}

/** Creates a P6 file of a picture with one value in every sample. */
export function flatPpm(
  width: number,
  height: number,
  value: number,
  options: { delay?: number; maximum?: number } = {},
): Uint8Array {
  return ppm(width, height, new Uint8Array(width * height * 3).fill(value), options);
}
