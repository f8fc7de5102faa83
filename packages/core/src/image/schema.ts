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
  "apng",
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

const formatName = z.enum([...outputFormats, "jpg", "tif", "heif", "auto"]);

const expectedFormat = `one of ${outputFormats.join(", ")} or auto`;

const formatTerms = {
  purpose:
    "The new format: `webp` suits the web, `avif` is smaller and slower, `jpeg` opens everywhere, `png` " +
    "keeps drawings exact. `webp`, `gif` and `apng` keep animations. `auto` makes the smallest of AVIF, WebP, JPEG and PNG that the image types in `Accept` allow; " +
    "`*/*`, or no image type, allows all.",
  also: 'the media type, such as "image/webp"',
  read: readMediaType,
};

/** The maximum number of images in an icon. */
const maxIconSizes = 8;

/** Returns the numbers in a text between commas, or any other value as it is. */
function readSizes(value: unknown): unknown {
  if (typeof value === "number") return [value];
  return typeof value === "string" && /^\d{1,3}(?:, ?\d{1,3}){0,11}$/.test(value)
    ? value.split(",").map(Number)
    : value;
}

/** The options of a conversion with one result. */
export const ImageOptions = z.strictObject({
  format: parameter(expectedFormat, formatName, formatTerms),
  quality: parameter("an integer from 1 to 100", z.int().min(1).max(100).optional(), {
    purpose:
      "How good the result looks, on one scale for all lossy formats: 60 is small, 80 suits the web, 90 print. " +
      "Higher is larger. Below 100, a `png` gets a palette of 256 colors. Default: `80`, or that of a JPEG of the " +
      "same size if it is lower. Not with `lossless`; `target` and `max_bytes` choose their own.",
  }),
  target: parameter("an integer from 1 to 100", z.int().min(1).max(100).optional(), {
    purpose:
      "How good this picture shall look, in place of `quality`. The quality is chosen for it. Most photos need the " +
      "quality 80 for the score 80; smooth ones less, fine ones more. For lossy formats and one frame. With `max_bytes`, the lower of " +
      "both qualities. The response has the `quality` and the `score`. Default: none. Example: `75`.",
  }),
  lossless: parameter("true or false", z.boolean().optional(), {
    purpose:
      "Keeps every pixel, which makes photos several times larger. For WebP, AVIF, JPEG XL and JPEG 2000; PNG and " +
      "TIFF always are, JPEG and GIF cannot be. Default: `false`.",
  }),
  effort: parameter('"fast", "balanced" or "best"', z.enum(["fast", "balanced", "best"]).optional(), {
    purpose:
      "How long the encoder looks for fewer bytes: `best` takes several times longer for " +
      "some percent, `fast` suits previews. Default: `balanced`.",
  }),
  max_bytes: parameter(
    `an integer from 1 to ${maxImageBytes}`,
    z.int().min(1).max(maxImageBytes).optional(),
    {
      purpose:
        "The maximum bytes of the result, which gets the best quality that fits. A quality below 30 gets " +
        "the warning `quality_low`. Default: no limit. Example: `100000`.",
    },
  ),
  max_bytes_resize: parameter('true, false or "auto"', z.union([z.boolean(), z.literal("auto")]).optional(), {
    purpose:
      "Whether the picture may get fewer pixels to reach `max_bytes`, with the warning `dimensions_reduced`: `auto` if " +
      "the quality would fall below 40, `true` below 30, `false` never. Default: `auto`.",
  }),
  background: parameter(
    "a color as #rgb, #rgba, #rrggbb, #rrggbbaa, a CSS name, rgb() or hsl()",
    backgroundColor.optional(),
    {
      purpose:
        "The color below transparent pixels and around `contain`, in digits or by its CSS name. Default: white; " +
        "transparent where the format can be. Examples: `#ffffff`, `navy`.",
      also: 'the digits without "#"',
      read: readColor,
    },
  ),
  keep_metadata: parameter(
    'true, false, or "copyright" for the artist and the copyright notice only',
    z
      .union([z.boolean(), z.literal("copyright")])
      .optional()
      .meta({ deprecated: true }),
    {
      purpose:
        "An older form of `metadata`: `true` keeps EXIF, XMP and IPTC. `copyright` keeps only the artist and the copyright " +
        "notice. Colors and orientation are right in each case. Default: `false`, which removes all.",
    },
  ),
  metadata: parameter(
    '"none", "copyright", "all", or a list of exif, xmp, iptc and icc',
    metadataChoice.optional(),
    {
      purpose:
        "The metadata that the result keeps: `none`, `copyright` (with the artist), `all`, or a list such as `exif,icc`. " +
        "EXIF, XMP and IPTC hold camera data, captions and locations. With `icc`, " +
        "wide colors keep their profile. Default: `none`.",
      also: "the list as text with commas",
      read: readMetadata,
    },
  ),
  no_location: parameter("true or false", z.boolean().optional(), {
    purpose:
      "Removes GPS positions, to publish a photo without its place. EXIF and XMP keep the rest. Without " +
      "`metadata`, the rest is `all`. Default: `false`.",
  }),
  keep_hdr: parameter("true or false", z.boolean().optional(), {
    purpose:
      "Keeps the gain map of an HDR photo from JPEG to JPEG. An HDR display shows its bright parts by this map (Ultra HDR, " +
      "ISO 21496-1), others show the same picture. Not with `attention` and `entropy`. Other HDR is mapped to sRGB. " +
      "Default: `false`, with the warning `gain_map_dropped`.",
  }),
  progressive: parameter("true or false", z.boolean().optional(), {
    purpose: "Lets a browser show a coarse image before the rest, for JPEG, PNG and GIF. Default: `false`.",
  }),
  chroma: parameter('"4:2:0" or "4:4:4"', z.enum(chromas).optional(), {
    purpose:
      "The resolution of colors in JPEG and lossy AVIF: `4:4:4` keeps red text clean, and is larger. " +
      "Default: `4:2:0`.",
  }),
  density: parameter("an integer from 18 to 1200", z.int().min(18).max(1200).optional(), {
    purpose:
      "The dots per inch at which a PDF is drawn if `width` and `height` are absent: 300 suits print. Default: `150`.",
  }),
  page: parameter("an integer from 0 to 9999", z.int().min(0).max(9999).optional(), {
    purpose:
      "The frame, page or picture to convert, counted from 0. An animation needs it for `flip`, " +
      "`rotate`, `trim`, `blur`, `sharpen`, `attention` and `entropy`. Default: all that the target can hold, " +
      "otherwise the first.",
  }),
  on_damage: parameter(
    `"warn" to convert what a damaged file has, or "error" to refuse it`,
    z.enum(["warn", "error"]).optional(),
    {
      purpose:
        "The treatment of damage: `warn` converts the readable part, with the warning `damaged`; `error` " +
        "refuses the file. Default: `warn`.",
    },
  ),
  width: parameter("an integer from 1 to 16384", dimension.optional(), {
    purpose:
      "The width in pixels. The orientation is applied first. Without `height`, the proportions stay. Default: " +
      "that of the original. Example: `1200`.",
  }),
  height: parameter("an integer from 1 to 16384", dimension.optional(), {
    purpose:
      "The height in pixels. The orientation is applied first. Without `width`, the proportions stay. Default: " +
      "that of the original. Example: `800`.",
  }),
  fit: parameter(
    '"cover", "contain", "fill", "inside" or "outside"',
    z.enum(["cover", "contain", "fill", "inside", "outside"]).optional(),
    {
      purpose:
        "How the image fits `width` × `height`: `inside` fits within, `outside` covers at least, " +
        "`cover` crops, `contain` pads, `fill` distorts. Default: `inside`.",
    },
  ),
  sizes: parameter(
    `a list of 1 to ${maxIconSizes} different integers from 16 to 256`,
    z
      .array(z.int().min(16).max(256))
      .min(1)
      .max(maxIconSizes)
      .refine((sizes) => new Set(sizes).size === sizes.length)
      .optional(),
    {
      purpose:
        "The sides in pixels of the images in one `ico`, such as `16,32,48` for a favicon. Each is a square that contains " +
        "the whole image on transparency, unless `fit` says otherwise. Not with `width`, `height` and `max_bytes`. " +
        "Default: one image.",
      also: "the list as text with commas",
      read: readSizes,
    },
  ),
  enlarge: parameter("true or false", z.boolean().optional(), {
    purpose:
      "Lets a small image grow to `width` and `height`. Without it, the image keeps its size, with the warning " +
      "`not_enlarged`; drawings (SVG, PDF) always grow. Default: `false`.",
  }),
  dpr: parameter("a number from 1 to 5", z.number().min(1).max(5).optional(), {
    purpose:
      "Multiplies `width` and `height` for dense displays. With `2`, a width of 400 gives 800 pixels. Default: `1`.",
  }),
  position: parameter(
    `one of ${positions.join(", ")}, or a point as two fractions from 0 to 1 such as "0.5,0.25"`,
    z.string().regex(position).optional(),
    {
      purpose:
        "The part that `fit=cover` keeps, or the position for `contain`: a side, a corner, or for `cover` a point " +
        `such as \`0.5,0.25\`, \`attention\` (faces and color) or \`entropy\` (detail). A point has fractions. One of ${positions.join(", ")}. Default: \`center\`.`,
    },
  ),
  flip: parameter("true or false", z.boolean().optional(), {
    purpose: "Mirrors the image from top to bottom. Default: `false`.",
  }),
  flop: parameter("true or false", z.boolean().optional(), {
    purpose: "Mirrors the image from left to right. Default: `false`.",
  }),
  rotate: parameter("0, 90, 180 or 270", z.int().min(0).max(270).multipleOf(90).optional(), {
    purpose:
      "Turns the image clockwise, by 90, 180 or 270 degrees. The orientation is applied first. Default: `0`.",
  }),
  trim: parameter("true or false", z.boolean().optional(), {
    purpose:
      "Removes edges that have the color of the top left pixel, as of scans. Not with `crop`. " +
      "Default: `false`.",
  }),
  crop: parameter(
    'a rectangle in pixels as "left,top,width,height"',
    z.string().regex(rectangle).optional(),
    {
      purpose:
        "The rectangle to cut out before the size is applied, in pixels as `left,top,width,height`. Not with `trim`. " +
        "Default: none. Example: `100,50,800,600`.",
      also: "an object with left, top, width and height",
      read: readRectangle,
    },
  ),
  blur: parameter("a number from 0.3 to 100", z.number().min(0.3).max(100).optional(), {
    purpose:
      "Softens the image by a sigma in pixels: `1` is slight, `10` makes text unreadable. Default: none.",
  }),
  sharpen: parameter("a number from 0.1 to 10", z.number().min(0.1).max(10).optional(), {
    purpose:
      "Sharpens the image by a sigma: `0.5` is slight, `2` strong. It suits images that got smaller. Default: none.",
  }),
  grayscale: parameter("true or false", z.boolean().optional(), {
    purpose: "Removes the colors. Default: `false`.",
  }),
  include: parameter(
    "a list of thumbhash, colors and sha256",
    z.array(z.enum(included)).min(1).max(included.length).optional(),
    {
      purpose:
        "Adds to the record `thumbhash`, a placeholder while the image loads; `colors`, up to five main colors; " +
        "`sha256`, a digest of the bytes. A placeholder has about 25 bytes. Default: none.",
      also: "the list as text with commas",
      read: readIncluded,
    },
  ),
});

