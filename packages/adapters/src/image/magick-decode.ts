import type { IMagickImage, IMagickImageCollection } from "@imagemagick/magick-wasm";
import { ToolsError } from "@tools-api/core/errors";
import type { CodecHeader, CodecInput, Decoded, MetadataKind } from "@tools-api/core/image";
import { iconDepths } from "./icon-depths.ts";
import { linearToSrgb } from "./linear-light.ts";
import { type ReadableFormat, readableFormats } from "./magick-formats.ts";
import type { MagickModule } from "./magick-library.ts";
import { refuseLuminance } from "./open-exr.ts";
import { readablePhotoshop } from "./photoshop.ts";
import { isPremultiplied, readableTarga, unpremultiply } from "./targa.ts";
import { type TiffPicture, uncompressedTiff } from "./uncompressed-tiff.ts";
import { pageOutside } from "./wasm-library.ts";

/** A decoded image, with the header that only decoding reveals. */
export interface DecodedStill {
  header: CodecHeader;
  decoded: Decoded;
}

function readableFormat({ format }: CodecInput): ReadableFormat {
  const found = readableFormats[format];
  if (!found) throw new ToolsError("invalid_image", `image: ${format} is not read by ImageMagick`);
  return found;
}

/** Changes to the files of a format that ImageMagick reads wrong. */
const readable: Readonly<Record<string, (file: Uint8Array, step: "ping" | "read") => Uint8Array>> = {
  tga: readableTarga,
  psd: readablePhotoshop,
  exr: refuseLuminance,
};

function withImages<Result>(
  magick: MagickModule,
  input: CodecInput,
  { step, only }: { step: "ping" | "read"; only?: number },
  use: (images: IMagickImageCollection) => Result,
): Result {
  const images = magick.MagickImageCollection.create();
  try {
    const settings = new magick.MagickReadSettings({ format: readableFormat(input).coder });
    if (only !== undefined) Object.assign(settings, { frameIndex: only, frameCount: 1 });
    images[step](readable[input.format]?.(input.bytes, step) ?? input.bytes, settings);
    return use(images);
  } finally {
    images.dispose();
  }
}

/**
 * Returns the image if it has pixels. Corrupt files of several formats decode to an image without pixels and without an
 * error.
 *
 * @throws ToolsError `invalid_image` if there are no pixels.
 */
function requirePixels<Image extends Pick<IMagickImage, "width" | "height">>(
  image: Image | undefined,
  format: string,
): Image {
  if (image && image.width > 0 && image.height > 0) return image;
  throw new ToolsError("invalid_image", `image: ${format} was recognized, but it contains no image`);
}

/**
 * Returns the index of the requested image. For icons, it is the largest image, and among those the one with most
 * bits per pixel.
 */
function chooseIndex(images: readonly IMagickImage[], input: CodecInput): number {
  if (input.page !== undefined) {
    if (input.page < images.length) return input.page;
    throw pageOutside(input.page, images.length);
  }
  if (readableFormat(input).main === "first") return 0;
  const depths = iconDepths(input.bytes);
  const isWhole = depths.length === images.length;
  const weights = images.map(
    ({ width, height, depth }, index) =>
      width * height * 100 + ((isWhole ? depths[index] : undefined) ?? depth),
  );
  return weights.indexOf(Math.max(...weights));
}

/** Returns a copy of a profile: ImageMagick's memory moves when it grows. Returns `null` if there is none. */
function readProfile(image: IMagickImage, name: "icc" | MetadataKind): Uint8Array | null {
  return image.getProfile(name)?.data.slice() ?? null;
}

function describe(
  magick: MagickModule,
  image: IMagickImage,
  { format, isAnimated, pages }: { format: ReadableFormat; isAnimated: boolean; pages: number },
): CodecHeader {
  const names = new Map<number, string>([
    [magick.ColorSpace.Gray, "grey"],
    [magick.ColorSpace.LinearGray, "grey"],
    [magick.ColorSpace.CMYK, "cmyk"],
    [magick.ColorSpace.Lab, "lab"],
    [magick.ColorSpace.RGB, "scrgb"],
  ]);
  const called = names.get(image.colorSpace) ?? "srgb";
  return {
    stored: { width: image.width, height: image.height },
    pages,
    isAnimated,
    orientation: format.keepsOrientation ? image.orientation || 1 : 1,
    hasAlpha: image.hasAlpha,
    bitDepth: format.storedDepth ?? image.depth,
    colorSpace: { "as called": called, srgb: "srgb", linear: "scrgb" }[format.samples],
    profile: readProfile(image, "icc"),
    metadata: {
      exif: readProfile(image, "exif"),
      xmp: readProfile(image, "xmp"),
      iptc: readProfile(image, "iptc"),
    },
  };
}

function isAnimation(images: readonly IMagickImage[]): boolean {
  return images.length > 1 && images.some(({ animationDelay }) => animationDelay > 0);
}

