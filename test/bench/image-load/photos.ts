import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { magickCodec } from "@tools-api/adapters/image/magick";
import sharp, { type Sharp } from "sharp";

/** A photo as a camera would have stored it. */
export interface Photo {
  name: string;
  megapixels: number;
  jpeg: Buffer<ArrayBuffer>;
}

const repository = fileURLToPath(new URL("../../..", import.meta.url));
const corpus = resolve(repository, process.env["TOOLS_API_DATA"] ?? "../shared/data", "images/valid");

interface Source {
  file: string;
  /** Width to shrink the photo to. Default: its full size. */
  width?: number;
}

/**
 * The photos of the corpus with at least three megapixels, in color: unchanged, and some shrunk to two and
 * four.
 */
const sources: Source[] = [
  { file: "exif-IMG_5195.HEIC", width: 1244 },
  { file: "exif-canon_hdr_NO.jpg" },
  { file: "sharp-gain-map.jpg", width: 2667 },
  { file: "sharp-2569067123_aca715a2ee_o.jpg" },
  { file: "avif-hato.profile0.10bpc.yuv420.avif" },
  { file: "sharp-gain-map.jpg" },
  { file: "exif-IMG_5195.HEIC" },
  { file: "vips-avif-orientation-6.avif" },
];

/** The corpus has no photo of sixteen megapixels: this is four photos side by side, not enlarged. */
const mosaic = [
  "exif-IMG_5195.HEIC",
  "avif-hato.profile0.10bpc.yuv420.avif",
  "sharp-2569067123_aca715a2ee_o.jpg",
  "sharp-gain-map.jpg",
];

// The usual quality of cameras.
const cameraQuality = 92;

/** Returns the pixels turned upright. Turning once is enough for several sizes. */
async function upright(file: string): Promise<Sharp> {
  const stored = readFileSync(join(corpus, file));
  const isHeic = file.endsWith(".HEIC");
  const decoded = isHeic
    ? await magickCodec().decode({ format: "heic", bytes: stored, page: undefined, frames: "one" })
    : null;
  const { data, info } = await sharp(decoded?.kind === "file" ? decoded.bytes : stored)
    .autoOrient()
    .toColourspace("srgb")
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
}

async function asPhoto(name: string, pixels: Sharp): Promise<Photo> {
  const { data, info } = await pixels.jpeg({ quality: cameraQuality }).toBuffer({ resolveWithObject: true });
  const megapixels = Math.round((info.width * info.height) / 1e5) / 10;
  // A copy, because an encoder's Buffer may be a view of foreign memory.
  return { name: `${name}, ${megapixels} MP`, megapixels, jpeg: Buffer.from(data) };
}

/**
 * Returns photos of 2 to 16 megapixels as JPEG, made from the shared corpus. Ends the program if the corpus
 * is missing.
 */
export async function loadPhotos(): Promise<Photo[]> {
  if (!existsSync(corpus)) {
    console.error(`The photos are not in ${corpus}. Set TOOLS_API_DATA to the folder of the shared data.`);
    process.exit(1);
  }
  const decoded = new Map<string, Sharp>();
  for (const file of new Set([...sources.map(({ file }) => file), ...mosaic]))
    decoded.set(file, await upright(file));
  const pixelsOf = (file: string) => {
    const pixels = decoded.get(file);
    if (!pixels) throw new Error(`${file} is not a photo of the list.`);
    return pixels.clone();
  };
  const photos: Photo[] = [];
  for (const { file, width } of sources)
    photos.push(await asPhoto(file, pixelsOf(file).resize(width ? { width } : {})));
  const tile = { width: 2309, height: 1732 };
  const tiles = await Promise.all(
    mosaic.map(async (file, index) => ({
      input: await pixelsOf(file)
        .resize({ ...tile, fit: "cover" })
        .png({ compressionLevel: 0 })
        .toBuffer(),
      left: (index % 2) * tile.width,
      top: Math.floor(index / 2) * tile.height,
    })),
  );
  const canvas = {
    width: 2 * tile.width,
    height: 2 * tile.height,
    channels: 3,
    background: "black",
  } as const;
  photos.push(await asPhoto("four photos", sharp({ create: canvas }).composite(tiles)));
  return photos;
}
