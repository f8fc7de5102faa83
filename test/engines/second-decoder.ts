import { execFile } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import sharp from "sharp";

/** An image decoded by another program: upright, in sRGB, RGBA with 8 bits per sample. */
export interface SecondDecoding {
  width: number;
  height: number;
  channels: 4;
  data: Uint8Array;
}

// By path, because a wrapper called `convert` can come first in PATH.
const programs = {
  convert: "/usr/bin/convert",
  identify: "/usr/bin/identify",
  heifConvert: "/usr/bin/heif-convert",
  heifInfo: "/usr/bin/heif-info",
  djxl: "/usr/bin/djxl",
  pdftoppm: "/usr/bin/pdftoppm",
  vipsthumbnail: "/usr/bin/vipsthumbnail",
};

const installation =
  "apt-get install -y imagemagick libvips-tools libheif-examples libjxl-tools poppler-utils";

/**
 * Returns whether Debian's decoders are installed. Prints how to install missing ones. In CI a missing decoder is an
 * error, because nothing would be compared.
 */
export function hasSecondDecoder(): boolean {
  const missing = Object.values(programs).filter((path) => !existsSync(path));
  if (missing.length === 0) return true;
  const reason = `comparison with a second decoder needs ${missing.join(", ")}: ${installation}`;
  if (process.env["CI"]) throw new Error(reason);
  console.log(`skipped: ${reason}`);
  return false;
}

async function run(program: string, words: string[]): Promise<Buffer> {
  // sharp sets VIPSHOME when it loads, and Debian's libvips then finds none of its own modules.
  const { VIPSHOME: _, ...env } = process.env;
  // A minute of processor time, because other processes make each decoding longer.
  const { stdout } = await promisify(execFile)("/usr/bin/prlimit", ["--cpu=60", program, ...words], {
    encoding: "buffer",
    maxBuffer: 2 ** 30,
    env,
  });
  return stdout;
}

/** Converts a file to a format that `convert` reads, and returns its path. */
type Prepare = (path: string, page: number | undefined, folder: string) => Promise<string>;

/** Also reads drawings and floating-point samples. */
const vips: Prepare = async (path, page, folder) => {
  // PNG rejects some profiles that TIFF accepts.
  const target = join(folder, "image.tif");
  const input = page === undefined ? path : `${path}[page=${page}]`;
  await run(programs.vipsthumbnail, [input, "--size", "100000x100000>", "-e", "srgb", "-o", target]);
  return target;
};

const heif: Prepare = async (path, page, folder) => {
  await run(programs.heifConvert, [path, join(folder, "image.png")]);
  // heif-convert numbers several images from 1.
  const images = (await run(programs.heifInfo, [path])).toString().match(/^image: .*/gm) ?? [];
  const index = page ?? images.findIndex((image) => image.endsWith(", primary"));
  const png = join(folder, images.length > 1 ? `image-${index + 1}.png` : "image.png");
  // heif-convert writes an empty file for some profiles.
  return existsSync(png) && statSync(png).size > 0 ? png : vips(path, page, folder);
};

const jxl: Prepare = async (path, _page, folder) => {
  const png = join(folder, "image.png");
  const isPlain = await run(programs.djxl, ["--bits_per_sample=8", path, png]).then(
    () => true,
    () => false,
  );
  if (isPlain) return png;
  // djxl 0.7 writes unusual bit depths only to PAM, and always with 16 bits, whatever MAXVAL its header has.
  const pam = join(folder, "image.pam");
  await run(programs.djxl, [path, pam]);
  const text = await readFile(pam, "latin1");
  await writeFile(pam, text.replace(/MAXVAL \d+/, "MAXVAL 65535"), "latin1");
  return pam;
};

const pdf: Prepare = async (path, page, folder) => {
  const number = String((page ?? 0) + 1);
  const words = `-r 150 -cropbox -png -singlefile -f ${number} -l ${number}`.split(" ");
  await run(programs.pdftoppm, [...words, path, join(folder, "image")]);
  return join(folder, "image.png");
};

const prepared: Readonly<Record<string, Prepare>> = {
  avif: heif,
  heic: heif,
  heif,
  jxl,
  pdf,
  svg: vips,
  svgz: vips,
  exr: vips,
  hdr: vips,
};

/** Formats with only the first page available, because the preparing program writes no other. */
const firstPageOnly = new Set(["jxl", "svg", "svgz", "exr", "hdr", "png", "apng"]);
/** Formats whose frames are compared as displayed, not as the changed area that the file contains. */
const animated = new Set(["gif", "webp"]);
/** Formats without a signature that `convert` knows. */
const named: Readonly<Record<string, string>> = {
  tga: "tga:",
  ico: "ico:",
  cur: "cur:",
  pcx: "pcx:",
  apng: "png:",
};
const unread = new Set(["qoi", "avifs"]);

