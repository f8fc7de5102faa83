import type { Sharp } from "sharp";
import type { Header } from "./header.ts";
import type { OpenedImage } from "./open.ts";
import type { Geometry, Plan } from "./plan.ts";
import type { ConversionRequest, Effects } from "./conversion.ts";
import { keptKinds } from "./kept-kinds.ts";
import type { KeptKind } from "./kept-metadata.ts";
import { isPlaced, place, type Placement } from "./placement.ts";
import { rightsXmp } from "./rights.ts";
import type { Size } from "./size.ts";

/** The use of an alpha channel: all opaque, each pixel opaque or transparent, or some in between. */
export type AlphaUse = "none" | "on-off" | "partial";

/** Reads the use of the alpha channel. Most images with one do not use it. */
export async function readAlphaUse(
  { source, header }: OpenedImage,
  { rendered }: Geometry,
  placement: Placement,
  open: () => Sharp,
): Promise<AlphaUse> {
  if (!header.hasAlpha) return "none";
  const pipeline = place(open(), placement);
  // A drawing is rendered at the requested size.
  if (source.input.isDrawn && !isPlaced(placement)) pipeline.resize({ ...rendered, fit: "fill" });
  const { data } = await pipeline.extractChannel("alpha").raw({ depth: "uchar" }).toUint8Array();
  if (data.some((alpha) => alpha > 0 && alpha < 255)) return "partial";
  return data.includes(0) ? "on-off" : "none";
}

/** Crops an image around a point, which is given as two fractions, after it covers the size. */
function coverAround(pipeline: Sharp, point: string, placed: Size, { width, height }: Size): Sharp {
  const [x = 0.5, y = 0.5] = point.split(",").map(Number);
  const scale = Math.max(width / placed.width, height / placed.height);
  const covering = {
    width: Math.max(width, Math.round(placed.width * scale)),
    height: Math.max(height, Math.round(placed.height * scale)),
  };
  const offset = (share: number, whole: number, kept: number) =>
    Math.min(whole - kept, Math.max(0, Math.round(share * whole - kept / 2)));
  const left = offset(x, covering.width, width);
  const top = offset(y, covering.height, height);
  return pipeline.resize({ ...covering, fit: "fill" }).extract({ left, top, width, height });
}

/** Resizes an image as planned. */
export function resize(
  pipeline: Sharp,
  { resizing, placed }: Plan,
  { background, target, position }: ConversionRequest,
): Sharp {
  const { width, height, fit, enlarge } = resizing;
  if (width === undefined && height === undefined) return pipeline;
  if (/^\d/.test(position) && width !== undefined && height !== undefined)
    return coverAround(pipeline, position, placed, { width, height });
  const padding = background ?? (target.alpha ? "#00000000" : "#ffffff");
  return pipeline.resize({
    ...(width === undefined ? {} : { width }),
    ...(height === undefined ? {} : { height }),
    fit,
    position,
    background: padding,
    // The size for other fits is already limited, and rounding can exceed the image by a pixel.
    withoutEnlargement: !enlarge && fit !== "cover" && fit !== "fill",
  });
}

/** Applies the changes of the pixels. */
function applyEffects(pipeline: Sharp, { blur, sharpen, grayscale }: Effects): Sharp {
  if (grayscale) pipeline.grayscale();
  if (blur !== undefined) pipeline.blur(blur);
  if (sharpen !== undefined) pipeline.sharpen({ sigma: sharpen });
  return pipeline;
}

/**
 * Sets the orientation in XMP to upright. XMP can repeat the EXIF orientation, so viewers would rotate the rotated
 * pixels again.
 */
function uprightXmp(xmp: string): string {
  return xmp.replace(/(tiff:Orientation(?:=["']|>))[2-8]/g, "$11");
}

/** The kinds of metadata in libvips (`VipsForeignKeep`). */
const keepFlags: Readonly<Record<KeptKind, number>> = { exif: 1, xmp: 2, iptc: 4, icc: 8, other: 16 };

/** Keeps some kinds of metadata. sharp has no method for IPTC alone. */
function keepKinds(pipeline: Sharp, kinds: readonly KeptKind[]): void {
  // Its types do not show the options, which its methods set.
  const { options } = pipeline as unknown as { options: { keepMetadata: number } };
  options.keepMetadata = kinds.reduce((flags, kind) => flags | keepFlags[kind], 0);
}

/** Sets the metadata of the result: that of the file, or its artist and copyright notice only. */
function setMetadata(pipeline: Sharp, { orient }: Plan, header: Header, request: ConversionRequest): Sharp {
  const { xmp, rights } = header;
  const { metadata, target } = request;
  const kinds = keptKinds(header, request);
  if (kinds.length > 0) {
    keepKinds(pipeline, kinds);
    return xmp === null || !kinds.includes("xmp")
      ? pipeline
      : pipeline.withXmp(orient ? uprightXmp(xmp) : xmp);
  }
  if (!metadata.isRights || !rights) return pipeline;
  const { artist, copyright } = rights;
  if (target.metadata.includes("exif"))
    return pipeline.withExif({
      IFD0: { ...(artist && { Artist: artist }), ...(copyright && { Copyright: copyright }) },
    });
  return target.metadata.includes("xmp") ? pipeline.withXmp(rightsXmp(rights)) : pipeline;
}

function setColor(pipeline: Sharp, plan: Plan, header: Header, request: ConversionRequest): Sharp {
  const { space, applyProfile } = plan;
  const set = setMetadata(pipeline.toColourspace(space), plan, header, request);
  return applyProfile ? set.withIccProfile("srgb", { attach: false }) : set;
}

/**
 * Places and resizes an image, changes its pixels, flattens it on its background if the target has no transparency, and
 * sets the color space of the plan.
 */
export function transform(pipeline: Sharp, plan: Plan, header: Header, request: ConversionRequest): Sharp {
  const { target, background, placement, effects } = request;
  const resized = resize(place(pipeline, placement), plan, request);
  const changed = applyEffects(resized, effects);
  const flat = target.alpha ? changed : changed.flatten({ background: background ?? "#ffffff" });
  return setColor(flat, plan, header, request);
}
