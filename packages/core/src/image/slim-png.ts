import type { Sharp, SharpConstructor } from "sharp";
import { hasFewColors } from "./count-colors.ts";
import type { Encoding } from "./encode.ts";
import { paletteEffort, pngLevel } from "./encode.ts";
import { joinBytes, pngChunks, pngSignature } from "./png.ts";

/** A larger picture is not encoded a second time. */
const maxPixels = 12_000_000;

interface Raw {
  data: Uint8Array;
  width: number;
  channels: number;
}

async function readRaw(picture: Sharp): Promise<Raw> {
  const { data, info } = await picture.raw({ depth: "uchar" }).toUint8Array();
  return { data, width: info.width, channels: info.channels };
}

/** Returns whether each pixel has three equal levels and no transparency. */
function isGray({ data, channels }: Raw): boolean {
  if (channels !== 3) return false;
  for (let at = 0; at < data.length; at += 3)
    if (data[at] !== data[at + 1] || data[at] !== data[at + 2]) return false;
  return true;
}

const isEqual = (left: Raw, right: Raw) =>
  left.channels === right.channels && left.data.every((level, index) => level === right.data[index]);

/**
 * Returns a PNG with the same pixels and fewer bytes, if a palette or a single channel has them: up to 256 colors take a
 * byte each instead of three.
 *
 * @param options.open - Opens a PNG, with the metadata that it keeps.
 */
export async function slimPng(
  sharp: SharpConstructor,
  png: Uint8Array,
  { encoding, open, pixels }: { encoding: Encoding; open: (png: Uint8Array) => Sharp; pixels: number },
): Promise<Uint8Array> {
  if (pixels > maxPixels) return png;
  const usual = { compressionLevel: pngLevel[encoding.effort], progressive: encoding.progressive };
  const raw = await readRaw(sharp(png));
  const candidates: Uint8Array[] = [];
  if (isGray(raw)) {
    const gray = open(png).extractChannel(0).toColourspace("b-w");
    for (const adaptiveFiltering of [true, false])
      candidates.push(
        (
          await gray
            .clone()
            .png({ ...usual, adaptiveFiltering })
            .toUint8Array()
        ).data,
      );
  }
  if (await hasFewColors(() => sharp(png))) {
    const effort = paletteEffort[encoding.effort];
    const { data } = await open(png)
      .png({ ...usual, palette: true, dither: 0, effort })
      .toUint8Array();
    // The quantizer may merge colors that are close.
    const [whole, reduced] = await Promise.all(
      [sharp(png), sharp(data)].map((each) => readRaw(each.ensureAlpha())),
    );
    if (whole && reduced && isEqual(whole, reduced)) candidates.push(data);
    candidates.push(
      (
        await open(png)
          .png({ ...usual, adaptiveFiltering: false })
          .toUint8Array()
      ).data,
    );
  }
  return candidates.reduce((smallest, each) => (each.length < smallest.length ? each : smallest), png);
}

/** The chunks that hold pixels (PNG 3rd edition §11.2, §11.3.1). */
const pixelChunks: ReadonlySet<string> = new Set(["IHDR", "PLTE", "tRNS", "IDAT", "IEND"]);

/**
 * Returns the pixels of a source file as it stores them, without its metadata, if they are those of the result and take
 * fewer bytes. Optimizers of PNG search for longer than a conversion can.
 */
export async function slimmerSource(
  sharp: SharpConstructor,
  source: Uint8Array,
  { png, progressive }: { png: Uint8Array; progressive: boolean },
): Promise<Uint8Array> {
  const chunks = [...pngChunks(source)].filter(({ type }) => pixelChunks.has(type));
  const [header] = chunks;
  const stored = joinBytes([pngSignature, ...chunks.map(({ whole }) => whole)]);
  const isInterlaced = header?.data[12] === 1;
  const { width, height } = await sharp(png).metadata();
  if (width * height > maxPixels || stored.length >= png.length || isInterlaced !== progressive) return png;
  const levels = (file: Uint8Array) =>
    sharp(file).toColourspace("rgb16").ensureAlpha().raw({ depth: "ushort" }).toUint8Array();
  // A damaged source has a result, but its own bytes are none.
  const before = await levels(stored).catch(() => null);
  if (!before) return png;
  const after = await levels(png);
  const isSame =
    before.info.width === after.info.width &&
    before.info.height === after.info.height &&
    before.data.every((level, index) => level === after.data[index]);
  return isSame ? stored : png;
}
