import type { SharpConstructor } from "sharp";
import type { Decoded } from "./codec.ts";
import { maxPixels } from "./limits.ts";
import { joinBytes, pngChunk, pngChunks, pngSignature } from "./png.ts";
import type { Size } from "./size.ts";

/** A frame of an animated PNG: an image of its own that is drawn onto the canvas. */
interface Frame {
  size: Size;
  left: number;
  top: number;
  /** Milliseconds. */
  delay: number;
  /** The treatment of the frame's area before the next frame is drawn. */
  dispose: "keep" | "clear" | "restore";
  /** True if it is blended over the canvas, false if it replaces the pixels. */
  isOver: boolean;
  data: Uint8Array[];
}

/** A parsed animated PNG (PNG 3rd edition §4.9). */
export interface AnimatedPng {
  canvas: Size;
  /** Number of plays; 0 repeats forever. */
  loop: number;
  header: Uint8Array;
  /** The chunks for palette, transparency and color space, which apply to every frame. */
  shared: Uint8Array;
  frames: Frame[];
}

const sharedTypes: ReadonlySet<string> = new Set([
  "PLTE",
  "tRNS",
  "iCCP",
  "sRGB",
  "gAMA",
  "cHRM",
  "cICP",
  "sBIT",
]);

/** The shared chunks are repeated for every frame. Without a limit, a profile of 20 MB would become 5 GB. */
const maxSharedBytes = 100_000;

const disposals = ["keep", "clear", "restore"] as const;

function readFrameControl(data: Uint8Array): Frame | null {
  if (data.length !== 26) return null;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const dispose = disposals[view.getUint8(24)];
  return dispose === undefined
    ? null
    : {
        size: { width: view.getUint32(4), height: view.getUint32(8) },
        left: view.getUint32(12),
        top: view.getUint32(16),
        delay: Math.round((view.getUint16(20) * 1000) / (view.getUint16(22) || 100)),
        dispose,
        isOver: view.getUint8(25) === 1,
        data: [],
      };
}

function isWithin({ size, left, top, data }: Frame, canvas: Size): boolean {
  return (
    data.length > 0 &&
    size.width > 0 &&
    size.height > 0 &&
    left + size.width <= canvas.width &&
    top + size.height <= canvas.height
  );
}

/**
 * Parses an animated PNG without decoding its pixels.
 *
 * @returns `null` if it is not animated or violates the standard. Its still image may still be valid.
 */
export function readAnimatedPng(png: Uint8Array): AnimatedPng | null {
  let declared = 0;
  let loop = 0;
  let header: Uint8Array | null = null;
  const shared: Uint8Array[] = [];
  const frames: Frame[] = [];
  for (const { type, data, whole } of pngChunks(png)) {
    const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
    if (type === "IHDR" && data.length === 13) header = data;
    else if (type === "acTL" && data.length === 8) {
      declared = view.getUint32(0);
      loop = view.getUint32(4);
    } else if (type === "fcTL") {
      const frame = readFrameControl(data);
      if (!frame) return null;
      frames.push(frame);
    }
    // The still image is the first frame only if its frame control comes before it.
    else if (type === "IDAT") frames[0]?.data.push(data);
    else if (type === "fdAT") frames.at(-1)?.data.push(data.subarray(4));
    else if (sharedTypes.has(type)) shared.push(whole);
  }
  if (!header || frames.length < 2 || frames.length !== declared) return null;
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength);
  const canvas = { width: view.getUint32(0), height: view.getUint32(4) };
  const chunks = joinBytes(shared);
  if (chunks.length > maxSharedBytes || !frames.every((frame) => isWithin(frame, canvas))) return null;
  return { canvas, loop, header, shared: chunks, frames };
}

/** Returns a frame as a separate PNG. */
function framePng({ header, shared }: AnimatedPng, { size, data }: Frame): Uint8Array {
  const ownHeader = Uint8Array.from(header);
  const view = new DataView(ownHeader.buffer);
  view.setUint32(0, size.width);
  view.setUint32(4, size.height);
  return joinBytes([
    pngSignature,
    pngChunk("IHDR", ownHeader),
    shared,
    ...data.map((part) => pngChunk("IDAT", part)),
    pngChunk("IEND", new Uint8Array(0)),
  ]);
}

/** Blends one pixel over another, neither premultiplied by its alpha (PNG 3rd edition §13.16). */
function layOver(canvas: Uint8Array, at: number, pixels: Uint8Array, from: number): void {
  const alpha = pixels[from + 3] ?? 0;
  if (alpha === 0) return;
  const front = alpha * 255;
  const back = (255 - alpha) * (canvas[at + 3] ?? 0);
  const sum = front + back;
  for (let channel = 0; channel < 3; channel++)
    canvas[at + channel] = Math.round(
      ((pixels[from + channel] ?? 0) * front + (canvas[at + channel] ?? 0) * back) / sum,
    );
  canvas[at + 3] = Math.round(sum / 255);
}

/**
 * Calls `visit` for every line of a frame with its offsets in the canvas and in the frame, and its length, in bytes.
 */
function eachLine(
  { size, left, top }: Frame,
  canvas: Size,
  visit: (at: number, from: number, length: number) => void,
): void {
  const length = size.width * 4;
  for (let line = 0; line < size.height; line++)
    visit(((top + line) * canvas.width + left) * 4, line * length, length);
}

function draw(canvas: Uint8Array, pixels: Uint8Array, frame: Frame, canvasSize: Size): void {
  eachLine(frame, canvasSize, (at, from, length) => {
    if (!frame.isOver) canvas.set(pixels.subarray(from, from + length), at);
    else for (let byte = 0; byte < length; byte += 4) layOver(canvas, at + byte, pixels, from + byte);
  });
}

/**
 * Decodes the images that an animated PNG shows, as RGBA in sRGB.
 *
 * @param page - The image to return; `undefined` returns all.
 */
export async function decodeAnimatedPng(
  sharp: SharpConstructor,
  animated: AnimatedPng,
  page: number | undefined,
): Promise<Decoded> {
  const { canvas: size, frames, loop } = animated;
  const frameBytes = size.width * size.height * 4;
  const kept = page === undefined ? frames : frames.slice(page, page + 1);
  const data = new Uint8Array(frameBytes * kept.length);
  const canvas = new Uint8Array(frameBytes);
  const drawn = page === undefined ? frames : frames.slice(0, page + 1);
  for (const [index, frame] of drawn.entries()) {
    const before = frame.dispose === "restore" ? canvas.slice() : null;
    const pixels = await sharp(framePng(animated, frame), { failOn: "error", limitInputPixels: maxPixels })
      .toColourspace("srgb")
      .ensureAlpha()
      .raw({ depth: "uchar" })
      .toUint8Array();
    draw(canvas, pixels.data, frame, size);
    if (page === undefined) data.set(canvas, index * frameBytes);
    else if (index === page) data.set(canvas);
    if (before) canvas.set(before);
    else if (frame.dispose !== "keep")
      eachLine(frame, size, (at, _from, length) => canvas.fill(0, at, at + length));
  }
  return {
    kind: "frames",
    pixels: { data, size, channels: 4 },
    frames: kept.length,
    delays: kept.map(({ delay }) => delay),
    loop,
  };
}