async function srgbProfile(folder: string): Promise<string> {
  const path = join(folder, "srgb.icc");
  const file = await sharp({ create: { width: 1, height: 1, channels: 3, background: "black" } })
    .png()
    .withIccProfile("srgb")
    .toBuffer();
  const { icc } = await sharp(file).metadata();
  if (icc) await writeFile(path, icc);
  return path;
}

/** Returns the arguments that convert to sRGB, by the file's profile, or by its color space and gamma. */
async function colorWords(input: string, folder: string): Promise<string[]> {
  const described = await run(programs.convert, [input, "-format", "%[profile:icc]\n", "info:"]);
  const hasProfile = described.toString().trim() !== "";
  return hasProfile ? ["-profile", await srgbProfile(folder)] : ["-colorspace", "sRGB"];
}

/**
 * Decodes an image with Debian's ImageMagick 6, libheif, libjxl, poppler or libvips: upright and in sRGB. A page of a
 * PDF is drawn at 150 DPI.
 *
 * @param path - Its extension determines the format.
 * @param page - Page, frame or image, counted from 0. Defaults to the main image.
 * @returns `null` if no second decoder reads the format.
 */
export async function decodeWithSecond(path: string, page?: number): Promise<SecondDecoding | null> {
  const kind = extname(path).slice(1).toLowerCase();
  const index = page ?? 0;
  if (unread.has(kind) || (index > 0 && firstPageOnly.has(kind))) return null;
  const folder = await mkdtemp(join(tmpdir(), "second-decoder-"));
  try {
    const prepare = prepared[kind];
    const file = prepare ? await prepare(path, page, folder) : path;
    const isAnimated = animated.has(kind);
    const pages = prepare ? "" : isAnimated ? `[0-${index}]` : `[${index}]`;
    const input = `${prepare ? "" : (named[kind] ?? "")}${file}${pages}`;
    const output = await run(programs.convert, [
      input,
      ...(isAnimated ? ["-coalesce"] : []),
      ...(isAnimated && index > 0 ? ["-delete", "0--2"] : []),
      "-auto-orient",
      ...(await colorWords(input, folder)),
      ..."+repage -depth 8 -print".split(" "),
      "%w %h\n",
      "rgba:-",
    ]);
    const end = output.indexOf("\n");
    const [width = 0, height = 0] = output.subarray(0, end).toString().split(" ").map(Number);
    return { width, height, channels: 4, data: new Uint8Array(output.subarray(end + 1)) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns the index of the deepest of the largest pictures of an icon, by its directory. */
export async function bestIcon(path: string): Promise<number> {
  const bytes = await readFile(path);
  const isCursor = bytes.readUInt16LE(2) === 2;
  const best = { index: 0, rank: -1 };
  for (let index = 0; index < bytes.readUInt16LE(4); index++) {
    const entry = 6 + 16 * index;
    // A cursor has a coordinate in place of the depth. A width of 0 is 256.
    const depth = isCursor ? 0 : bytes.readUInt16LE(entry + 6);
    const rank = (bytes[entry] || 256) * 256 + depth;
    if (rank > best.rank) Object.assign(best, { index, rank });
  }
  return best.index;
}

/** Decodes a file with sharp, to the format of {@link decodeWithSecond}. */
export async function decodeWithSharp(image: Uint8Array): Promise<SecondDecoding> {
  const { data, info } = await sharp(image)
    .autoOrient()
    .toColourspace("srgb")
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, channels: 4, data };
}

/**
 * Returns the mean absolute difference of two pictures' samples, from 0 to 255. Colors are weighted by their alpha,
 * because the color of a transparent pixel is invisible. Returns `Infinity` if the sizes differ.
 */
export function meanDifference(one: SecondDecoding, other: SecondDecoding): number {
  if (one.width !== other.width || one.height !== other.height) return Infinity;
  let sum = 0;
  for (let offset = 0; offset < one.data.length; offset += 4) {
    const alpha = one.data[offset + 3] ?? 0;
    const otherAlpha = other.data[offset + 3] ?? 0;
    sum += Math.abs(alpha - otherAlpha);
    for (let channel = 0; channel < 3; channel++)
      sum +=
        Math.abs(
          (one.data[offset + channel] ?? 0) * alpha - (other.data[offset + channel] ?? 0) * otherAlpha,
        ) / 255;
  }
  return sum / one.data.length;
}
