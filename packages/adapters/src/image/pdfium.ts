import type { PDFiumDocument, PDFiumPage } from "@hyzyla/pdfium";
import { ToolsError } from "@tools-api/core/errors";
import type { CodecHeader, CodecInput, ImageCodec } from "@tools-api/core/image";
import { outOfMemory, pageOutside, unreadable, wasmLibrary } from "./wasm-library.ts";

/** Dots per inch for a page if no size is requested. */
const resolution = 150;
const pointsPerInch = 72;

/** A page can declare a width of 200 inches and be drawn ten times as large: refuse before the bitmap is allocated. */
const maxPixels = 50_000_000;

const library = wasmLibrary("@hyzyla/pdfium", async () => {
  const { PDFiumLibrary } = await import("@hyzyla/pdfium");
  return PDFiumLibrary.init();
});

/** Converts a failure of PDFium to an error for the client. */
function toError(cause: unknown): ToolsError {
  const text = cause instanceof Error ? cause.message.toLowerCase() : "";
  if (text.includes("allocate") || text.includes("memory for")) return outOfMemory(cause);
  return unreadable("pdf", cause, /password|security/.test(text) ? "protected by a password" : undefined);
}

/** Opens a document for `work`, and always closes it. */
function withDocument<Result>(
  { bytes }: CodecInput,
  work: (document: PDFiumDocument) => Result | Promise<Result>,
): Promise<Result> {
  return library.run(async (pdfium) => {
    const document = await pdfium.loadDocument(bytes);
    try {
      return await work(document);
    } finally {
      document.destroy();
    }
  }, toError);
}

/**
 * Closes a page that was not rendered. Rendering closes a page, and the package has no method for it. An open page
 * keeps 100 kB to 1 MB of its document in memory permanently.
 */
function closePage(page: PDFiumPage): void {
  page["module"]["_FPDF_ClosePage"](page["pageIdx"]);
}

/** Opens the requested page. Returns it with its size at the default resolution. The caller must close it. */
function openPage(document: PDFiumDocument, { page = 0, density = resolution }: CodecInput) {
  const pages = document.getPageCount();
  if (pages === 0)
    throw new ToolsError("invalid_image", "image: pdf was recognized, but it contains no page");
  if (page >= pages) throw pageOutside(page, pages);
  const opened = document.getPage(page);
  const { originalWidth, originalHeight } = opened.getOriginalSize();
  if (!(originalWidth > 0 && originalHeight > 0))
    throw new ToolsError("invalid_image", `image: pdf was recognized, but its page ${page} is damaged`);
  const toPixels = (points: number) => Math.max(1, Math.round((points * density) / pointsPerInch));
  return {
    opened,
    pages,
    size: { width: toPixels(originalWidth), height: toPixels(originalHeight) },
  };
}

/** Removes the alpha channel, which is 255 everywhere because PDFium draws on white. */
function withoutAlpha(rgba: Uint8Array): Uint8Array {
  const rgb = new Uint8Array((rgba.length / 4) * 3);
  for (let from = 0, to = 0; from < rgba.length; from += 4, to += 3) {
    rgb[to] = rgba[from] ?? 0;
    rgb[to + 1] = rgba[from + 1] ?? 0;
    rgb[to + 2] = rgba[from + 2] ?? 0;
  }
  return rgb;
}

/**
 * Creates a codec for the pages of PDF documents, with PDFium in WebAssembly (`@hyzyla/pdfium`, a separate install). It
 * draws a page on white with its annotations and form fields, at 150 dots per inch, another density, or the requested
 * size. Scripts in the document do not run, and nothing is fetched.
 *
 * PDFium starts with the first call, in about 40 ms, and all codecs of the process share it. It runs in the calling
 * thread without a time limit. Convert untrusted documents in a process that can be killed.
 *
 * @example
 * ```ts
 * import { readFile, writeFile } from "node:fs/promises";
 * import { pdfiumCodec } from "@tools-api/adapters/image/pdfium";
 * import { convertImage } from "@tools-api/core/image";
 *
 * const codecs = [pdfiumCodec()];
 * const page = await convertImage(await readFile("paper.pdf"), { format: "png", page: 0, width: 800, codecs });
 * await writeFile("paper.png", page.image);
 * ```
 */
export function pdfiumCodec(): ImageCodec {
  return {
    package: "@hyzyla/pdfium",
    reads: ["pdf"],
    writes: [],
    readHeader(input): Promise<CodecHeader> {
      return withDocument(input, (document) => {
        const { opened, pages, size } = openPage(document, input);
        closePage(opened);
        return {
          stored: size,
          pages,
          isAnimated: false,
          orientation: 1,
          hasAlpha: false,
          bitDepth: 8,
          colorSpace: "srgb",
          profile: null,
          metadata: { exif: null, xmp: null, iptc: null },
        };
      });
    },
    decode(input) {
      return withDocument(input, async (document) => {
        const { opened, size: natural } = openPage(document, input);
        const { width, height } = input.size ?? natural;
        if (width * height > maxPixels) {
          closePage(opened);
          throw new ToolsError(
            "image_too_large",
            `image: expected a page of at most ${maxPixels / 1e6} megapixels, received ${width} × ${height}`,
          );
        }
        const { data } = await opened.render({ width, height, scale: 1, renderFormFields: true });
        return {
          kind: "frames",
          pixels: { data: withoutAlpha(data), size: { width, height }, channels: 3 },
          frames: 1,
          delays: [],
          loop: 0,
        };
      });
    },
  };
}
