import type { SharpConstructor } from "sharp";
import type { ConversionRequest } from "./conversion.ts";
import { openDecoded } from "./decoded.ts";
import { encodeAs } from "./encode.ts";
import { encodeByCodec, type Encoded, encodeImage, plainBytes, type Work } from "./encode-image.ts";
import { isNativeTarget } from "./formats.ts";
import { noMetadata } from "./kept-metadata.ts";
import { type Plan, planConversion } from "./plan.ts";
import { distinctQualities, toEncoderQuality } from "./quality.ts";
import { chooseQuality, type Measured } from "./score-search.ts";
import { transform } from "./transform.ts";
import { distanceFrom, type Picture, scoreOf } from "./visual-score.ts";

/** Pixels of 1 to 4 channels. */
interface Raw extends Picture {
  channels: number;
}

/** Pixels that are compared. A larger result is compared in tiles at its full size. */
const comparedPixels = 1_000_000;

/** The side in pixels of a tile. */
const tileSide = 256;

/** The share of the compared pixels from which the first quality is predicted, and the fewest pixels of it. */
const probe = { share: 1 / 8, leastPixels: 30_000 } as const;

/** The gray below transparent pixels, on which black and white show. */
const backdrop = 128;

/** Distance of a score from the requested one that ends a search. */
const tolerance = 1.5;

/** Encodes of the whole image at which a search ends. */
const mostEncodes = 4;

/** Returns where each sample of a side is read: evenly spread tiles of the side, or all of it. */
function spread(side: number, kept: number): Int32Array {
  const tiles = Math.ceil(kept / tileSide);
  const each = Math.ceil(kept / tiles);
  return Int32Array.from({ length: kept }, (_, at) => {
    const tile = Math.floor(at / each);
    const start = tiles === 1 ? (side - kept) >> 1 : Math.round((tile * (side - each)) / (tiles - 1));
    return Math.min(side - 1, start + (at % each));
  });
}

/** Returns tiles of pixels as a picture of at most `most` pixels, with transparency on a gray. */
function samplePicture({ data, width, height, channels }: Raw, most: number): Picture {
  const scale = Math.min(1, Math.sqrt(most / (width * height)));
  const columns = spread(width, Math.max(1, Math.round(width * scale)));
  const rows = spread(height, Math.max(1, Math.round(height * scale)));
  const picture = new Uint8Array(columns.length * rows.length * 3);
  const hasAlpha = channels % 2 === 0;
  const colors = hasAlpha ? channels - 1 : channels;
  let at = 0;
  for (const row of rows)
    for (const column of columns) {
      const pixel = (row * width + column) * channels;
      const alpha = hasAlpha ? (data[pixel + colors] ?? 255) / 255 : 1;
      for (let color = 0; color < 3; color++)
        picture[at++] = (data[pixel + (colors === 1 ? 0 : color)] ?? 0) * alpha + backdrop * (1 - alpha);
    }
  return { data: picture, width: columns.length, height: rows.length };
}

/** Decodes an encoded image to the pixels that a viewer shows. */
async function readRaw(
  sharp: SharpConstructor,
  { codecs, secondsLeft, signal }: Work,
  { data, request, plan }: Pick<Encoded, "data" | "request" | "plan">,
): Promise<Raw> {
  signal?.throwIfAborted();
  const { format } = request;
  const codec = isNativeTarget(format) ? undefined : codecs.find(({ reads }) => reads.includes(format));
  const opened = codec
    ? openDecoded(sharp, await codec.decode({ format, bytes: data, page: undefined, frames: "one" }), {})
    : sharp(data);
  const colored = plan.keepsProfile ? opened.keepIccProfile() : opened.toColourspace("srgb");
  const { data: raw, info } = await colored
    .timeout({ seconds: secondsLeft() })
    .raw({ depth: "uchar" })
    .toUint8Array();
  return { data: raw, width: info.width, height: info.height, channels: info.channels };
}

/** Returns the pixels that the encoder receives. */
async function readExpected(work: Work, request: ConversionRequest, plan: Plan): Promise<Raw> {
  const { opened, secondsLeft, signal } = work;
  signal?.throwIfAborted();
  const readable = await opened.decode({ ...plan, keepsExif: false });
  const pixels = transform(readable.open(), plan, opened.header, { ...request, metadata: noMetadata });
  const { data, info } = await pixels
    .timeout({ seconds: secondsLeft() })
    .raw({ depth: "uchar" })
    .toUint8Array();
  return { data, width: info.width, height: info.height, channels: info.channels };
}

/** Encodes and decodes a small picture, and returns the logarithm of its distance. */
async function probeAt(
  sharp: SharpConstructor,
  work: Work,
  { picture, request, plan }: { picture: Picture; request: ConversionRequest; plan: Plan },
): Promise<(quality: number) => Promise<number>> {
  const distance = distanceFrom(picture);
  const { format } = request;
  return async (quality) => {
    const encoding = { ...plan.encoding, quality: toEncoderQuality(format, quality) };
    const { data: rgb, width, height } = picture;
    const data = isNativeTarget(format)
      ? await encodeAs(format, sharp(rgb, { raw: { width, height, channels: 3 } }), encoding, null)
          .toUint8Array()
          .then((encoded) => plainBytes(encoded.data))
      : await encodeByCodec(
          work.codecs,
          { data: rgb, size: { width, height }, channels: 3 },
          { ...encoding, format },
        );
    const raw = await readRaw(sharp, work, { data, request, plan: { ...plan, keepsProfile: false } });
    return Math.log(distance(samplePicture(raw, Infinity)));
  };
}

/**
 * Encodes as `encodeImage` does, at the quality whose result has the score, within 1.5 for nine of ten photos. Predicts the
 * quality from an eighth of at most a megapixel, then corrects it by comparing the result with the pixels that the
 * encoder received.
 */
export async function encodeToScore(work: Work, request: ConversionRequest, score: number): Promise<Encoded> {
  const { default: sharp } = await import("sharp");
  const first = planConversion(work.opened, request);
  if (first.encoding.quality === null) return encodeImage(work, request);
  const highest = first.sourceQuality ?? 100;
  const expected = samplePicture(await readExpected(work, request, first), comparedPixels);
  const distance = distanceFrom(expected);
  const pixels = expected.width * expected.height;
  const small = pixels * probe.share >= probe.leastPixels && {
    picture: samplePicture({ ...expected, channels: 3 }, pixels * probe.share),
    request,
    plan: first,
  };
  const measure = async (quality: number): Promise<Measured<Encoded>> => {
    const encoded = await encodeImage(work, { ...request, quality });
    const raw = await readRaw(sharp, work, encoded);
    const measured = distance(samplePicture(raw, comparedPixels));
    return { encoded, logDistance: Math.log(measured), score: scoreOf(measured) };
  };
  const best = await chooseQuality(score, {
    qualities: distinctQualities(request.format, highest),
    probe: small ? await probeAt(sharp, work, small) : null,
    measure,
    tolerance,
    mostEncodes,
  });
  const reached = Math.round(best.score * 10) / 10;
  if (best.score < score - tolerance && best.encoded.plan.encoding.quality === highest)
    best.encoded.plan.warnings.push({
      code: "target_missed",
      message: `the score is ${reached}, because ${first.sourceQuality === null ? `${request.format} has no better quality` : `the original has the quality ${highest}`}`,
    });
  return { ...best.encoded, score: reached };
}
