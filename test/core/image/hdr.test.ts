import { type ConversionOptions, convertImage } from "@tools-api/core/image";
import sharp, { type Sharp } from "sharp";
import { describe, expect, it } from "vitest";
import { fixture } from "./pictures.ts";
import { chunk, integers } from "./png-chunk.ts";

type Color = readonly [number, number, number];

/** Code points of ITU-T H.273. */
const codes = { bt709: 1, bt2020: 9, p3: 12, srgb: 13, pq: 16, hlg: 18 } as const;

const bits = 10;
const highest = 2 ** bits - 1;

/** Writes colors, as signals from 0 to 1, as fields of a lossless AVIF with 10 bits that declares these code points. */
async function avif(colors: readonly Color[], primaries: number, transfer: number): Promise<Uint8Array> {
  const side = 16;
  const width = side * colors.length;
  const pixels = new Uint16Array(width * side * 3);
  for (let pixel = 0; pixel < width * side; pixel++)
    for (const [channel, value] of (colors[Math.floor((pixel % width) / side)] ?? []).entries())
      pixels[pixel * 3 + channel] = Math.round(value * highest) << (16 - bits);
  const raw = { width, height: side, channels: 3 } as const;
  const file = await sharp(pixels, { raw })
    .toColourspace("rgb16")
    .avif({ bitdepth: bits, lossless: true, chromaSubsampling: "4:4:4" })
    .toBuffer();
  const declared = file.indexOf("nclx") + 4;
  file.writeUInt16BE(primaries, declared);
  file.writeUInt16BE(transfer, declared + 2);
  return file;
}

/** Returns the colors of the fields after a conversion. */
async function fieldsOf(image: Uint8Array, count: number): Promise<Color[]> {
  const { data, info } = await sharp(image).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return Array.from({ length: count }, (_, field): Color => {
    const at = (8 * info.width + field * 16 + 8) * info.channels;
    return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
  });
}

/** PQ after SMPTE ST 2084, in fractions of 10,000 cd/m². */
const pq = (luminance: number) => {
  const power = luminance ** (1305 / 8192);
  return ((107 / 128 + (2413 / 128) * power) / (1 + (2392 / 128) * power)) ** (2523 / 32);
};
const srgb = (light: number) =>
  255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055);

/** The curve of BT.2390 from 1,000 to 203 cd/m², by bisection instead of the inverse of PQ. */
function compressed(luminance: number): number {
  const [top, target] = [pq(0.1), pq(0.0203)];
  const [share, most] = [pq(luminance / 10_000) / top, target / top];
  const knee = 1.5 * most - 0.5;
  if (share <= knee) return luminance;
  const t = (share - knee) / (1 - knee);
  const wanted =
    top *
    ((2 * t ** 3 - 3 * t ** 2 + 1) * knee +
      (t ** 3 - 2 * t ** 2 + t) * (1 - knee) +
      (3 * t ** 2 - 2 * t ** 3) * most);
  let [low, high] = [0, 10_000];
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (pq(middle / 10_000) < wanted) low = middle;
    else high = middle;
  }
  return low;
}

const expectNear = (found: readonly Color[], expected: readonly Color[], tolerance: number) => {
  for (const [index, color] of expected.entries())
    for (const [channel, value] of color.entries())
      expect(
        Math.abs((found[index]?.[channel] ?? NaN) - value),
        `${index}: ${found[index]?.join()}`,
      ).toBeLessThanOrEqual(tolerance);
};

