import { z } from "zod";
import { ToolsError } from "../errors.ts";
import {
  describeValue,
  invalidParameters,
  nestFaults,
  parameter,
  validateOptions,
} from "../schema/validate.ts";
import type { ImageCodec } from "./codec.ts";
import { searchEncodes } from "./fit-bytes.ts";
import { inputFormats, type InputName, type TargetFormat, targetFormats } from "./formats.ts";
import { type KeptMetadata, readKept } from "./kept-metadata.ts";
import { limitBytes } from "./limits.ts";
import type { ConversionOptions, JobLimits, SetOptions } from "./options.ts";
import {
  type AutoFormat,
  autoFormats,
  backgroundColor,
  type Chroma,
  type Effort,
  type ImageOptions,
  ImageRequest,
  type Included,
  maxRequestedSide,
  metadataChoice,
  type OutputFormat,
  OutputOptions,
  readColor,
  readMetadata,
  readRectangle,
  rectangle,
  requireFormats,
  resolveFormat,
} from "./schema.ts";
import type { Placement } from "./placement.ts";
import type { Resizing } from "./size.ts";
import { isAvifSequence, sniffFormat } from "./sniff.ts";

/** A checked conversion. It is plain data, so it can be sent to the process that runs it. */
export interface Conversion extends Resizing {
  image: Uint8Array;
  /** The format of the image, which its content shows; `null` if it is not recognized. */
  imageFormat: InputName | null;
  /** The requested format, or those from which `auto` chooses; never empty. */
  formats: readonly OutputFormat[];
  maxBytes: number | undefined;
  /** Whether the size is reduced if the quality would be below 30, or with `auto` below 40. */
  maxBytesResize: boolean | "auto";
  quality: number | undefined;
  /** The score that the result reaches, instead of a quality. */
  score: number | undefined;
  /** The sides of the images in an icon. */
  sizes: readonly number[] | undefined;
  lossless: boolean | undefined;
  effort: Effort;
  background: string | undefined;
  metadata: KeptMetadata;
  progressive: boolean;
  chroma: Chroma | undefined;
  page: number | undefined;
  /** Whether a file that lacks data is converted with a warning, or refused. */
  onDamage: "warn" | "error";
  /** The dots per inch of a pdf; `undefined` for those of its codec. */
  density: number | undefined;
  placement: Placement;
  /** The part that `cover` keeps, or the edge at which `contain` leaves the image. */
  position: string;
  effects: Effects;
  include: readonly Included[];
  /** True if the gain map of an HDR photo is kept where the format holds one. */
  keepsHdr: boolean;
  /** The predicted number of encodes of a lossy result. */
  encodes: number;
  limits: JobLimits;
}

/** The checked conversions of one image to several results. It is plain data, as {@link Conversion}. */
export interface ConversionSet {
  /** At least one. All have the same image, density and treatment of damage. */
  outputs: readonly Conversion[];
  /** The limits of all conversions together. */
  limits: JobLimits;
}

/** The changes of the pixels that follow resizing. Sigmas are pixels. */
export interface Effects {
  blur: number | undefined;
  sharpen: number | undefined;
  grayscale: boolean;
}

/** A conversion to one format. */
export interface ConversionRequest extends Omit<
  Conversion,
  "image" | "imageFormat" | "formats" | "maxBytes" | "maxBytesResize"
> {
  format: OutputFormat;
  target: TargetFormat;
}

/** Returns the conversion to one of its formats: of an icon with several images, that to the largest. */
export function requestFor(conversion: Conversion, format: OutputFormat): ConversionRequest {
  const { sizes } = conversion;
  const side = sizes && Math.max(...sizes);
  return {
    ...conversion,
    ...(side !== undefined && { width: side, height: side }),
    format,
    target: targetFormats[format],
  };
}

/** All encodes of `auto` together take about twice as long as the slowest of them. */
const automaticEncodes = 2;

/** Encodes that limits assume for a score. Over photos it takes 2.2 to 2.8 on average. */
const scoreEncodes = 3;

/** Seconds for the multiple encodes of `auto` and of a search for a quality. */
const severalEncodesDeadline = 30;

/** Megabytes. An image of 50 megapixels takes 200 as RGBA, and the heap of a WebAssembly codec never shrinks. */
const memory = { native: 512, wasm: 1024 } as const;