/** Reads the header and the index of the image in the file. */
export function pingHeader(magick: MagickModule, input: CodecInput): { header: CodecHeader; index: number } {
  return withImages(magick, input, { step: "ping" }, (images) => {
    const index = chooseIndex(images, input);
    const image = requirePixels(images[index], input.format);
    const format = readableFormat(input);
    const isAnimated = isAnimation(images);
    return { header: describe(magick, image, { format, isAnimated, pages: images.length }), index };
  });
}

/** Selects the colors of the output: as stored if TIFF has the color space, otherwise sRGB. */
function toHandedColors(
  magick: MagickModule,
  image: IMagickImage,
  { samples }: ReadableFormat,
): Pick<TiffPicture, "colors" | "profile"> {
  const { ColorSpace } = magick;
  const profile = readProfile(image, "icc");
  if (samples !== "as called" || image.colorSpace === ColorSpace.sRGB) return { colors: "rgb", profile };
  if (image.colorSpace === ColorSpace.Gray) return { colors: "grey", profile };
  if (image.colorSpace === ColorSpace.CMYK) return { colors: "cmyk", profile };
  image.colorSpace = ColorSpace.sRGB;
  // The profile described the samples before their conversion.
  return { colors: "rgb", profile: null };
}

const mappings = { grey: "R", rgb: "RGB", cmyk: "CMYK" } as const;

function toTiff(
  magick: MagickModule,
  image: IMagickImage,
  format: ReadableFormat,
  { orientation, premultiplied }: { orientation: number; premultiplied: boolean },
) {
  const { width, height, hasAlpha } = image;
  const { colors, profile } = toHandedColors(magick, image, format);
  const mapping = `${mappings[colors]}${hasAlpha ? "A" : ""}`;
  return image.getPixels((pixels) =>
    uncompressedTiff({ width, height, colors, hasAlpha, orientation, profile }, (first, count) => {
      const samples = pixels.toByteArray(0, first, width, count, mapping);
      if (!samples) throw new ToolsError("invalid_image", "image: the decoder did not return its pixels");
      if (premultiplied && mapping === "RGBA") return unpremultiply(samples);
      return format.samples === "linear" ? linearToSrgb(samples, { hasAlpha }) : samples;
    }),
  );
}

/** Copies the profile to an image: an animation stores it only with its first frame. */
function shareProfile(images: IMagickImageCollection, image: IMagickImage): void {
  const profile = images[0]?.getProfile("icc");
  if (profile && !image.getProfile("icc")) image.setProfile(profile);
}

/** Decodes one image of the file. */
export function decodeStill(
  magick: MagickModule,
  input: CodecInput,
  { header: pinged, index }: { header: CodecHeader; index: number },
): DecodedStill {
  const { pages, isAnimated } = pinged;
  const only = pages > 1 && !isAnimated ? { only: index } : {};
  return withImages(magick, input, { step: "read", ...only }, (images) => {
    // A coder that cannot select an image returns all of them.
    const image = requirePixels(images[images.length > index ? index : 0], input.format);
    if (isAnimated) shareProfile(images, image);
    const format = readableFormat(input);
    const header = describe(magick, image, { format, isAnimated, pages });
    const premultiplied = input.format === "tga" && isPremultiplied(input.bytes);
    const bytes = toTiff(magick, image, format, { orientation: header.orientation, premultiplied });
    return { header, decoded: { kind: "file", bytes } };
  });
}

/** Returns the milliseconds for which each frame is shown. */
function readDelays(images: readonly IMagickImage[], format: ReadableFormat): number[] {
  const delays = images.map(({ animationDelay, animationTicksPerSecond }) =>
    Math.round((animationDelay * 1000) / Math.max(1, animationTicksPerSecond)),
  );
  return format.delays === "own" ? delays : [...delays.slice(-1), ...delays.slice(0, -1)];
}

/** Decodes all frames of an animation. Returns `null` if their sizes differ: then it is not an animation. */
export function decodeAnimation(magick: MagickModule, input: CodecInput): Decoded | null {
  return withImages(magick, input, { step: "read" }, (images) => {
    const { width, height } = requirePixels(images[0], input.format);
    if (images.some((image) => image.width !== width || image.height !== height)) return null;
    const channels = images.some(({ hasAlpha }) => hasAlpha) ? 4 : 3;
    const frameBytes = width * height * channels;
    const data = new Uint8Array(frameBytes * images.length);
    for (const [index, image] of images.entries()) {
      if (image.colorSpace !== magick.ColorSpace.sRGB) image.colorSpace = magick.ColorSpace.sRGB;
      const mapping = channels === 4 ? "RGBA" : "RGB";
      const samples = image.getPixels((pixels) => pixels.toByteArray(0, 0, width, height, mapping));
      if (!samples) throw new ToolsError("invalid_image", "image: the decoder did not return its pixels");
      data.set(samples, index * frameBytes);
    }
    return {
      kind: "frames",
      pixels: { data, size: { width, height }, channels },
      frames: images.length,
      delays: readDelays([...images], readableFormat(input)),
      loop: images[0]?.animationIterations ?? 0,
    };
  });
}
