import type { z } from "zod";
import { invalidParameters } from "../schemas/validate.ts";
import type { ImageWarning } from "../schemas/image.ts";
import type { Encoding } from "./encode.ts";
import type { Header } from "./header.ts";
import {
  limitDimensions,
  limitDrawing,
  limitEncoding,
  limitFrames,
  limitPixels,
  type Size,
} from "./limits.ts";
import { type ConversionRequest, sizeFor } from "./request.ts";
import type { Source } from "./source.ts";

/** Something that was lost or changed without being asked for. */
type Warning = z.output<typeof ImageWarning>;

/** What a conversion is going to do, decided before a pixel is decoded. */
export interface Plan {
  /** Frames that are kept; above 1 all of them. */
  frames: number;
  /** Whether the pixels are to be turned as the orientation says. */
  orient: boolean;
  result: Size;
  /** The colour space to encode in, as sharp calls it. */
  space: "srgb" | "b-w" | "rgb16" | "grey16";
  /** Whether a profile has to be applied on the way, at the end, by sharp's `withIccProfile`. */
  applyProfile: boolean;
  encoding: Encoding;
  warnings: Warning[];
}

/** Whether the target keeps the frames of the source. */
export function keepsFrames(
  { input }: Source,
  { pages }: Header,
  { target, page }: ConversionRequest,
): boolean {
  return input.animated && target.animated && page === undefined && pages > 1;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

function planFrames(source: Source, header: Header, request: ConversionRequest, warnings: Warning[]): number {
  const { page, format } = request;
  if (page !== undefined && page >= header.readablePages)
    throw invalidParameters([
      { name: "page", detail: `expected an integer from 0 to ${header.readablePages - 1}, received ${page}` },
    ]);
  if (keepsFrames(source, header, request)) {
    limitFrames(header.pages);
    return header.pages;
  }
  if (header.pages > 1 && page === undefined)
    warnings.push({
      code: "frames_dropped",
      message: `${format} is written with one image: ${header.pages - 1} of ${counted(header.pages, source.input.several)} were dropped`,
    });
  if (source.isSequence)
    warnings.push({
      code: "frames_dropped",
      message: "of an avif sequence only its still image is read: its frames were dropped",
    });
  return 1;
}

function planOrientation(header: Header, frames: number, warnings: Warning[]): boolean {
  if (frames === 1) return true;
  // sharp turns the strip of all frames, not each frame.
  if (header.orientation > 1)
    warnings.push({
      code: "orientation_not_applied",
      message: `the orientation ${header.orientation} of an animation was not applied`,
    });
  return false;
}

function planColor(
  header: Header,
  request: ConversionRequest,
  palette: boolean,
  warnings: Warning[],
): Pick<Plan, "space" | "applyProfile"> {
  const { target, format, background, keepMetadata } = request;
  const foreign = header.profile && !header.profile.isSrgb ? header.profile.name : null;
  const otherSpace = header.colorSpace !== "srgb" && header.colorSpace !== "grey" ? header.colorSpace : null;
  if (foreign ?? otherSpace)
    warnings.push({
      code: "color_profile_converted",
      message: `the colours were converted from ${foreign ?? otherSpace} to srgb`,
    });
  if (header.hasGainMap)
    warnings.push({
      code: "gain_map_dropped",
      message: "the gain map, which lets a display show the image in HDR, was dropped",
    });
  const deep = header.bitDepth > 8 && target.maximumDepth === 16 && !palette;
  const depth = deep ? 16 : 8;
  if (header.bitDepth > depth)
    warnings.push({
      code: "bit_depth_reduced",
      message: `${header.bitDepth} bits a sample were reduced to ${depth}, which ${format}${palette ? " with a palette" : ""} holds`,
    });
  // A background can have a hue.
  const grey = header.isGrey && header.profile === null && background === undefined;
  return {
    space: deep ? (grey ? "grey16" : "rgb16") : grey ? "b-w" : "srgb",
    // By itself sharp converts 16 bits to Display P3 and then takes them for sRGB; and keeps a profile as metadata
    // instead of applying it.
    applyProfile: header.profile !== null && (header.bitDepth > 8 || keepMetadata),
  };
}

function planEncoding(header: Header, request: ConversionRequest, warnings: Warning[]): Encoding {
  const { target, format, quality, effort } = request;
  const palette = target.palette && quality !== undefined && quality < 100 && request.lossless !== true;
  const lossless = target.lossless === "always" ? !palette : (request.lossless ?? false);
  const used = palette
    ? quality
    : lossless || target.defaultQuality === null
      ? null
      : (quality ?? target.defaultQuality);
  if (quality !== undefined && used === null && !(lossless && quality === 100))
    warnings.push({
      code: "quality_ignored",
      message: `quality ${quality} was ignored: ${lossless ? `this ${format} is lossless` : `${format} has none`}`,
    });
  return { effort, quality: used, lossless, palette, fromPalette: header.isPalette };
}

/**
 * Decides what a conversion does, and refuses what would cost too much, from the header alone.
 *
 * @throws ToolsError `image_too_large` or `invalid_parameter`.
 */
export function planConversion(source: Source, header: Header, request: ConversionRequest): Plan {
  const { format, target } = request;
  const warnings: Warning[] = [];
  const frames = planFrames(source, header, request, warnings);
  const orient = planOrientation(header, frames, warnings);
  const { width, height } = header.stored;
  const isTurned = orient && header.orientation >= 5;
  const { result, rendered } = sizeFor(
    isTurned ? { width: height, height: width } : { width, height },
    request,
  );

  // A drawing has no pixels before it is rendered.
  limitPixels("image", source.drawing ? rendered : header.stored, frames);
  limitPixels("result", result, frames);
  limitDimensions(format, target, result);
  if (source.drawing) limitDrawing(rendered, source.drawing.cost);
  const encoding = planEncoding(header, request, warnings);
  const isOtherMode = target.lossless === "always" ? encoding.palette : encoding.lossless;
  limitEncoding(format, target, result, { effort: encoding.effort, other: isOtherMode });

  return {
    frames,
    orient,
    result,
    encoding,
    warnings,
    ...planColor(header, request, encoding.palette, warnings),
  };
}
