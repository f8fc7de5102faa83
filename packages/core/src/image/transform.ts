import type { Sharp } from "sharp";
import type { Header } from "./header.ts";
import type { OpenedImage } from "./open.ts";
import type { Geometry, Plan } from "./plan.ts";
import type { ConversionRequest } from "./conversion.ts";

/** Returns whether any pixel is not opaque. Most images with an alpha channel do not use it. */
export async function usesAlpha(
  { source, header }: OpenedImage,
  { rendered }: Geometry,
  open: () => Sharp,
): Promise<boolean> {
  if (!header.hasAlpha) return false;
  const pipeline = open();
  // A drawing is rendered at the requested size.
  if (source.input.isDrawn) pipeline.resize({ ...rendered, fit: "fill" });
  const { data } = await pipeline.extractChannel("alpha").raw().toUint8Array();
  return data.some((alpha) => alpha < 255);
}

function resize(pipeline: Sharp, { resizing }: Plan, { background, target }: ConversionRequest): Sharp {
  const { width, height, fit } = resizing;
  if (width === undefined && height === undefined) return pipeline;
  const padding = background ?? (target.alpha ? "#00000000" : "#ffffff");
  return pipeline.resize({
    ...(width === undefined ? {} : { width }),
    ...(height === undefined ? {} : { height }),
    fit,
    background: padding,
  });
}

/**
 * Sets the orientation in XMP to upright. XMP can repeat the EXIF orientation, so viewers would rotate the rotated
 * pixels again.
 */
function uprightXmp(xmp: string): string {
  return xmp.replace(/(tiff:Orientation(?:=["']|>))[2-8]/g, "$11");
}

function setColor(
  pipeline: Sharp,
  { space, applyProfile, orient }: Plan,
  header: Header,
  keepMetadata: boolean,
): Sharp {
  let set = pipeline.toColourspace(space);
  if (keepMetadata) {
    set = set.keepMetadata();
    if (header.xmp !== null) set = set.withXmp(orient ? uprightXmp(header.xmp) : header.xmp);
  }
  return applyProfile ? set.withIccProfile("srgb", { attach: false }) : set;
}

/**
 * Resizes an image, flattens it on its background if the target has no transparency, and sets the color space of the
 * plan.
 */
export function transform(pipeline: Sharp, plan: Plan, header: Header, request: ConversionRequest): Sharp {
  const { target, background, keepMetadata } = request;
  const resized = resize(pipeline, plan, request);
  const flat = target.alpha ? resized : resized.flatten({ background: background ?? "#ffffff" });
  return setColor(flat, plan, header, keepMetadata);
}