/** Returns a side of the result in pixels of the display. */
function displaySide(side: number | undefined, dpr: number): number | undefined {
  const pixels = side === undefined ? undefined : Math.round(side * dpr);
  if (pixels !== undefined && pixels > maxRequestedSide)
    throw invalidParameters([
      {
        name: "dpr",
        detail: `expected at most ${Math.floor((maxRequestedSide / (side ?? 1)) * 100) / 100} for a side of ${side} pixels, received ${dpr}`,
      },
    ]);
  return pixels;
}

function readPlacement({
  flip = false,
  flop = false,
  rotate = 0,
  trim = false,
  crop,
}: ConversionFields): Placement {
  if (trim && crop !== undefined)
    throw invalidParameters([
      { name: "trim", detail: "expected false with crop, because the rectangle refers to the whole image" },
    ]);
  const [left = 0, top = 0, width = 1, height = 1] = crop?.split(",").map(Number) ?? [];
  return { flip, flop, rotate, trim, crop: crop === undefined ? undefined : { left, top, width, height } };
}

/** Returns the position, or throws if the fit has none or the position is for another fit. */
function readPosition({ position = "center", fit }: ConversionFields): string {
  const isPlace = !/[\d]|entropy|attention/.test(position);
  if (position === "center" || fit === "cover" || (fit === "contain" && isPlace)) return position;
  throw invalidParameters([
    {
      name: "position",
      detail: `expected ${isPlace ? "the fit cover or contain" : "the fit cover"} for "${position}", received ${fit ?? "inside"}`,
    },
  ]);
}

/** Throws if none of the formats has an option of the encoder. */
function checkEncoderOptions(
  { progressive, chroma, lossless }: ConversionFields,
  formats: readonly OutputFormat[],
): void {
  const received = formats.join(", ");
  if (progressive && !formats.some((format) => targetFormats[format].progressive))
    throw invalidParameters([
      {
        name: "progressive",
        detail: `expected one of the formats jpeg, png, gif with it, received ${received}`,
      },
    ]);
  if (chroma !== undefined && (lossless || !formats.some((format) => targetFormats[format].chroma)))
    throw invalidParameters([
      {
        name: "chroma",
        detail: `expected jpeg or lossy avif with it, received ${lossless ? "lossless " : ""}${received}`,
      },
    ]);
}

/** Throws if a score is requested with a quality, or of a result without loss. */
function checkTarget(
  { target, quality, lossless }: ConversionFields,
  formats: readonly OutputFormat[],
): void {
  if (target === undefined) return;
  const refuse = (expected: string, received: string) =>
    invalidParameters([{ name: "target", detail: `expected ${expected} with it, received ${received}` }]);
  if (quality !== undefined) throw refuse("no quality", String(quality));
  if (lossless) throw refuse("no lossless", "true");
  if (!formats.some((format) => targetFormats[format].defaultQuality !== null))
    throw refuse("one of the formats jpeg, webp, avif, jxl, jp2 or auto", formats.join(", "));
}

/** Throws if sizes are requested of another format than an icon, or with another size. */
function checkSizes(fields: ConversionFields, formats: readonly OutputFormat[]): void {
  if (fields.sizes === undefined) return;
  const refuse = (expected: string, received: unknown) =>
    invalidParameters([
      { name: "sizes", detail: `expected ${expected} with it, received ${String(received)}` },
    ]);
  if (formats.some((format) => format !== "ico")) throw refuse("the format ico", formats.join(", "));
  for (const name of ["width", "height", "max_bytes"] as const)
    if (fields[name] !== undefined) throw refuse(`no ${name}`, fields[name]);
}

/** The validated options of a conversion, as an HTTP request spells them. */
type ConversionFields = z.output<typeof ImageOptions> & { accept?: readonly AutoFormat[] | undefined };

/**
 * Returns the conversion of an image by options that are already validated. Reads only the first bytes of the image.
 *
 * @throws ToolsError `invalid_parameter` if the options contradict each other, `payload_too_large`, or `invalid_image`
 *   for an empty image.
 */