describe("colors that code points declare", () => {
  it("are tone mapped from PQ by the curve of BT.2390, with a warning", async () => {
    const luminances = [0, 1, 20, 80, 203, 500, 1000];
    const greys = luminances.map((luminance): Color => {
      const signal = luminance === 0 ? 0 : pq(luminance / 10_000);
      return [signal, signal, signal];
    });
    const file = await avif(greys, codes.bt2020, codes.pq);
    const { image, warnings } = await convertImage(file, { format: "png" });
    expect(warnings.map(({ code }) => code)).toContain("tone_mapped");
    const expected = luminances.map((luminance): Color => {
      const value = srgb(compressed(luminance) / 203);
      return [value, value, value];
    });
    expectNear(await fieldsOf(image, greys.length), expected, 2);
  });

  it("are converted from the primaries of BT.2020 in PQ", async () => {
    // The red of sRGB at 50 cd/m², in BT.2020 (BT.2087).
    const red: Color = [0.627404, 0.069097, 0.016391].map((part) =>
      pq((part * 50) / 10_000),
    ) as unknown as Color;
    const { image } = await convertImage(await avif([red], codes.bt2020, codes.pq), { format: "png" });
    expectNear(await fieldsOf(image, 1), [[srgb(50 / 203), 0, 0]], 6);
  });

  it("are tone mapped from HLG: black stays black, and the brightest white is white", async () => {
    const greys = [0, 0.25, 0.5, 0.75, 1].map((signal): Color => [signal, signal, signal]);
    const { image } = await convertImage(await avif(greys, codes.bt2020, codes.hlg), { format: "png" });
    const scene = (signal: number) =>
      signal <= 0.5 ? signal ** 2 / 3 : (Math.exp((signal - 0.55991073) / 0.17883277) + 0.28466892) / 12;
    const expected = greys.map(([signal]): Color => {
      const value = srgb(compressed(1000 * scene(signal) ** 1.2) / 203);
      return [value, value, value];
    });
    expectNear(await fieldsOf(image, greys.length), expected, 2);
  });

  it("are converted from Display P3", async () => {
    const file = await avif(
      [
        [1, 1, 1],
        [0.5, 0.5, 0.5],
        [0.917, 0.2, 0.139],
      ],
      codes.p3,
      codes.srgb,
    );
    const { image, warnings } = await convertImage(file, { format: "png" });
    expect(warnings.map(({ message }) => message)).toContain(
      "the colors were converted from display-p3 to srgb",
    );
    expectNear(
      await fieldsOf(image, 3),
      [
        [255, 255, 255],
        [128, 128, 128],
        [255, 0, 0],
      ],
      2,
    );
  });

  it("are those of sRGB without a change", async () => {
    const file = await avif([[0.2, 0.4, 0.6]], codes.bt709, codes.srgb);
    const { image, warnings } = await convertImage(file, { format: "png" });
    expect(warnings.map(({ code }) => code)).not.toContain("color_profile_converted");
    expectNear(await fieldsOf(image, 1), [[51, 102, 153]], 1);
  });

  it("are those of the main image, not of another item such as a gain map", async () => {
    const file = Buffer.from(await avif([[0.2, 0.4, 0.6]], codes.bt709, codes.srgb));
    // A property of colors in PQ that no item has, before all others.
    const property = Buffer.from("00000013636f6c726e636c7800090010000980", "hex");
    const at = file.indexOf("ipco") + 4;
    const start = file.indexOf("mdat") + 4;
    const changed = Buffer.concat([file.subarray(0, at), property, file.subarray(at)]);
    for (const type of ["ipco", "iprp", "meta"]) {
      const size = changed.indexOf(type) - 4;
      changed.writeUInt32BE(changed.readUInt32BE(size) + property.length, size);
    }
    const offset = Buffer.alloc(4);
    offset.writeUInt32BE(start);
    const extent = changed.indexOf(offset, changed.indexOf("iloc"));
    changed.writeUInt32BE(start + property.length, extent);
    // One item: its identifier, and the number and indexes of its properties.
    const list = changed.indexOf("ipma") + 4 + 8 + 2;
    for (let index = 1; index <= (changed[list] ?? 0); index++)
      changed[list + index] = (changed[list + index] ?? 0) + 1;
    const { image, warnings } = await convertImage(changed, { format: "png" });
    expect(warnings.map(({ code }) => code)).not.toContain("tone_mapped");
    expectNear(await fieldsOf(image, 1), [[51, 102, 153]], 1);
  });

  it("use the brightest pixel that a PNG declares", async () => {
    const level = Math.round(pq(400 / 10_000) * 65_535);
    const pixels = new Uint16Array(16 * 16 * 3).fill(level);
    const png = await sharp(pixels, { raw: { width: 16, height: 16, channels: 3 } })
      .toColourspace("rgb16")
      .png()
      .toBuffer();
    const shown = async (light: number) => {
      const chunks = [
        chunk("cICP", Uint8Array.of(codes.bt709, codes.pq, 0, 1)),
        chunk("cLLI", integers(light * 10_000, 0)),
      ];
      const file = Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)]);
      return (await fieldsOf((await convertImage(file, { format: "png" })).image, 1))[0]?.[0] ?? 0;
    };
    // 400 cd/m² are the white of a picture without a brighter pixel.
    expect(await shown(400)).toBe(255);
    expect(Math.abs((await shown(1000)) - srgb(compressed(400) / 203))).toBeLessThanOrEqual(2);
  });
});

/** Returns the mean light of the quarters of an image as an HDR display shows it, from the top left in lines. */
async function quarters(image: Uint8Array): Promise<number[]> {
  // Its types do not have the method yet. It reads gain maps by libultrahdr.
  const opened = sharp(image) as Sharp & { withGainMap(): Sharp };
  const { data, info } = await opened
    .withGainMap()
    .raw({ depth: "float" })
    .toBuffer({ resolveWithObject: true });
  const light = new Float32Array(Uint8Array.from(data).buffer);
  const sums = [0, 0, 0, 0];
  for (const [at, level] of light.entries()) {
    const pixel = Math.floor(at / info.channels);
    const isRight = pixel % info.width >= info.width / 2;
    const isLow = pixel / info.width >= info.height / 2;
    const quarter = (isLow ? 2 : 0) + (isRight ? 1 : 0);
    sums[quarter] = (sums[quarter] ?? 0) + level;
  }
  return sums.map((sum) => sum / (light.length / 4));
}

/** Returns the size of the gain map of an image. */
async function mapSize(image: Uint8Array): Promise<number[] | null> {
  const { gainMap } = await sharp(image).metadata();
  if (!gainMap) return null;
  const { width, height } = await sharp(gainMap.image).metadata();
  return [width, height];
}

