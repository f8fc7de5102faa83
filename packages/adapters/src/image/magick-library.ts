import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type * as Magick from "@imagemagick/magick-wasm";
import { ToolsError } from "@tools-api/core";
import { permittedCoders } from "./magick-formats.ts";

/** The module of magick-wasm, with ImageMagick started. */
export type MagickModule = typeof Magick;

/**
 * Bounds of ImageMagick's own, below those that the caller checks from the header: a file can hold more than its
 * header says.
 */
const limits = {
  /** Sides, in pixels. */
  width: 65_535n,
  height: 65_535n,
  /** Pixels of one image. More would go to a file of the sandbox, which is memory as well. */
  area: 50_000_000n,
  disk: 0n,
  /** Bytes of all pixels together, and of one allocation: a header of 100 bytes can ask for gigabytes. */
  memory: 600_000_000n,
  maxMemoryRequest: 400_000_000n,
  /** Images in a file: each costs an allocation, however small it is. */
  listLength: 512n,
  /** Bytes of a profile or of EXIF. */
  maxProfileSize: 8_000_000n,
} as const;

/** ImageMagick reads scripts, renders text, and opens what a file names. Nothing but the coders of images may run. */
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
 * A module holds one instance for good: after a crash only a second copy of the module gets another. Deno takes the
 * copy's address for the first one's, and goes on with what there is; there only a new process helps.
 */
async function importModule(): Promise<MagickModule> {
  if (restarts === 0) return import("@imagemagick/magick-wasm");
  const address = new URL(import.meta.resolve("@imagemagick/magick-wasm"));
  address.searchParams.set("restart", String(restarts));
  // The same module under another address.
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

/** What ImageMagick is asked to do with a format. */
export interface MagickStep {
  step: "read" | "write";
  format: string;
}

/** What a failure of ImageMagick means to whoever sent the image. Its own text names files and source lines. */
function readFailure(cause: unknown, { step, format }: MagickStep): ToolsError {
  if (cause instanceof ToolsError) return cause;
  const text = cause instanceof Error ? cause.message : "";
  if (/Memory ?Allocation|out of memory/i.test(text))
    return new ToolsError("processing_limit", "image: the conversion took more memory than a job may", {
      cause,
    });
  if (step === "write")
    return new ToolsError("processing_limit", `image: it could not be encoded as ${format}`, { cause });
  if (/WidthOrHeightExceedsLimit|CacheResourcesExhausted|ListLengthExceedsLimit/.test(text))
    return new ToolsError(
      "image_too_large",
      `image: ${format} was recognised, but it holds more than ${Number(limits.area) / 1e6} megapixels, ${limits.listLength} images or a longer side than ${limits.width} pixels`,
      { cause },
    );
  return new ToolsError(
    "invalid_image",
    `image: ${format} was recognised, but it is damaged, truncated or of an unread kind`,
    { cause },
  );
}

/**
 * Runs work on ImageMagick, which is started by the first call and shared.
 *
 * @throws ToolsError `invalid_image`, `image_too_large`, `processing_limit` for what the image is to blame for;
 * `internal_error` where the package is missing.
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
    // Not for good: files may have been out of reach for a moment.
    started = null;
    throw new ToolsError(
      "internal_error",
      "@imagemagick/magick-wasm did not start: it may not be installed.",
      {
        cause,
      },
    );
  }
  try {
    return work(magick);
  } catch (cause) {
    // A trap or an abort of C code, a stack or a memory that is at its end.
    const isCrash = cause instanceof Error && ["RuntimeError", "RangeError"].includes(cause.name);
    if (isCrash) {
      // It leaves locks and half-made objects in the instance's memory.
      started = null;
      restarts++;
    }
    throw readFailure(cause, step);
  }
}