/** The maximum number of results of a request. */
const maxOutputs = 12;

const optionalFormat = parameter(expectedFormat, formatName.optional(), formatTerms);

/** The options of one of several results. The file is read once for all results of a page. */
export const OutputOptions = z.strictObject({
  ...ImageOptions.omit({ density: true, on_damage: true }).shape,
  format: optionalFormat,
});

/** Reports each missing format: of the only result, or of one that has none of its own. */
export function requireFormats({
  value: { format, outputs },
  issues,
}: z.core.ParsePayload<{
  format?: string | undefined;
  outputs?: readonly { format?: string | undefined }[] | undefined;
}>): void {
  const missing = (...path: PropertyKey[]) =>
    issues.push({
      code: "custom",
      input: undefined,
      path,
      message: `expected ${expectedFormat}, received nothing`,
    });
  if (format !== undefined) return;
  if (!outputs) missing("format");
  for (const [index, output] of (outputs ?? []).entries())
    if (output.format === undefined) missing("outputs", index, "format");
}

/** The options of a request, with one result or several. */
export const ImageRequest = z
  .strictObject({
    ...ImageOptions.shape,
    format: optionalFormat,
    outputs: parameter(
      `an array of 1 to ${maxOutputs} objects with options such as format, width and quality`,
      z.array(OutputOptions).min(1).max(maxOutputs).optional(),
      {
        purpose:
          "Up to 12 results of one image: the options of an entry override those outside. It suits the " +
          "widths of `srcset`, and the pages of a PDF or TIFF, each an entry with its `page`: the file is sent once, each page " +
          "is read once, and each entry counts as a call. The response is JSON with the results in `outputs`. `density` and `on_damage` are for all " +
          'entries. Default: one result. Examples: `[{"width":320},{"width":640}]`, `[{"page":0},{"page":1}]`.',
      },
    ),
  })
  .check(requireFormats);

