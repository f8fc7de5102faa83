import type { ConvertedImage } from "./convert.ts";
import type { PlainImageOptions } from "./request.ts";

/** A conversion to be done somewhere else; all of it can be cloned into another process. */
export interface ImageJob {
  image: Uint8Array;
  options: PlainImageOptions;
}

/** What a job may take, from its first bytes and its options alone: no decoder has run. */
export interface JobLimits {
  /** Milliseconds of work. */
  deadlineMs: number;
  /** Megabytes that its process may hold. */
  memoryMb: number;
  /** Whether a codec of WebAssembly takes part, of which one may work at a time. */
  lane: "native" | "wasm";
}

/** Does conversions elsewhere, for instance in a pool of processes that can be killed. */
export type ImageExecutor = (
  job: ImageJob,
  limits: JobLimits,
  signal?: AbortSignal,
) => Promise<ConvertedImage>;
