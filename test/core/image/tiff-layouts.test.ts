import { convertImage } from "@tools-api/core/image";
import sharp from "sharp";
import { describe, expect, it } from "vitest";

type Format = "uint" | "int" | "float";
type Row = [
  name: string,
  photometric: number,
  format: Format,
  bits: number,
  pixel: number[],
  extra: number[],
  rgba: number[],
];

const [uint, int, float] = ["uint", "int", "float"] as const;

/** Samples of one pixel, and the color that they are. Values of extra samples come last. */
const rows: Row[] = [
  ["white-is-zero, 8 bits, unspecified", 0, uint, 8, [55, 9], [0], [200, 200, 200, 255]],
  ["gray, 32 bits", 1, uint, 32, [0xc8c8c8c8], [], [200, 200, 200, 255]],
  ["gray, signed", 1, int, 16, [0x48c8], [], [200, 200, 200, 255]],
  ["gray, half", 1, float, 16, [200 / 255], [], [200, 200, 200, 255]],
  ["gray, float", 1, float, 32, [200 / 255], [], [200, 200, 200, 255]],
  ["gray, double, alpha", 1, float, 64, [200 / 255, 0.5], [2], [200, 200, 200, 128]],
  ["RGB, unspecified", 2, uint, 8, [200, 100, 50, 7], [0], [200, 100, 50, 255]],
  ["RGB, unspecified and alpha", 2, uint, 8, [200, 100, 50, 7, 128], [0, 2], [200, 100, 50, 128]],
  ["RGB, premultiplied", 2, uint, 8, [100, 50, 25, 128], [1], [199, 100, 50, 128]],
  ["RGB, 16 bits, two unspecified", 2, uint, 16, [51400, 25700, 12850, 1, 2], [0, 0], [200, 100, 50, 255]],
  ["RGB, linear double", 2, float, 64, [0.5776, 0.1274, 0.0319], [], [200, 100, 50, 255]],
  ["CMYK, two spots", 5, uint, 8, [0, 0, 0, 0, 9, 9], [0, 0], [255, 255, 255, 255]],
  ["YCbCr", 6, uint, 8, [124, 86, 182], [], [200, 100, 50, 255]],
  ["L*a*b*, alpha", 8, uint, 8, [139, 37, 44, 255], [2], [200, 101, 53, 255]],
  ["ICC L*a*b*", 9, uint, 8, [139, 165, 172], [], [200, 101, 53, 255]],
];

/** Returns the 16 bits of a half-precision number above 2^-14. */
function halfBits(value: number): number {
  const exponent = Math.floor(Math.log2(value));
  return ((exponent + 15) << 10) | Math.round((value / 2 ** exponent - 1) * 1024);
}

function sampleBytes(
  { format, bits, littleEndian }: { format: Format; bits: number; littleEndian: boolean },
  value: number,
) {
  const view = new DataView(new ArrayBuffer(bits / 8));
  if (format === "float" && bits === 64) view.setFloat64(0, value, littleEndian);
  else if (format === "float" && bits === 32) view.setFloat32(0, value, littleEndian);
  else if (bits === 32) view.setUint32(0, value, littleEndian);
  else if (bits === 16) view.setUint16(0, format === "float" ? halfBits(value) : value, littleEndian);
  else view.setUint8(0, value);
  return [...new Uint8Array(view.buffer)];
}

/** Compressions with the function that packs bytes. */
const packers = {
  1: async (bytes: Uint8Array<ArrayBuffer>) => bytes,
  8: async (bytes: Uint8Array<ArrayBuffer>) =>
    new Uint8Array(
      await new Response(
        new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate")),
      ).arrayBuffer(),
    ),
  32773: async (bytes: Uint8Array) => Uint8Array.from([...bytes].flatMap((byte) => [0, byte])),
};

const side = 4;

const reversed = (bytes: Uint8Array) =>
  bytes.map((byte) => Number.parseInt(byte.toString(2).padStart(8, "0").split("").toReversed().join(""), 2));

