import type { z } from "zod";
import { invalidParameters } from "../schema/validate.ts";
import type { Work } from "./cost.ts";
import type { Encoding } from "./encode.ts";
import type { Header } from "./header.ts";
import { keepsProfile, lostKinds } from "./kept-kinds.ts";
import { limitCost, limitDimensions, limitFrames, limitPixels, maxPixels } from "./limits.ts";
import type { OpenedImage } from "./open.ts";
import type { ConversionRequest } from "./conversion.ts";
import { checkCrop, isPlaced, placedSize, turns } from "./placement.ts";
import type { ImageWarning } from "./schema.ts";
import { isShareable } from "./share-decode.ts";
import { largestShrunk, shrinkOnLoad } from "./shrink.ts";
import { fitSize, type Resizing, type Size } from "./size.ts";
import type { Source } from "./source.ts";

/** A loss or change that was not requested. */
type Warning = z.output<typeof ImageWarning>;

/** The geometry of a conversion, which determines how its pixels are decoded. */
export type Geometry = Pick<
  Plan,
  "frames" | "orient" | "resizing" | "result" | "rendered" | "placed" | "shrink" | "isShareable" | "warnings"
>;

/** The steps of a conversion, decided before any pixel is decoded. */
export interface Plan {
  /** Number of kept frames; above 1 all frames are kept. */
  frames: number;
  /** True if the orientation is applied to the pixels. */
  orient: boolean;
  resizing: Resizing;
  result: Size;
  /** The size at which a drawing is rendered. */
  rendered: Size;
  /** The size of the image after its orientation and placement. */
  placed: Size;
  /** The reduction of the image while it is read: 1 for none, 2, 4 or 8. */
  shrink: number;
  /** True if further conversions can use the pixels of the same decode. */
  isShareable: boolean;
  /** The work whose cost is predicted. */
  work: Work;
  /** The color space to encode in, as sharp names it. */
  space: "srgb" | "b-w" | "rgb16" | "grey16";
  /** True if sharp's `withIccProfile` has to apply a profile at the end. */
  applyProfile: boolean;
  /** True if the pixels keep the colors of their profile. */
  keepsProfile: boolean;
  /** True if the result has the gain map of the source. */
  keepsGainMap: boolean;
  encoding: Encoding;
  /** The quality of a JPEG that is not clearly reduced; `null` for any other source. */
  sourceQuality: number | null;
  warnings: Warning[];
}