function prepareConversion(image: Uint8Array, fields: ConversionFields): Conversion {
  if (image.length === 0) throw new ToolsError("invalid_image", "image: expected an image, received 0 bytes");
  limitBytes(image.length);
  const { dpr = 1, sizes } = fields;
  const fit = fields.fit ?? (sizes ? "contain" : "inside");
  const isAuto = fields.format === "auto";
  const asked = fields.format === "auto" ? (fields.accept ?? autoFormats) : [resolveFormat(fields.format)];
  const formats = fields.lossless
    ? asked.filter((format) => targetFormats[format].lossless !== "never")
    : [...new Set(asked)];
  const [first] = formats;
  if (!first)
    throw invalidParameters([
      {
        name: "lossless",
        detail: `expected false for ${asked.join(", ")}, which has no lossless mode, received true`,
      },
    ]);
  const imageFormat = sniffFormat(image);
  const readsByCodec = imageFormat !== null && inputFormats[imageFormat].codec !== null;
  // `auto` chooses only among formats that sharp writes.
  const lane =
    readsByCodec || isAvifSequence(image) || targetFormats[first].codec !== null ? "wasm" : "native";
  const isSearch = fields.max_bytes !== undefined;
  if (fields.max_bytes_resize === true && !isSearch)
    throw invalidParameters([
      { name: "maxBytesResize", detail: "expected a maximum of bytes with it, received none" },
    ]);
  checkEncoderOptions(fields, formats);
  checkTarget(fields, formats);
  checkSizes(fields, formats);
  if (fields.keep_hdr && (fields.position === "attention" || fields.position === "entropy"))
    throw invalidParameters([
      { name: "keepHdr", detail: `expected false with the position ${fields.position}, received true` },
    ]);
  if (fields.density !== undefined && imageFormat !== null && imageFormat !== "pdf")
    throw invalidParameters([
      { name: "density", detail: `expected a pdf with it, received an image in ${imageFormat}` },
    ]);
  const isScored = fields.target !== undefined;
  const searched = (isSearch ? searchEncodes : 0) + (isScored ? scoreEncodes : 0);
  const deadline = isAuto || searched > 0 ? severalEncodesDeadline : targetFormats[first].deadline;
  return {
    image,
    imageFormat,
    formats,
    maxBytes: fields.max_bytes,
    maxBytesResize: fields.max_bytes_resize ?? "auto",
    quality: fields.quality,
    score: fields.target,
    lossless: fields.lossless,
    effort: fields.effort ?? "balanced",
    background: fields.background,
    metadata: readKept(fields),
    progressive: fields.progressive ?? false,
    chroma: fields.chroma,
    page: fields.page,
    onDamage: fields.on_damage ?? "warn",
    density: fields.density,
    width: displaySide(fields.width, dpr),
    height: displaySide(fields.height, dpr),
    fit,
    sizes,
    enlarge: fields.enlarge ?? false,
    placement: readPlacement(fields),
    position: readPosition({ ...fields, fit }),
    effects: { blur: fields.blur, sharpen: fields.sharpen, grayscale: fields.grayscale ?? false },
    include: fields.include ?? [],
    keepsHdr: fields.keep_hdr ?? false,
    encodes: searched || sizes?.length || (formats.length > 1 ? automaticEncodes : 1),
    limits: { deadlineMs: deadline * 1000, memoryMb: memory[lane], lane },
  };
}

/** The validated options of a request with one result or several. */
type RequestFields = z.output<typeof ImageRequest> & Pick<ConversionFields, "accept">;

/** Returns the members of an object that are not `undefined`. */
function present<Fields extends object>(fields: Fields): Partial<Fields> {
  // The members are those of the object.
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Partial<Fields>;
}

/** Returns the limits of conversions that run one after another. */
function limitsOfSet(conversions: readonly Conversion[]): JobLimits {
  const limits = conversions.map((conversion) => conversion.limits);
  const lane = limits.some((each) => each.lane === "wasm") ? "wasm" : "native";
  const deadlineMs = limits.reduce((sum, each) => sum + each.deadlineMs, 0);
  return {
    deadlineMs: Math.min(deadlineMs, severalEncodesDeadline * 1000),
    memoryMb: memory[lane],
    lane,
  };
}

/**
 * Returns the conversions of an image by options that are already validated: one, or those of `outputs`.
 *
 * @throws ToolsError as {@link prepareConversion}. An error in one of several results names its place.
 */
