import { readdirSync, statSync } from "node:fs";
import { extname, join } from "node:path";
import { isWhole } from "./whole.ts";

// Each costs a second decoder or an encoder seconds, mostly for its millions of pixels. The sample has smaller files of
// their types.
const slow = new Set([
  "cc-animation_newtons_cradle.jxl",
  "cc-distance_1_0.jxl",
  "cc-sunset_logo.jxl",
  "exif-IMG_5195.HEIC",
  "heif-example.heic",
  "sharp-pitm.avif",
  "sharp-sdr_cosmos12920_cicp1-13-6_yuv444_full_qp10.avif",
  "vips-avif-orientation-6.avif",
]);

/** Returns whether a test may spend its time on a file: not on a slow one, except with `TOOLS_API_WHOLE=1`. */
export function isAffordable(name: string): boolean {
  return isWhole || !slow.has(name);
}

/** The names of a folder's images, in alphabetical order. */
export function imagesIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => !name.endsWith(".md"))
    .toSorted();
}

/** Returns the smallest file of each type, or all files with `TOOLS_API_WHOLE=1`. */
export function sampleOf(folder: string): string[] {
  const names = imagesIn(folder);
  if (isWhole) return names;
  const smallest = new Map<string, { name: string; bytes: number }>();
  for (const name of names.filter(isAffordable)) {
    const type = extname(name).toLowerCase();
    const { size: bytes } = statSync(join(folder, name));
    if (bytes < (smallest.get(type)?.bytes ?? Infinity)) smallest.set(type, { name, bytes });
  }
  return [...smallest.values()].map(({ name }) => name);
}