const OriginalImage = z
  .object({
    format: z
      .string()
      .describe("The format that the content shows, whatever the file's name says, such as `heic`."),
    content_type: z.string().describe("The media type of that format, such as `image/heic`."),
    width: z.int().describe("The width in pixels as stored, before the orientation is applied."),
    height: z.int().describe("The height in pixels as stored, before the orientation is applied."),
    pages: z.int().describe("How many frames, pages or pictures the file has; 1 for a still image."),
    bytes: z.int().describe("The size of the file in bytes."),
    orientation: z
      .int()
      .min(1)
      .max(8)
      .describe(
        "How the camera was held, by EXIF: 1 is upright, 6 a quarter turn clockwise. It is already applied to the " +
          "result. 1 if absent.",
      ),
    has_alpha: z.boolean().describe("Whether it has transparent pixels or a channel for them."),
    bit_depth: z.int().describe("The bits of each channel: usually 8, up to 16 or 32 in PNG and TIFF."),
    color_space: z.string().describe("The color space of the file, such as `srgb` or `cmyk`."),
  })
  .describe("The image as it was sent.");

export const ImageWarning = z
  .object({
    code: z.string().describe("The kind of loss or change, for programs, such as `alpha_flattened`."),
    message: z.string().describe("The loss or change in a sentence, for people."),
  })
  .describe("A loss or a change that the request did not ask for.");

