import { inputFormats, targetFormats } from "./formats.ts";
import type { JobLimits, PlainImageOptions } from "./options.ts";
import { resolveFormat } from "./schema.ts";
import { sniffFormat } from "./sniff.ts";

/** Seconds for the multiple encodes of `auto` and of a search for a quality. */
const severalEncodesDeadline = 30;

/** Megabytes. An image of 50 megapixels takes 200 as RGBA, and the heap of a WebAssembly codec never shrinks. */
const memory = { native: 512, wasm: 1024 } as const;

/** Returns whether the file is an AVIF sequence (ISO/IEC 23000-22 §6.3), whose frames only a codec reads. */
const isSequence = (image: Uint8Array) => String.fromCharCode(...image.subarray(8, 12)) === "avis";

/**
 * Returns the limits of a conversion and the lane in which it runs. Reads only the first bytes and the options, so the
 * server's own process runs no decoder.
 *
 * @returns Milliseconds, megabytes and the lane.
 */
export function jobLimits(image: Uint8Array, { format, maxBytes }: PlainImageOptions): JobLimits {
  const sniffed = sniffFormat(image);
  const input = sniffed === null ? undefined : inputFormats[sniffed];
  const target = format === "auto" ? null : targetFormats[resolveFormat(format)];
  const readsByCodec = (input && input.codec !== null) || (sniffed === "avif" && isSequence(image));
  const lane = readsByCodec || (target && target.codec !== null) ? "wasm" : "native";
  const deadline = target && maxBytes === undefined ? target.deadline : severalEncodesDeadline;
  return { deadlineMs: deadline * 1000, memoryMb: memory[lane], lane };
}