describe.each(["gain-map.jpg", "gain-map-xmp.jpg"])("the gain map of %s", (name) => {
  const file = () => fixture(name);
  const near = (found: readonly number[], expected: readonly number[]) =>
    found.forEach((light, index) => expect(Math.abs(light / (expected[index] ?? 0) - 1)).toBeLessThan(0.25));

  it.each<[ConversionOptions["rotate"] | "exif", number[]]>([
    [0, [0, 1, 2, 3]],
    [90, [2, 0, 3, 1]],
    [180, [3, 2, 1, 0]],
    ["exif", [2, 0, 3, 1]],
  ])("is turned and resized with the picture, by %s", async (turn, places) => {
    const image = new Uint8Array(await file());
    const expected = await quarters(image);
    const source = turn === "exif" ? withTurn(image) : image;
    const options = turn === "exif" ? {} : { rotate: turn };
    for (const width of [undefined, 40]) {
      const converted = await convertImage(source, { format: "jpeg", keepHdr: true, width, ...options });
      expect(converted.warnings).toEqual([]);
      const { width: wide, height: high } = converted;
      expect(await mapSize(converted.image)).toEqual([wide, high].map((side) => Math.round(side / 4)));
      near(
        await quarters(converted.image),
        places.map((place) => expected[place] ?? 0),
      );
    }
  });

  it("is cropped, padded and kept by each option of the encoder", async () => {
    const image = await file();
    const [, , , corner = 0] = await quarters(image);
    const keep = { format: "jpeg", keepHdr: true } as const;
    const crop = await convertImage(image, {
      ...keep,
      crop: "48,27,48,27",
      progressive: true,
      chroma: "4:4:4",
    });
    expect((await quarters(crop.image)).reduce((sum, light) => sum + light / 4, 0) / corner).toBeCloseTo(
      1,
      0.9,
    );
    expect(Buffer.from(crop.image).includes(Buffer.of(0xff, 0xc2))).toBe(true);
    for (const options of [
      { width: 60, height: 60, fit: "contain" },
      { width: 30, height: 50, fit: "cover", position: "0.2,0.8" },
      { width: 1 },
      { crop: "1,1,2,2" },
      { metadata: "all" },
      { maxBytes: 1900 },
    ] as const)
      expect(await mapSize((await convertImage(image, { ...keep, ...options })).image)).not.toBeNull();
  });

  it("is dropped with a warning without the option, and where the format holds none", async () => {
    const image = await file();
    for (const [options, reason] of [
      [{ format: "jpeg" }, "was dropped"],
      [{ format: "webp", keepHdr: true }, "was dropped: webp holds none"],
      [{ format: "jpeg", keepHdr: true, grayscale: true }, "was dropped: a gray jpeg holds none"],
    ] as const) {
      const converted = await convertImage(image, options);
      expect(await mapSize(converted.image)).toBeNull();
      expect(converted.warnings).toContainEqual({
        code: "gain_map_dropped",
        message: expect.stringMatching(new RegExp(`${reason}$`)) as string,
      });
    }
    const cover = { width: 9, height: 9, fit: "cover", position: "attention" } as const;
    await expect(convertImage(image, { format: "jpeg", keepHdr: true, ...cover })).rejects.toThrow(
      "keepHdr: expected false with the position attention, received true",
    );
  });

  it("is where the index and the directory of the file say", async () => {
    const { image } = await convertImage(await file(), { format: "jpeg", keepHdr: true, width: 48 });
    const bytes = Buffer.from(image);
    const head = bytes.indexOf("MPF\0") + 4;
    const [first, length] = [bytes.readUInt32BE(head + 54), bytes.readUInt32BE(head + 70)];
    expect(first + length).toBe(bytes.length);
    expect(head + bytes.readUInt32BE(head + 74)).toBe(first);
    expect([...bytes.subarray(first, first + 2)]).toEqual([0xff, 0xd8]);
    const declared = /Item:Length="(\d+)"/.exec(bytes.toString("latin1"))?.[1];
    expect(declared).toBe(name === "gain-map-xmp.jpg" ? String(length) : undefined);
  });
});

/** Returns a JPEG with EXIF that says a quarter turn. */
function withTurn(jpeg: Uint8Array): Uint8Array {
  const tag = [0x12, 0x01, 3, 0, 1, 0, 0, 0];
  const exif = Buffer.from(jpeg);
  const at = exif.indexOf(Buffer.from(tag));
  if (at >= 0) {
    exif.writeUInt16LE(6, at + tag.length);
    return exif;
  }
  const directory = Buffer.from([
    ...Buffer.from("Exif\0\0II*\0"),
    8,
    0,
    0,
    0,
    1,
    0,
    ...tag,
    6,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
  ]);
  const length = directory.length + 2;
  return Buffer.concat([jpeg.subarray(0, 2), Buffer.of(0xff, 0xe1, 0, length), directory, jpeg.subarray(2)]);
}