/** The record of a conversion, without the image. */
export const ImageRecord = z
  .object({
    format: z.enum(outputFormats).describe("The format of the result, which `auto` chose."),
    content_type: z.string().describe("The media type of the result, such as `image/webp`."),
    width: z.int().describe("The width of the result in pixels, after the orientation is applied."),
    height: z.int().describe("The height of the result in pixels, after the orientation is applied."),
    pages: z.int().describe("How many frames or pages the result has; 1 for a still image."),
    bytes: z.int().describe("The size of the result in bytes, before base64."),
    quality: z
      .int()
      .min(1)
      .max(100)
      .nullable()
      .describe(
        "The quality that was used: yours, the default, or the one that `target` or `max_bytes` found. `null` if the result is " +
          "lossless or the format has no such setting.",
      ),
    score: z
      .number()
      .optional()
      .describe(
        "How close the result looks to the original, 1 to 100, compared pixel by pixel. Only with `target`, unless " +
          "`max_bytes` took a lower quality.",
      ),
    lossless: z.boolean().describe("Whether the result keeps every pixel."),
    original: OriginalImage,
    compression_ratio: z
      .number()
      .describe(
        "How many times smaller the result is: `2` is half of the original's bytes, below `1` it grew.",
      ),
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
    duration_ms: z
      .number()
      .describe("The milliseconds of the conversion, without the queue and the transfer."),
    warnings: z
      .array(ImageWarning)
      .describe("Every loss and change that you did not ask for; empty if there is none."),
  })
  .describe("The record of a conversion.");

nameSchemas({ OriginalImage, ImageWarning, ImageOutput: OutputOptions, ConvertedImage: ImageRecord });
