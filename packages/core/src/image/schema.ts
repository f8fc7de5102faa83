import { z } from "zod";
import { hexColor } from "./css-colors.ts";
import { nameSchemas } from "../schema/schema-names.ts";
import { parameter } from "../schema/validate.ts";

/** The effort of an encoder. */
export type Effort = "fast" | "balanced" | "best";

/** The output formats of a conversion. */
export const outputFormats = [
  "jpeg",
  "png",
  "webp",
  "avif",
  "gif",
  "tiff",
  "jxl",
  "bmp",
  "ico",
  "jp2",
  "qoi",
  "tga",
  "ppm",
] as const;

export type OutputFormat = (typeof outputFormats)[number];

/** The formats among which `auto` chooses. */
export const autoFormats = ["avif", "webp", "jpeg", "png"] as const satisfies readonly OutputFormat[];

export type AutoFormat = (typeof autoFormats)[number];

/** Other names of formats. `heif` is the container of AVIF. HEIC, which has the same container, is not written. */
const formatAliases = { jpg: "jpeg", tif: "tiff", heif: "avif" } as const satisfies Record<
  string,
  OutputFormat
>;

export type FormatAlias = keyof typeof formatAliases;

/** Returns the format for a name or an alias. */
export function resolveFormat(name: OutputFormat | FormatAlias): OutputFormat {
  return name === "jpg" || name === "tif" || name === "heif" ? formatAliases[name] : name;
}

const formatNames: ReadonlySet<string> = new Set([...outputFormats, ...Object.keys(formatAliases)]);

/** Media subtypes that are not the name of their format. */
const otherSubtypes: ReadonlyMap<string, OutputFormat> = new Map([
  ["vnd.microsoft.icon", "ico"],
  ["x-icon", "ico"],
  ["x-tga", "tga"],
  ["x-portable-pixmap", "ppm"],
]);

/** Returns the format of a media type, or any other value as it is. */
function readMediaType(value: unknown): unknown {
  if (typeof value !== "string") return value;
  const subtype = /^image\/([\w.-]{1,40})$/i.exec(value)?.[1]?.toLowerCase() ?? "";
  const name = otherSubtypes.get(subtype) ?? subtype;
  return formatNames.has(name) ? name : value;
}

/** The maximum size of an image in bytes, before base64. */
export const maxImageBytes = 25 * 1024 * 1024;

/**
 * The way in which an image is fitted to a width and height, as in CSS `object-fit`. `outside` covers without cropping.
 */
export type Fit = "cover" | "contain" | "fill" | "inside" | "outside";

/** The resolution of colors relative to that of brightness: half of it in each direction, or all of it. */
const chromas = ["4:2:0", "4:4:4"] as const;

export type Chroma = (typeof chromas)[number];

/** The parts of an image that a crop keeps, or the edges at which padding leaves it. The names are those of sharp. */
const positions = [
  "center",
  "top",
  "right top",
  "right",
  "right bottom",
  "bottom",
  "left bottom",
  "left",
  "left top",
  "entropy",
  "attention",
] as const;

/** A name of {@link positions}, or a point as two fractions, such as `"0.5,0.25"`. */
export type Position = (typeof positions)[number] | `${number},${number}`;