/** Writes a TIFF of 4 × 4 equal pixels, with further tags of one number. */
async function tiff(
  row: Row,
  compression: 1 | 8 | 32773,
  isPlanar: boolean,
  littleEndian: boolean,
  further: Readonly<Record<number, number>> = {},
): Promise<Uint8Array> {
  const [, photometric, format, bits, pixel, extra] = row;
  const samples = pixel.map((value) => sampleBytes({ format, bits, littleEndian }, value));
  const repeat = (bytes: number[]) => Array.from({ length: side * side }, () => bytes).flat();
  const planes = isPlanar ? samples.map(repeat) : [repeat(samples.flat())];
  const packed = await Promise.all(planes.map((plane) => packers[compression](Uint8Array.from(plane))));
  let end = 1024;
  const offsets = packed.map(({ length }) => (end += length) - length);
  const file = new Uint8Array(end);
  const view = new DataView(file.buffer);
  const put = (at: number, value: number, bytes: 2 | 4) =>
    bytes === 2 ? view.setUint16(at, value, littleEndian) : view.setUint32(at, value, littleEndian);
  file.set(littleEndian ? [0x49, 0x49, 42, 0, 8, 0, 0, 0] : [0x4d, 0x4d, 0, 42, 0, 0, 0, 8]);
  const each = (value: number) => pixel.map(() => value);
  const fields: [tag: number, bytes: 2 | 4, values: number[]][] = [
    [256, 4, [side]],
    [257, 4, [side]],
    [258, 2, each(bits)],
    [259, 2, [compression]],
    [262, 2, [photometric]],
    [273, 4, offsets],
    [277, 2, [pixel.length]],
    [278, 4, [side]],
    [279, 4, packed.map(({ length }) => length)],
    [284, 2, [isPlanar ? 2 : 1]],
    ...(extra.length > 0 ? [[338, 2, extra] as [number, 2, number[]]] : []),
    [339, 2, each({ uint: 1, int: 2, float: 3 }[format])],
    ...(photometric === 6 ? [[530, 2, [1, 1]] as [number, 2, number[]]] : []),
    ...Object.entries(further).map(([tag, value]): [number, 2, number[]] => [Number(tag), 2, [value]]),
  ];
  fields.sort(([one], [other]) => one - other);
  put(8, fields.length, 2);
  let values = 512;
  for (const [index, [tag, bytes, numbers]] of fields.entries()) {
    const entry = 10 + index * 12;
    put(entry, tag, 2);
    put(entry + 2, bytes === 2 ? 3 : 4, 2);
    put(entry + 4, numbers.length, 4);
    const isInline = numbers.length * bytes <= 4;
    if (!isInline) put(entry + 8, values, 4);
    for (const [place, number] of numbers.entries())
      put((isInline ? entry + 8 : values) + place * bytes, number, bytes);
    if (!isInline) values += numbers.length * bytes;
  }
  for (const [index, bytes] of packed.entries())
    file.set(further[266] === 2 ? reversed(bytes) : bytes, offsets[index]);
  return file;
}

describe("tiff", () => {
  it.each(rows)("shows the colors of %s, however they are packed", async (...row) => {
    const [, , , , pixel, extra, rgba] = row;
    for (const compression of [1, 8, 32773] as const)
      for (const isPlanar of pixel.length > 1 ? [false, true] : [false])
        for (const littleEndian of [true, false]) {
          const file = await tiff(row, compression, isPlanar, littleEndian);
          const { image, warnings } = await convertImage(file, { format: "png" });
          const { data } = await sharp(image)
            .toColourspace("srgb")
            .ensureAlpha()
            .raw({ depth: "uchar" })
            .toBuffer({ resolveWithObject: true });
          for (const [channel, level] of rgba.entries())
            expect(Math.abs((data[channel] ?? 0) - level), `${compression}`).toBeLessThan(4);
          const dropped = extra.filter((kind) => kind === 0).length;
          expect(warnings.filter(({ code }) => code === "channels_dropped")).toHaveLength(
            dropped > 0 ? 1 : 0,
          );
        }
  });

  it("reads lzw with differences, in which a further channel is no transparency", async () => {
    const noise = await sharp({
      create: {
        width: 300,
        height: 200,
        channels: 4,
        noise: { type: "gaussian", mean: 128, sigma: 30 },
        background: "#fff",
      },
    })
      .raw()
      .toBuffer();
    const raw = { width: 300, height: 200, channels: 4 } as const;
    for (const tile of [false, true]) {
      const file = await sharp(noise, { raw })
        .tiff({ compression: "lzw", predictor: "horizontal", tile, tileWidth: 64, tileHeight: 64 })
        .toBuffer();
      const entry = file.indexOf(Buffer.of(0x52, 0x01, 3, 0, 1, 0, 0, 0));
      file.writeUInt16LE(0, entry + 8);
      const { image } = await convertImage(file, { format: "png" });
      expect(await sharp(image).raw().toBuffer()).toEqual(
        await sharp(noise, { raw }).removeAlpha().raw().toBuffer(),
      );
    }
  });

  it("reads bits in the opposite order, and ignores differences where a compression has none", async () => {
    const row: Row = ["RGB, unspecified", 2, uint, 8, [200, 100, 50, 7], [0], []];
    for (const compression of [1, 8, 32773] as const)
      for (const tag of compression === 8 ? [266] : [266, 317]) {
        const file = await tiff(row, compression, false, true, { [tag]: 2 });
        const { image } = await convertImage(file, { format: "png" });
        expect([...(await sharp(image).raw().toBuffer()).subarray(0, 3)]).toEqual([200, 100, 50]);
      }
  });

  it.each([
    ["a set of inks other than CMYK", ["", 5, uint, 8, [0, 9, 9, 9], [], []], { 332: 2 }],
    ["colors in ITU L*a*b*", ["", 10, uint, 8, [139, 37, 44], [], []], {}],
    ["2 samples of 8 bits", ["", 1, uint, 8, [55, 9], [0], []], { 317: 4 }],
  ] as [string, Row, Record<number, number>][])("refuses %s by its name", async (name, row, further) => {
    const file = await tiff(row, 8, false, true, further);
    await expect(convertImage(file, { format: "png" })).rejects.toThrow(name);
  });

  it("names a compression and a camera's raw file that it does not read", async () => {
    const file = await tiff(["RGB", 2, uint, 8, [200, 100, 50], [], []], 1, false, true);
    const named = (tag: number, value: number) => {
      const copy = Buffer.from(file);
      copy.writeUInt16LE(value, copy.indexOf(Buffer.of(tag & 255, tag >> 8, 3, 0, 1, 0, 0, 0)) + 8);
      return copy;
    };
    await expect(convertImage(named(259, 50000), { format: "png" })).rejects.toThrow(
      /Zstandard compression is not read/,
    );
    await expect(convertImage(named(262, 32803), { format: "png" })).rejects.toThrow(/raw file of a camera/);
  });
});