export function prepareRequest(
  image: Uint8Array,
  { outputs: entries, ...shared }: RequestFields,
): Conversion | ConversionSet {
  const prepare = (fields: Omit<RequestFields, "outputs">) => {
    const { format } = fields;
    if (format === undefined) throw new RangeError("expected options with a format");
    return prepareConversion(image, { ...fields, format });
  };
  if (!entries) return prepare(shared);
  const outputs = entries.map((entry, index) => {
    try {
      return prepare({ ...shared, ...present(entry) });
    } catch (error) {
      throw nestFaults(error, "outputs", index);
    }
  });
  return { outputs, limits: limitsOfSet(outputs) };
}

/** Spellings of a program that JSON has no need for. */
const programSpellings = {
  crop: parameter(
    'a rectangle in pixels as an object or as "left,top,width,height"',
    z.preprocess(readRectangle, z.string().regex(rectangle)).optional(),
  ),
  background: parameter(
    "a color as #rgb, #rgba, #rrggbb, #rrggbbaa, a CSS name, rgb() or hsl()",
    z.preprocess(readColor, backgroundColor).optional(),
  ),
  metadata: parameter(
    '"none", "copyright", "all", or a list of exif, xmp, iptc and icc',
    z.preprocess(readMetadata, metadataChoice).optional(),
  ),
};

/** The options of a program: those of an HTTP call, and those that JSON cannot represent. */
const ProgramOptions = z
  .strictObject({
    ...ImageRequest.shape,
    ...programSpellings,
    accept: parameter(
      `an array of one or more of ${autoFormats.join(", ")}`,
      z.array(z.enum(autoFormats)).min(1).optional(),
    ),
    codecs: parameter("an array of codecs", z.custom<readonly ImageCodec[]>(Array.isArray).optional()),
    signal: parameter("an AbortSignal", z.instanceof(AbortSignal).optional()),
  })
  .check(requireFormats);

const ProgramOutput = OutputOptions.extend(programSpellings);

/** Validates the options of a program. An error in one of several results names its place. */
function validateProgram(options: Partial<SetOptions> | undefined): RequestFields {
  // A program in plain JavaScript can leave the options out.
  const { outputs, ...shared } = options ?? {};
  if (!Array.isArray(outputs)) return validateOptions(ProgramOptions, options);
  const entries = outputs.map((entry: unknown, index) => {
    try {
      return typeof entry === "object" ? validateOptions(ProgramOutput, entry) : entry;
    } catch (error) {
      throw nestFaults(error, "outputs", index);
    }
  });
  return validateOptions(ProgramOptions, { ...shared, outputs: entries });
}

/**
 * Checks the image and the options of a conversion without running it. The result is plain data for `runConversion`,
 * here or in another process, such as one of a pool that can be killed. `limits` says what the process may use.
 *
 * @throws ToolsError `invalid_parameter` with an entry for every invalid option, `payload_too_large` for more than 25
 *   MiB, or `invalid_image` for an empty image.
 *
 * @example
 * ```ts
 * import { readFile } from "node:fs/promises";
 * import { checkConversion } from "@tools-api/core/image";
 *
 * const conversion = checkConversion(await readFile("photo.jpg"), { format: "webp" });
 * console.log(conversion.limits); // { deadlineMs: 8000, memoryMb: 512, lane: "native" }
 * ```
 */
export function checkConversion(image: Uint8Array | ArrayBuffer, options: ConversionOptions): Conversion;
/** Checks the image and the options of several results. `limits` says what the process may use for all of them. */
export function checkConversion(image: Uint8Array | ArrayBuffer, options: SetOptions): ConversionSet;
export function checkConversion(
  image: Uint8Array | ArrayBuffer,
  options: ConversionOptions | SetOptions,
): Conversion | ConversionSet;
export function checkConversion(
  image: Uint8Array | ArrayBuffer,
  options: ConversionOptions | SetOptions,
): Conversion | ConversionSet {
  const fields = validateProgram(options);
  const bytes = image instanceof ArrayBuffer ? new Uint8Array(image) : image;
  if (!(bytes instanceof Uint8Array))
    throw invalidParameters([
      {
        name: "image",
        detail: `expected a Uint8Array, an ArrayBuffer, a Blob or a File, received ${describeValue(image)}`,
      },
    ]);
  return prepareRequest(bytes, fields);
}
