import type { Sharp, SharpConstructor, SharpOptions } from "sharp";
import type { Decoded } from "./codec.ts";
import { maximumPixels } from "./limits.ts";

/** Delays in milliseconds and turns, 0 for ever, of frames that sharp did not read itself. */
export interface Animation {
  delays: number[];
  loop: number;
}

/** The delays and turns of what a codec decoded, where it is an animation. */
export function animationOf(decoded: Decoded): Animation | null {
  return decoded.kind === "frames" && decoded.frames > 1
    ? { delays: decoded.delays, loop: decoded.loop }
    : null;
}

/** Opens in sharp what a codec decoded. Upright where `autoOrient` is set and the file names an orientation. */
export function openDecoded(
  sharp: SharpConstructor,
  decoded: Decoded,
  { autoOrient }: Pick<SharpOptions, "autoOrient">,
): Sharp {
  const options = { failOn: "error", limitInputPixels: maximumPixels } as const;
  if (decoded.kind === "file") return sharp(decoded.bytes, { ...options, autoOrient: autoOrient ?? false });
  const { data, size, channels } = decoded.pixels;
  const { width, height } = size;
  if (decoded.frames === 1) return sharp(data, { ...options, raw: { width, height, channels } });
  const strip = { width, height: height * decoded.frames, channels, pageHeight: height };
  return sharp(data, { ...options, animated: true, raw: strip });
}
