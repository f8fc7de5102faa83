import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type * as Magick from "@imagemagick/magick-wasm";
import { ToolsError } from "@tools-api/core/internal/worker";
import { permittedCoders } from "./magick-formats.ts";

/** The module of magick-wasm after ImageMagick has started. */
export type MagickModule = typeof Magick;

/**
 * ImageMagick's own limits, in addition to those that the caller checks by the header. A file can contain more than its
 * header declares.
 */
const limits = {
  /** Sides, in pixels. */
  width: 65_535n,
  height: 65_535n,
  /** Pixels of one image. A larger one would go to a file of the sandbox, which is also memory. */
  area: 50_000_000n,
  disk: 0n,
  /** Bytes of all pixels together, and of one allocation. A header of 100 bytes can request gigabytes. */
  memory: 600_000_000n,
  maxMemoryRequest: 400_000_000n,
  /** Images in a file. Each costs an allocation, however small it is. */
  listLength: 512n,
  /** Bytes of a profile or of EXIF. */
  maxProfileSize: 8_000_000n,
} as const;

/** ImageMagick reads scripts, renders text, and opens files that an image names. Only image coders may run. */
const policy = `<policymap>
  <policy domain="delegate" rights="none" pattern="*" />
  <policy domain="filter" rights="none" pattern="*" />
  <policy domain="path" rights="none" pattern="@*" />
  <policy domain="path" rights="none" pattern="|*" />
  <policy domain="coder" rights="none" pattern="*" />
  ${[...permittedCoders].map((coder) => `<policy domain="coder" rights="read|write" pattern="${coder}" />`).join("\n  ")}
</policymap>`;

const resolvePackage = createRequire(import.meta.url).resolve;

let started: Promise<MagickModule> | null = null;
let restarts = 0;

/**
 * Imports magick-wasm. A module holds its instance permanently, so after a crash only a second copy of the module gets
 * a new one. Deno treats the copy's URL as the first one's and keeps the crashed instance; on Deno, only a new process
 * helps.
 */
async function importModule(): Promise<MagickModule> {
  if (restarts === 0) return import("@imagemagick/magick-wasm");
  const address = new URL(import.meta.resolve("@imagemagick/magick-wasm"));
  address.searchParams.set("restart", String(restarts));
  // The same module under another URL.
  return (await import(address.href)) as MagickModule;
}

async function start(): Promise<MagickModule> {
  const magick = await importModule();
  const wasm = await readFile(resolvePackage("@imagemagick/magick-wasm/magick.wasm"));
  const { default: files } = magick.ConfigurationFiles;
  files.policy.data = policy;
  await magick.initializeImageMagick(wasm, files);
  Object.assign(magick.ResourceLimits, limits);
  return magick;
}

/** An operation of ImageMagick on a format. */
export interface MagickStep {
  step: "read" | "write";
  format: string;
}

/**
 * Converts a failure of ImageMagick to an error for the client. ImageMagick's own message names files and source lines.
 */
function readFailure(cause: unknown, { step, format }: MagickStep): ToolsError {
  if (cause instanceof ToolsError) return cause;
  const text = cause instanceof Error ? cause.message : "";
  if (/Memory ?Allocation|out of memory/i.test(text))
    return new ToolsError("processing_limit", "image: the conversion exceeded the memory limit of a job", {
      cause,
    });
  if (step === "write")
    return new ToolsError("processing_limit", `image: the encoder of ${format} failed`, { cause });
  if (/WidthOrHeightExceedsLimit|CacheResourcesExhausted|ListLengthExceedsLimit/.test(text))
    return new ToolsError(
      "image_too_large",
      `image: ${format} was recognized, but it has more than ${Number(limits.area) / 1e6} megapixels, ${limits.listLength} images or a longer side than ${limits.width} pixels`,
      { cause },
    );
  return new ToolsError(
    "invalid_image",
    `image: ${format} was recognized, but it is damaged, truncated or of an unsupported kind`,
    { cause },
  );
}

/**
 * Runs work on ImageMagick. The first call starts it, and all calls share it.
 *
 * @throws ToolsError `invalid_image`, `image_too_large` or `processing_limit` if the image caused the failure;
 *   `internal_error` if the package is missing.
 */
export async function withMagick<Result>(
  step: MagickStep,
  work: (magick: MagickModule) => Result,
): Promise<Result> {
  started ??= start();
  let magick: MagickModule;
  try {
    magick = await started;
  } catch (cause) {
    // The next call tries again: the files may have been unavailable only briefly.
    started = null;
    throw new ToolsError(
      "internal_error",
      "@imagemagick/magick-wasm did not start. Check that it is installed.",
      {
        cause,
      },
    );
  }
  try {
    return work(magick);
  } catch (cause) {
    // A trap or an abort of C code, a stack overflow, or exhausted memory.
    const isCrash = cause instanceof Error && ["RuntimeError", "RangeError"].includes(cause.name);
    if (isCrash) {
      // The crash leaves locks and incomplete objects in the instance's memory.
      started = null;
      restarts++;
    }
    throw readFailure(cause, step);
  }
}
