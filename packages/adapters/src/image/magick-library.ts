import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type * as Magick from "@imagemagick/magick-wasm";
import { ToolsError } from "@tools-api/core/errors";
import { permittedCoders } from "./magick-formats.ts";
import { outOfMemory, unreadable, wasmLibrary } from "./wasm-library.ts";

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

/**
 * Imports magick-wasm. A module holds its instance permanently, so after a crash only a second copy of the module gets
 * a new one. Deno treats the copy's URL as the first one's and keeps the crashed instance; on Deno, only a new process
 * helps.
 */
async function importModule(restarts: number): Promise<MagickModule> {
  if (restarts === 0) return import("@imagemagick/magick-wasm");
  const address = new URL(import.meta.resolve("@imagemagick/magick-wasm"));
  address.searchParams.set("restart", String(restarts));
  // The same module under another URL.
  return (await import(address.href)) as MagickModule;
}

async function start(restarts: number): Promise<MagickModule> {
  const magick = await importModule(restarts);
  const wasm = await readFile(resolvePackage("@imagemagick/magick-wasm/magick.wasm"));
  const { default: files } = magick.ConfigurationFiles;
  files.policy.data = policy;
  await magick.initializeImageMagick(wasm, files);
  Object.assign(magick.ResourceLimits, limits);
  return magick;
}

const library = wasmLibrary("@imagemagick/magick-wasm", start);

/** An operation of ImageMagick on a format. */
export interface MagickStep {
  step: "read" | "write";
  format: string;
}

/** Converts a failure of ImageMagick to an error for the client. */
function toError(cause: unknown, { step, format }: MagickStep): ToolsError {
  const text = cause instanceof Error ? cause.message : "";
  if (/Memory ?Allocation|out of memory/i.test(text)) return outOfMemory(cause);
  if (step === "write")
    return new ToolsError("processing_limit", `image: the encoder of ${format} failed`, { cause });
  if (/WidthOrHeightExceedsLimit|CacheResourcesExhausted|ListLengthExceedsLimit/.test(text))
    return new ToolsError(
      "image_too_large",
      `image: ${format} was recognized, but it has more than ${Number(limits.area) / 1e6} megapixels, ${limits.listLength} images or a longer side than ${limits.width} pixels`,
      { cause },
    );
  return unreadable(format, cause);
}

/**
 * Runs work on ImageMagick.
 *
 * @throws ToolsError `invalid_image`, `image_too_large` or `processing_limit` if the image caused the failure;
 *   `internal_error` if the package is missing.
 */
export function withMagick<Result>(
  step: MagickStep,
  work: (magick: MagickModule) => Result,
): Promise<Result> {
  return library.run(work, (cause) => toError(cause, step));
}
