import { magickCodec } from "@tools-api/adapters/image/magick";
import { pdfiumCodec } from "@tools-api/adapters/image/pdfium";
import { type RunImageConverter, runWith } from "@tools-api/core/internal/image";
import sharp from "sharp";

// One job runs per core, so more threads per job would only cost memory for stacks and buffers. Jobs do not repeat, so
// libvips's operation cache would never hit.
sharp.concurrency(1);
sharp.cache(false);

/** Converts the image of a request, with all codecs. */
export const run: RunImageConverter = runWith([magickCodec(), pdfiumCodec()]);
