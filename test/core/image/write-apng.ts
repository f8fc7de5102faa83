import { deflateSync } from "node:zlib";
import { chunk, integers } from "./png-chunk.ts";

/** A frame of one color, `[red, green, blue, alpha]`. */
export interface ApngFrame {
  color: readonly [number, number, number, number];
  width: number;
  height: number;
  left?: number;
  top?: number;
  /** Numerator and denominator of seconds. */
  delay?: readonly [number, number];
  /** 0 keeps, 1 clears, 2 restores. */
  dispose?: number;
  /** 0 replaces, 1 blends over. */
  blend?: number;
}

/** Returns lines of pixels in the form of IDAT, each with the filter type "none". */
const lines = ({ color, width, height }: ApngFrame) =>
  deflateSync(
    Buffer.concat(
      Array.from({ length: height }, () =>
        Buffer.from([0, ...Array.from({ length: width }, () => color).flat()]),
      ),
    ),
  );

/**
 * Writes an animated PNG (PNG 3rd edition §11.3.6) of 8 bit RGBA.
 *
 * @param options.still - A still image that is not a frame of the animation.
 * @param options.profile - ICC profile.
 */
export function writeApng(
  frames: readonly ApngFrame[],
  {
    loop = 0,
    still,
    declared = frames.length,
    profile,
  }: { loop?: number; still?: ApngFrame; declared?: number; profile?: Uint8Array } = {},
): Uint8Array {
  const { width, height } = still ?? frames[0] ?? { width: 0, height: 0 };
  let sequence = 0;
  const control = ({
    width,
    height,
    left = 0,
    top = 0,
    delay = [1, 10],
    dispose = 0,
    blend = 0,
  }: ApngFrame) =>
    chunk(
      "fcTL",
      Buffer.concat([
        integers(sequence++, width, height, left, top),
        Buffer.from([delay[0] >> 8, delay[0] & 255, delay[1] >> 8, delay[1] & 255, dispose, blend]),
      ]),
    );
  const pictures = frames.flatMap((frame, index) => {
    const head = control(frame);
    return index === 0 && !still
      ? [head, chunk("IDAT", lines(frame))]
      : [head, chunk("fdAT", Buffer.concat([integers(sequence++), lines(frame)]))];
  });
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", Buffer.concat([integers(width, height), Buffer.from([8, 6, 0, 0, 0])])),
    ...(profile ? [chunk("iCCP", Buffer.concat([Buffer.from("p\0\0"), deflateSync(profile)]))] : []),
    chunk("acTL", integers(declared, loop)),
    ...(still ? [chunk("IDAT", lines(still))] : []),
    ...pictures,
    chunk("IEND", Buffer.alloc(0)),
  ]);
}