/** A rectangle in pixels. */
export interface Rectangle {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The maximum width and height that a request can ask for. */
export const maxRequestedSide = 16_384;

const dimension = z.int().min(1).max(maxRequestedSide);
const fraction = String.raw`(?:0(?:\.\d{1,6})?|1(?:\.0{1,6})?)`;
const position = new RegExp(`^(?:${positions.join("|")}|${fraction},${fraction})$`);
export const rectangle = /^\d{1,5},\d{1,5},[1-9]\d{0,4},[1-9]\d{0,4}$/;

/** Returns a rectangle as text, or any other value as it is. */
export function readRectangle(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const { left, top, width, height, ...others } = value as Partial<Record<keyof Rectangle, unknown>>;
  const text = [left, top, width, height].join();
  return Object.keys(others).length === 0 && rectangle.test(text) ? text : value;
}

export const backgroundColor = z
  .string()
  .regex(/^#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$/);

/** Returns a color of CSS in hexadecimal digits, or any other value as it is. */
export function readColor(value: unknown): unknown {
  if (typeof value !== "string" || value.length > 100 || backgroundColor.safeParse(value).success)
    return value;
  return hexColor(value) ?? value;
}

const metadataKinds = ["exif", "xmp", "iptc", "icc"] as const;

/** The schema of a choice, or of a list of kinds. */
export const metadataChoice = z.union([
  z.enum(["none", "copyright", "all"]),
  z.array(z.enum(metadataKinds)).min(1),
]);

/** Returns a choice or a list of kinds from text, in lower case, or any other value as it is. */
export function readMetadata(value: unknown): unknown {
  if (Array.isArray(value))
    return value.map((kind) => (typeof kind === "string" ? kind.toLowerCase() : kind));
  if (typeof value !== "string" || value.length > 40) return value;
  const names = value
    .toLowerCase()
    .split(",")
    .map((name) => name.trim());
  const areKinds = names.every((name) => metadataKinds.some((kind) => kind === name));
  return areKinds ? names : names.length === 1 ? names[0] : value;
}

const included = ["thumbhash", "colors", "sha256"] as const;

/** A part of the record that a request includes. */
export type Included = (typeof included)[number];

/** Returns the names in a text between commas, in lower case, or any other value as it is. */
function readIncluded(value: unknown): unknown {
  return typeof value === "string" && value.length <= 100
    ? value.split(",").map((name) => name.trim().toLowerCase())
    : value;
}

/** The options of `convertImage`. */
export const ImageOptions = z.strictObject({
  format: parameter(
    `one of ${outputFormats.join(", ")} or auto`,
    z.enum([...outputFormats, "jpg", "tif", "heif", "auto"]),
    { also: 'the media type, such as "image/webp"', read: readMediaType },
  ),
  quality: parameter("an integer from 1 to 100", z.int().min(1).max(100).optional()),
  lossless: parameter("true or false", z.boolean().optional()),
  effort: parameter('"fast", "balanced" or "best"', z.enum(["fast", "balanced", "best"]).optional()),
  max_bytes: parameter(`an integer from 1 to ${maxImageBytes}`, z.int().min(1).max(maxImageBytes).optional()),
  max_bytes_resize: parameter('true, false or "auto"', z.union([z.boolean(), z.literal("auto")]).optional(), {
    purpose:
      "Whether the picture may also become smaller to reach `max_bytes`. `auto`, the default, makes it smaller only if the quality would fall below 40, `true` below 30, with the warning `dimensions_reduced`. `false` keeps the size and takes any quality.",
  }),
  background: parameter(
    "a color as #rgb, #rgba, #rrggbb, #rrggbbaa, a CSS name, rgb() or hsl()",
    backgroundColor.optional(),
    { also: 'the digits without "#"', read: readColor },
  ),
  keep_metadata: parameter(
    'true, false, or "copyright" for the artist and the copyright notice only',
    z.union([z.boolean(), z.literal("copyright")]).optional(),
  ),
  metadata: parameter(
    '"none", "copyright", "all", or a list of exif, xmp, iptc and icc',
    metadataChoice.optional(),
    {
      purpose:
        "The metadata of the file that the result keeps: `none` (the default), `copyright` for the artist and the copyright notice, `all`, or a list such as `exif,icc`. EXIF, XMP and IPTC hold camera data, captions and locations. With `icc`, wide colors keep their profile; without it they are converted to sRGB.",
      also: "the list as text with commas",
      read: readMetadata,
    },
  ),
  no_location: parameter("true or false", z.boolean().optional(), {
    purpose:
      "Removes the GPS positions from EXIF and XMP and keeps the rest. Without `metadata`, the rest is `all`. Default: `false`. Use it to publish photos with their camera and date, but not the place.",
  }),
  progressive: parameter("true or false", z.boolean().optional()),
  chroma: parameter('"4:2:0" or "4:4:4"', z.enum(chromas).optional()),
  density: parameter("an integer from 18 to 1200", z.int().min(18).max(1200).optional()),
  page: parameter("an integer from 0 to 9999", z.int().min(0).max(9999).optional()),
  on_damage: parameter(
    `"warn" to convert what a damaged file has, or "error" to refuse it`,
    z.enum(["warn", "error"]).optional(),
  ),
  width: parameter("an integer from 1 to 16384", dimension.optional()),
  height: parameter("an integer from 1 to 16384", dimension.optional()),
  fit: parameter(
    '"cover", "contain", "fill", "inside" or "outside"',
    z.enum(["cover", "contain", "fill", "inside", "outside"]).optional(),
  ),
  enlarge: parameter("true or false", z.boolean().optional()),
  dpr: parameter("a number from 1 to 5", z.number().min(1).max(5).optional()),
  position: parameter(
    `one of ${positions.join(", ")}, or a point as two fractions from 0 to 1 such as "0.5,0.25"`,
    z.string().regex(position).optional(),
  ),
  flip: parameter("true or false", z.boolean().optional()),
  flop: parameter("true or false", z.boolean().optional()),
  rotate: parameter("0, 90, 180 or 270", z.int().min(0).max(270).multipleOf(90).optional()),
  trim: parameter("true or false", z.boolean().optional()),
  crop: parameter(
    'a rectangle in pixels as "left,top,width,height"',
    z.string().regex(rectangle).optional(),
    { also: "an object with left, top, width and height", read: readRectangle },
  ),
  blur: parameter("a number from 0.3 to 100", z.number().min(0.3).max(100).optional()),
  sharpen: parameter("a number from 0.1 to 10", z.number().min(0.1).max(10).optional()),
  grayscale: parameter("true or false", z.boolean().optional()),
  include: parameter(
    "a list of thumbhash, colors and sha256",
    z.array(z.enum(included)).min(1).max(included.length).optional(),
    {
      purpose:
        "Further facts about the result, in the record: `thumbhash`, a placeholder of about 25 bytes to show while the image loads; `colors`, up to five main colors; `sha256`, a digest of the bytes. Default: none. Example: `thumbhash,colors`.",
      also: "the list as text with commas",
      read: readIncluded,
    },
  ),
});

const OriginalImage = z.object({
  format: z.string(),
  content_type: z.string(),
  width: z.int().describe("As stored, before the orientation is applied."),
  height: z.int().describe("As stored, before the orientation is applied."),
  pages: z.int().describe("Frames, pages or images in the file."),
  bytes: z.int(),
  orientation: z.int().min(1).max(8).describe("EXIF orientation. 1 if the file has none."),
  has_alpha: z.boolean(),
  bit_depth: z.int(),
  color_space: z.string(),
});

export const ImageWarning = z.object({ code: z.string(), message: z.string() });

/** The record of a conversion, without the image. */
export const ImageRecord = z.object({
  format: z.enum(outputFormats),
  content_type: z.string(),
  width: z.int().describe("After the orientation is applied."),
  height: z.int().describe("After the orientation is applied."),
  pages: z.int(),
  bytes: z.int(),
  quality: z
    .int()
    .min(1)
    .max(100)
    .nullable()
    .describe("`null` if the format has no quality setting or the result is lossless."),
  lossless: z.boolean(),
  original: OriginalImage,
  compression_ratio: z.number(),
  thumbhash: z
    .string()
    .optional()
    .describe("A placeholder in base64 (https://evanw.github.io/thumbhash). Only with `include`."),
  colors: z
    .array(z.string())
    .optional()
    .describe("Up to five main colors as `#rrggbb`, the most frequent first. Only with `include`."),
  sha256: z
    .string()
    .optional()
    .describe("The SHA-256 of the image in hexadecimal digits. Only with `include`."),
  duration_ms: z.number(),
  warnings: z.array(ImageWarning),
});

nameSchemas({ OriginalImage, ImageWarning, ConvertedImage: ImageRecord });
