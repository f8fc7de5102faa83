import type { ConvertedImage } from "./convert.ts";
import type { PlainImageOptions } from "./request.ts";

/** A conversion to run in another process. All of it can be cloned. */
export interface ImageJob {
  image: Uint8Array;
  options: PlainImageOptions;
}

/** The limits of a job. They are computed from its first bytes and its options, before any decoder runs. */
export interface JobLimits {
  /** Milliseconds of work. */
  deadlineMs: number;
  /** Megabytes that its process may use. */
  memoryMb: number;
  /** `wasm` if a WebAssembly codec takes part. Only one such job may run at a time. */
  lane: "native" | "wasm";
}

/** Runs conversions elsewhere, for instance in a pool of processes that can be killed. */
export type ImageExecutor = (
  job: ImageJob,
  limits: JobLimits,
  signal?: AbortSignal,
) => Promise<ConvertedImage>;
