import type { Sharp } from "sharp";
import { invalidParameters } from "../schema/validate.ts";
import type { Rectangle } from "./schema.ts";
import type { Size } from "./size.ts";

/** The changes of the geometry that precede resizing. */
export interface Placement {
  flip: boolean;
  flop: boolean;
  /** Degrees clockwise: 0, 90, 180 or 270. */
  rotate: number;
  trim: boolean;
  /** In pixels of the rotated image. */
  crop: Rectangle | undefined;
}

/** Returns whether a placement needs all lines of an image before it writes the first. */
export function turns({ flip, flop, rotate }: Placement): boolean {
  return flip || flop || rotate !== 0;
}

/** Returns whether a placement changes an image. */
export function isPlaced(placement: Placement): boolean {
  return turns(placement) || placement.trim || placement.crop !== undefined;
}

/** Returns the size of an image after its placement, without `trim`. */
export function placedSize({ width, height }: Size, { rotate, crop }: Placement): Size {
  if (crop) return { width: crop.width, height: crop.height };
  return rotate % 180 === 0 ? { width, height } : { width: height, height: width };
}

/**
 * Checks that a crop is inside the rotated image.
 *
 * @throws ToolsError `invalid_parameter`.
 */
export function checkCrop(upright: Size, { crop, ...placement }: Placement): void {
  if (!crop) return;
  const { width, height } = placedSize(upright, { ...placement, crop: undefined });
  if (crop.left + crop.width <= width && crop.top + crop.height <= height) return;
  const { left, top } = crop;
  throw invalidParameters([
    {
      name: "crop",
      detail: `expected a rectangle inside ${width} × ${height} pixels, received ${[left, top, crop.width, crop.height].join()}`,
    },
  ]);
}

/** Turns an image. sharp mirrors before it rotates. */
function turn(pipeline: Sharp, { flip, flop, rotate }: Placement): Sharp {
  if (!flip && !flop && rotate === 0) return pipeline;
  // sharp turns an image before it crops and resizes it only if it rotates it. To mirror both sides is to rotate by 180
  // degrees.
  return rotate === 0
    ? pipeline.flip(!flip).flop(!flop).rotate(180)
    : pipeline.flip(flip).flop(flop).rotate(rotate);
}

/** Returns the pipeline with the placement applied, without `trim`. */
export function place(pipeline: Sharp, placement: Placement): Sharp {
  const turned = turn(pipeline, placement);
  return placement.crop ? turned.extract(placement.crop) : turned;
}

/** Returns the rectangle that remains of an image without edges of the color of its top left pixel. */
export async function findTrim(pipeline: Sharp, placement: Placement): Promise<Rectangle> {
  // One channel is the least output that has the size of the result.
  const trimmed = turn(pipeline, placement).trim().extractChannel(0).raw();
  const { info } = await trimmed.toUint8Array();
  const { width, height, trimOffsetLeft = 0, trimOffsetTop = 0 } = info;
  // `-0` is not an offset of sharp.
  return { left: Math.abs(trimOffsetLeft), top: Math.abs(trimOffsetTop), width, height };
}
