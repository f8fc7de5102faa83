import { contentType } from "../image/formats.ts";
import type { ImageCodec } from "../image/index.ts";
import { autoFormats, ImageRecord, ImageRequest, maxImageBytes, outputFormats } from "../image/schema.ts";
import { defineTool } from "./define-tool.ts";
import { toConversion } from "./image-request.ts";
import { warningTable } from "./image-tables.ts";
import type { ToolPool } from "./tool.ts";

// The sources run without a build in this repository; the package contains the built files.
const extension = import.meta.url.endsWith(".ts") ? ".ts" : ".js";

// Without these, glibc keeps memory that a conversion has freed, in one arena per thread. Measured: twice the memory.
const environment = {
  MALLOC_ARENA_MAX: "2",
  MALLOC_MMAP_THRESHOLD_: "131072",
  MALLOC_TRIM_THRESHOLD_: "131072",
};

/** The options of {@link imageConverter}. */
export interface ImageConverterOptions {
  /** The codecs for formats that sharp does not support, if the conversion runs in this process. */
  codecs?: readonly ImageCodec[];
  /** Bytes of images and of unsent responses that a server holds. Default: 256,000,000. */
  queueBytes?: number;
  /** Overrides the module, the limits or the number of the processes. Codecs in a pool come from the module. */
  pool?: Partial<Pick<ToolPool, "module" | "deadlineMs" | "memoryMb" | "concurrency" | "lanes">>;
}

/**
 * Returns the image converter as a tool.
 *
 * @example
 * ```ts
 * import { imageConverter } from "@tools-api/core/tools";
 *
 * console.log(imageConverter().name); // image-converter
 * ```
 */
export function imageConverter({ codecs = [], queueBytes, pool = {} }: ImageConverterOptions = {}) {
  return defineTool({
    name: "image-converter",
    scope: "image:convert",
    consent: "Convert images",
    summary: `Convert an image of at most ${maxImageBytes / 2 ** 20} MiB to another format or size.`,
    description:
      "The content alone decides the input format, never its name. The order is: " +
      "orientation, `flip`, `flop`, `rotate`, `trim` or `crop`, `width`, `height` and `fit`, `blur`, `sharpen`.",
    file: {
      field: "image",
      maxBytes: maxImageBytes,
      mediaTypes: ["image/*", "application/octet-stream", "application/pdf"],
      noun: "an image",
    },
    binary: {
      field: "image",
      mediaTypes: outputFormats.map((format) => contentType(format)),
      listField: "outputs",
      typeField: "format",
      typesFor: ({ format }) =>
        format === undefined || format === "auto"
          ? autoFormats.map((name) => contentType(name))
          : [contentType(format)],
      header: "X-Image",
      fileName: (type) => `image.${outputFormats.find((format) => contentType(format) === type) ?? "bin"}`,
    },
    request: ImageRequest,
    response: ImageRecord,
    units: ({ outputs }) => outputs?.length ?? 1,
    isReadOnly: true,
    ...(queueBytes !== undefined && { queueBytes }),
    execution: {
      pool: {
        module: new URL(`./run-image-converter${extension}`, import.meta.url),
        deadlineMs: 30_000,
        memoryMb: 1024,
        concurrency: 2,
        // A codec of WebAssembly doubles the memory of a process.
        lanes: { wasm: 1 },
        // Pixels are outside the JavaScript heap.
        heapMb: 256,
        // Measured: a process holds 100 to 150 MB after a photo, 180 to 250 MB after most ImageMagick formats.
        recycleAboveMb: 256,
        environment,
        ...pool,
        limits: (request, context) => toConversion(request, context).limits,
      },
    },
    errors: ["invalid_image", "image_too_large", "processing_limit"],
    remedies: {
      payload_too_large:
        "Send at most 25 MiB. Make the image smaller, or save it as JPEG, before you send it.",
      invalid_image:
        "Send the bytes of one image without changes, not its address or a page around it. The message names the " +
        "format that the content shows.",
      image_too_large:
        "The limits are 50 megapixels and 256 frames, of the image and of the result. Ask for a smaller `width`, " +
        "or choose one frame with `page`.",
      processing_limit:
        "Most conversions may take 8 seconds, slow formats 30. Ask for a smaller `width`, `effort=fast`, no " +
        "`lossless`, or `webp` instead of `avif`.",
    },
    tables: () => [warningTable],
    // A blue square of 8 × 8 pixels.
    examples: [
      {
        request: {
          image:
            "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAMAAADz0U65AAAAA1BMVEUfT9hP6dC7AAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQImWNgoA4AAABIAAF7pRHIAAAAAElFTkSuQmCC",
          format: "webp",
          lossless: true,
        },
        response: {
          image: "UklGRh4AAABXRUJQVlA4TBEAAAAvB8ABAAfQp34Uu/+BiOh/AAA=",
          format: "webp",
          content_type: "image/webp",
          width: 8,
          height: 8,
          pages: 1,
          bytes: 38,
          quality: null,
          lossless: true,
          original: {
            format: "png",
            content_type: "image/png",
            width: 8,
            height: 8,
            pages: 1,
            bytes: 105,
            orientation: 1,
            has_alpha: false,
            bit_depth: 8,
            color_space: "srgb",
          },
          compression_ratio: 2.76,
          duration_ms: 28.1,
          warnings: [],
        },
      },
    ],
    presets: [
      { title: "Web photo", options: { format: "webp", quality: 80 } },
      { title: "Smallest file", options: { format: "avif", effort: "best" } },
      { title: "Thumbnail", options: { format: "webp", width: 320, height: 320, fit: "cover" } },
      { title: "At most 100 kB", options: { format: "jpeg", max_bytes: 100_000 } },
      { title: "Lossless", options: { format: "png", lossless: true } },
    ],
    playground: "image",
    run: async (request, context) => {
      // A server converts in other processes, which load these 50 modules.
      const { runWith } = await import("./run-image-converter.ts");
      return runWith(codecs)(request, context);
    },
  });
}
