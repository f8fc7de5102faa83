import { resolveFormat } from "../schemas/image.ts";
import type { JobLimits } from "./executor.ts";
import { inputFormats, targetFormats } from "./formats.ts";
import type { PlainImageOptions } from "./request.ts";
import { sniffFormat } from "./sniff.ts";

/** Seconds that the several encodes of `auto` and of a search for a quality may take. */
const severalEncodesDeadline = 30;

/** Megabytes: a picture of 50 megapixels takes 200 as RGBA, and the heap of a codec in WebAssembly never shrinks. */
const memory = { native: 512, wasm: 1024 } as const;

/** Whether the file is an AVIF sequence (ISO/IEC 23000-22 §6.3), whose frames a codec reads and sharp does not. */
const isSequence = (image: Uint8Array) => String.fromCharCode(...image.subarray(8, 12)) === "avis";

/**
 * What a conversion may take of time and memory, and whether a codec of WebAssembly takes part. Looks at the first
 * bytes and the options alone, so that a server's own process runs no decoder.
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
