import { convertImage } from "@tools-api/core/image";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
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
