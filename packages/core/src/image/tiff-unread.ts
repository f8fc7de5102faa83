import { ToolsError } from "../errors.ts";
import { readLayout, readSubdirectories, readText, readTiff, type TiffLayout, tags } from "./tiff.ts";

const oldJpeg = 6;

/** The names of compressions that are not read. */
const compressions: Readonly<Record<number, string>> = {
  [oldJpeg]: "old-style JPEG",
  32_947: "Kodak DCS",
  33_003: "JPEG 2000",
  33_005: "JPEG 2000",
  34_661: "JBIG",
  34_712: "JPEG 2000",
  34_887: "LERC",
  34_925: "LZMA",
  50_000: "Zstandard",
  50_001: "WebP",
  50_002: "JPEG XL",
  52_546: "JPEG XL",
};

const mask = 4;
const ituLab = 10;

const interpretations: Readonly<Record<number, string>> = {
  [mask]: "a transparency mask",
  [ituLab]: "ITU L*a*b*",
  32_844: "LogL",
  32_845: "LogLuv",
  32_803: "a color filter array",
  34_892: "linear raw",
};

/** Returns the error for a TIFF of a valid kind that is not read. */
export function unreadTiff(layout: TiffLayout): ToolsError {
  const { compression, photometric, bits, format, samples, hasOtherInks } = layout;
  const kind = hasOtherInks
    ? "a set of inks other than CMYK"
    : compressions[compression]
      ? `${compressions[compression]} compression`
      : interpretations[photometric]
        ? `colors in ${interpretations[photometric]}`
        : `${samples} samples of ${[...new Set(bits)].slice(0, 4).join(", ")} bits (${format}) with photometric ${photometric} and compression ${compression}`;
  return new ToolsError("invalid_image", `image: tiff was recognized, but ${kind} is not read`);
}

/**
 * Refuses a TIFF with a compression that no decoder reads, by its name. JPEG of 1992 is read in strips only: in tiles the
 * decoders do not find its tables, and the picture would be invisible.
 *
 * @throws ToolsError `invalid_image`.
 */
export function refuseUnread(bytes: Uint8Array, page: number): void {
  const file = readTiff(bytes);
  const directory = file?.directories[page];
  if (!file || !directory) return;
  const layout = readLayout(file, directory);
  const { compression, photometric, isTiled } = layout;
  const isUnread = compression === oldJpeg ? isTiled : compressions[compression] !== undefined;
  if (isUnread || photometric === ituLab || photometric === mask) throw unreadTiff(layout);
}

const colorFilterArray = 32_803;
const linearRaw = 34_892;

/** Compressions in which makers of cameras store raw pictures. */
const rawCompressions: ReadonlySet<number> = new Set([
  32_767, 32_769, 32_770, 32_772, 34_713, 34_892, 65_000, 65_535,
]);

/** Returns the maker of a camera's raw file in the structure of TIFF, or `null`. */
export function findRawTiff(bytes: Uint8Array): string | null {
  const file = readTiff(bytes);
  const [first] = file?.directories ?? [];
  if (!file || !first) return null;
  if (first.fields.has(tags.dngVersion)) return "DNG";
  const all = file.directories
    .slice(0, 20)
    .flatMap((directory) => [directory, ...readSubdirectories(file, directory)]);
  const isRaw = all.some((directory) => {
    const { photometric, compression } = readLayout(file, directory);
    return photometric === colorFilterArray || photometric === linearRaw || rawCompressions.has(compression);
  });
  return isRaw ? readText(file, first, tags.make).slice(0, 40).trim() || "TIFF/EP" : null;
}