/** Returns whether the target keeps the frames of the source. */
function keepsFrames({ isAnimated, pages }: Header, { target, page }: ConversionRequest): boolean {
  return isAnimated && target.animated && page === undefined && pages > 1;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

function planFrames(
  { source, header }: OpenedImage,
  request: ConversionRequest,
  warnings: Warning[],
): number {
  const { page, format } = request;
  if (page !== undefined && page >= header.readablePages)
    throw invalidParameters([
      { name: "page", detail: `expected an integer from 0 to ${header.readablePages - 1}, received ${page}` },
    ]);
  if (keepsFrames(header, request)) {
    limitFrames(header.pages);
    return header.pages;
  }
  if (header.pages > 1 && page === undefined)
    warnings.push({
      code: "frames_dropped",
      message: `${format} holds one image: ${header.pages - 1} of ${counted(header.pages, source.input.several)} were dropped`,
    });
  if (source.isSequence)
    warnings.push({
      code: "frames_dropped",
      message: "only the still image of an avif sequence is read: its frames were dropped",
    });
  return 1;
}

function planOrientation(header: Header, frames: number, warnings: Warning[]): boolean {
  if (frames === 1) return true;
  // sharp would rotate the strip of all frames, not each frame.
  if (header.orientation > 1)
    warnings.push({
      code: "orientation_not_applied",
      message: `orientation ${header.orientation} was not applied, because the image is animated`,
    });
  return false;
}

function planColor(
  header: Header,
  request: ConversionRequest,
  palette: boolean,
  warnings: Warning[],
): Pick<Plan, "space" | "applyProfile" | "keepsProfile" | "keepsGainMap"> {
  const { target, format, background, effects } = request;
  const keepsOwn = keepsProfile(header, request);
  const foreign = header.profile && !header.profile.isSrgb && !keepsOwn ? header.profile.name : null;
  const otherSpace = header.colorSpace !== "srgb" && header.colorSpace !== "grey" ? header.colorSpace : null;
  const { color } = header;
  if (color && color.transfer !== "sdr")
    warnings.push({
      code: "tone_mapped",
      message: `the colors were tone mapped from ${color.name} to srgb`,
    });
  else if (foreign ?? color?.name ?? otherSpace)
    warnings.push({
      code: "color_profile_converted",
      message: `the colors were converted from ${foreign ?? color?.name ?? otherSpace} to srgb`,
    });
  const deep = header.decodedDepth > 8 && target.maxDepth === 16 && !palette;
  const depth = deep ? 16 : 8;
  if (header.bitDepth > depth)
    warnings.push({
      code: "bit_depth_reduced",
      message:
        header.decodedDepth > depth
          ? `${header.bitDepth} bits per sample were reduced to ${depth}, the maximum of ${format}${palette ? " with a palette" : ""}`
          : `${header.bitDepth} bits per sample were reduced to ${depth}, the maximum of the decoder`,
    });
  // sharp drops the alpha of gray pixels in raw output, which codecs receive.
  const losesAlpha = target.codec !== null && header.hasAlpha;
  // libvips applies the profile of deep gray samples only before they become colors.
  const isGrey = header.isGrey && (header.profile === null || keepsOwn || header.decodedDepth > 8);
  // A background can have a hue.
  const grey = (effects.grayscale || isGrey) && background === undefined && !losesAlpha;
  const keepsGainMap = header.gainMap !== null && request.keepsHdr && target.gainMap && !grey;
  if (header.gainMap !== null && !keepsGainMap)
    warnings.push({
      code: "gain_map_dropped",
      message: `the gain map, which lets a display show the image in HDR, was dropped${request.keepsHdr ? `: ${grey ? "a gray " : ""}${format} holds none` : ""}`,
    });
  return {
    space: deep ? (grey ? "grey16" : "rgb16") : grey ? "b-w" : "srgb",
    // By default sharp converts 16 bits to Display P3 and then treats them as sRGB. It also keeps a profile as metadata
    // instead of applying it.
    applyProfile: header.profile !== null && header.decodedDepth > 8 && !keepsOwn,
    keepsProfile: keepsOwn,
    keepsGainMap,
  };
}

/** Returns the quality of a JPEG, above which a result is only larger; `null` if the result is clearly smaller. */
function sourceQualityOf({ quality }: Header, { placed, result }: Geometry): number | null {
  const isReduced = result.width * result.height < placed.width * placed.height * 0.8;
  return isReduced ? null : quality;
}

/** Returns the quality if none is requested. */
function defaultQualityOf(header: Header, { target }: ConversionRequest, geometry: Geometry) {
  const { defaultQuality } = target;
  return defaultQuality && Math.min(sourceQualityOf(header, geometry) ?? defaultQuality, defaultQuality);
}

function planEncoding(header: Header, request: ConversionRequest, geometry: Geometry): Encoding {
  const { warnings } = geometry;
  const { target, format, quality, effort } = request;
  const palette = target.palette && quality !== undefined && quality < 100 && request.lossless !== true;
  const lossless = target.lossless === "always" ? !palette : (request.lossless ?? false);
  const used = palette
    ? quality
    : lossless || target.defaultQuality === null
      ? null
      : (quality ?? defaultQualityOf(header, request, geometry));
  if (quality !== undefined && used === null && !(lossless && quality === 100))
    warnings.push({
      code: "quality_ignored",
      message: `quality ${quality} was ignored: ${lossless ? `this ${format} is lossless` : `${format} has no quality setting`}`,
    });
  return {
    effort,
    quality: used,
    lossless,
    palette,
    fromPalette: header.isPalette,
    progressive: target.progressive && request.progressive,
    chroma: target.chroma && !lossless ? request.chroma : undefined,
  };
}

/** Returns the size of the result. If no size was requested, it is reduced to the maximum of the format. */
function planSize(
  placed: Size,
  request: ConversionRequest,
  isDrawn: boolean,
  warnings: Warning[],
): Pick<Plan, "resizing" | "result" | "rendered"> {
  const { format, target, width, height, fit } = request;
  // A drawing has no pixels that an enlargement would blur.
  const asked = { width, height, fit, enlarge: request.enlarge || isDrawn };
  const most = target.maxSide;
  const isExplicit = width !== undefined || height !== undefined;
  if (isExplicit || Math.max(placed.width, placed.height) <= most) {
    const { isLimited, ...size } = fitSize(placed, asked);
    if (isLimited)
      warnings.push({
        code: "not_enlarged",
        message: `the image of ${placed.width} × ${placed.height} pixels was not enlarged; set enlarge to true to enlarge it`,
      });
    return size;
  }
  const { isLimited: _, ...reduced } = fitSize(placed, {
    ...asked,
    width: most,
    height: most,
    fit: "inside",
  });
  warnings.push({
    code: "dimensions_reduced",
    message:
      `${format} holds at most ${most} × ${most} pixels: ${placed.width} × ${placed.height} were ` +
      `reduced to ${reduced.result.width} × ${reduced.result.height}`,
  });
  return reduced;
}

/**
 * Refuses changes that sharp would apply to the column of all frames instead of each frame.
 *
 * @throws ToolsError `invalid_parameter`.
 */
function checkFrames(frames: number, { placement, position, effects, score }: ConversionRequest): void {
  if (frames === 1) return;
  const { flip, rotate, trim } = placement;
  const changes = { flip, rotate: rotate !== 0, trim, blur: effects.blur, sharpen: effects.sharpen };
  const isFound = position === "entropy" || position === "attention";
  const faults = Object.entries({ ...changes, position: isFound, target: score !== undefined })
    .filter(([, isSet]) => isSet)
    .map(([name]) => ({
      name,
      detail: "expected none for an animation; set page to convert one frame",
    }));
  if (faults.length > 0) throw invalidParameters(faults);
}

/**
 * Decides which frames are kept at which size, and rejects too many pixels. Uses only the header.
 *
 * @throws ToolsError `image_too_large` or `invalid_parameter`.
 */
export function planGeometry(opened: OpenedImage, request: ConversionRequest): Geometry {
  const { source, header } = opened;
  const { placement } = request;
  const warnings: Warning[] = [];
  const frames = planFrames(opened, request, warnings);
  checkFrames(frames, request);
  const orient = planOrientation(header, frames, warnings);
  const { width, height } = header.stored;
  const upright = orient && header.orientation >= 5 ? { width: height, height: width } : { width, height };
  checkCrop(upright, placement);
  // A drawing has no pixels before it is rendered, and is rendered at its own size before a change of its geometry.
  const isScalable = source.input.isDrawn && !isPlaced(placement);
  const placed = placedSize(upright, placement);
  const size = planSize(placed, request, isScalable, warnings);
  const shrink = shrinkOnLoad(opened, request, { placed, result: size.result });
  if (!isScalable && (shrink === 1 || width * height > maxPixels * shrink ** 2))
    limitPixels("image", header.stored, frames, largestShrunk(opened, request, placed));
  if (isScalable) limitPixels("image", size.rendered, frames);
  limitPixels("result", size.result, frames);
  limitDimensions(request.format, request.target, size.result);
  return {
    frames,
    orient,
    placed,
    shrink,
    isShareable: isShareable(opened, request, { frames, shrink }),
    ...size,
    ...(!isScalable && { rendered: upright }),
    warnings,
  };
}

function warnOfContent({ notDrawn }: OpenedImage, warnings: Warning[]): void {
  const [first, ...others] = notDrawn;
  if (first === undefined) return;
  const names = [first, ...others.slice(0, 4)]
    .map((name) => name.toWellFormed().replaceAll(/\s+/g, " "))
    .join(", ");
  warnings.push({
    code: "content_not_drawn",
    message: `the drawing has content that is not drawn: ${names}${others.length > 4 ? " and more" : ""}`,
  });
}

function warnOfDamage({ format, damage }: Source, warnings: Warning[]): void {
  if (damage !== null) warnings.push({ code: "damaged", message: `the ${format} is damaged: ${damage}` });
}

function warnOfChannels({ dropped }: Source, warnings: Warning[]): void {
  if (dropped.length === 0) return;
  const names = dropped.filter((name) => name !== "").slice(0, 5);
  warnings.push({
    code: "channels_dropped",
    message: `${counted(dropped.length, "channel")} that ${dropped.length === 1 ? "is" : "are"} neither color nor transparency ${dropped.length === 1 ? "was" : "were"} dropped${names.length > 0 ? `: ${names.join(", ")}` : ""}`,
  });
}

function warnOfReferences({ external }: Source, warnings: Warning[]): void {
  const [first] = external;
  if (first === undefined) return;
  const name = JSON.stringify(first.slice(0, 60).toWellFormed());
  const others = external.length > 1 ? ` and ${counted(external.length - 1, "other reference")}` : "";
  warnings.push({
    code: "external_reference_ignored",
    message: `the drawing refers to ${name}${others} outside the file, which was not loaded`,
  });
}

function warnOfMetadata(header: Header, request: ConversionRequest, warnings: Warning[]): void {
  const { target, format, metadata } = request;
  if (metadata.isRights && header.rights && target.metadata.length === 0)
    warnings.push({
      code: "metadata_dropped",
      message: `the artist and the copyright notice were not kept in ${format}`,
    });
  const lost = lostKinds(header, request);
  if (lost.length > 0)
    warnings.push({
      code: "metadata_dropped",
      message: `the ${lost.join(", ").replace(/, (\w+)$/, " and $1")} metadata was not kept in ${format}`,
    });
}

/** Returns the work of a plan. Rejects it if its predicted cost exceeds the limits. */
function limitPlan(
  { source, header, codec, decoder, holdsFrames }: OpenedImage,
  {
    format,
    target,
    limits,
    encodes,
    sizes,
    placement,
    position,
    effects,
    score,
    include,
    keepsHdr,
  }: ConversionRequest,
  { frames, result, rendered, resizing, orient, shrink }: Geometry,
  { effort, quality, palette, lossless, progressive, chroma }: Encoding,
): Work {
  const image = source.input.isDrawn ? rendered : header.stored;
  const { blur = 0, sharpen } = effects;
  // A horizontally mirrored image is processed line by line. Every other orientation needs all lines first.
  const needsLines =
    (orient && header.orientation > 2) ||
    turns(placement) ||
    placement.trim ||
    position === "entropy" ||
    position === "attention";
  const work: Work = {
    source: {
      format: shrink > 1 ? `${decoder}-shrunk${header.isProgressive ? "-progressive" : ""}` : decoder,
      byCodec: codec !== null,
      pixels: image.width * image.height * (holdsFrames ? frames : 1),
      turning: (needsLines ? (header.decodedDepth > 8 ? 8 : 4) : 0) / shrink ** 2,
      hasAlpha: header.hasAlpha,
      isTrimmed: placement.trim,
      isDecoded: false,
    },
    result: {
      format,
      byCodec: target.codec !== null,
      pixels: result.width * result.height,
      effort,
      isOther: target.lossless === "always" ? palette : lossless,
      blur,
      isSharpened: sharpen !== undefined,
      isProgressive: progressive,
      isFullColor: chroma === "4:4:4",
      isScored: score !== undefined && quality !== null,
      isSampled: include.some((name) => name !== "sha256"),
      hasGainMap: header.gainMap !== null && keepsHdr && target.gainMap,
    },
    frames,
    encodes: quality === null ? (sizes?.length ?? 1) : encodes,
  };
  const isResized = resizing.width !== undefined || resizing.height !== undefined;
  limitCost(work, { image, result, isResized }, limits);
  return work;
}

/**
 * Decides the steps of a conversion, and rejects excessive cost. Uses only the header.
 *
 * @throws ToolsError `image_too_large` or `invalid_parameter`.
 */
export function planConversion(opened: OpenedImage, request: ConversionRequest): Plan {
  const geometry = planGeometry(opened, request);
  const { warnings } = geometry;
  const { header } = opened;
  const encoding = planEncoding(header, request, geometry);
  const work = limitPlan(opened, request, geometry, encoding);
  warnOfMetadata(header, request, warnings);
  warnOfReferences(opened.source, warnings);
  warnOfContent(opened, warnings);
  warnOfChannels(opened.source, warnings);
  warnOfDamage(opened.source, warnings);
  const sourceQuality = sourceQualityOf(header, geometry);
  return {
    ...geometry,
    work,
    encoding,
    sourceQuality,
    ...planColor(header, request, encoding.palette, warnings),
  };
}
