import { magickCodec } from "@tools-api/adapters/image/magick";
import { pdfiumCodec } from "@tools-api/adapters/image/pdfium";
import { serveJobs } from "@tools-api/adapters/process-pool/worker";
import { convertImage, type ImageJob } from "@tools-api/core/image";
import sharp from "sharp";

// As many jobs work at once as there are cores: more threads for one of them only cost the memory of their stacks
// and buffers. No two jobs are alike, so that libvips would remember in vain what it has done.
sharp.concurrency(1);
sharp.cache(false);

const codecs = [magickCodec(), pdfiumCodec()];

serveJobs(({ image, options }: ImageJob) => convertImage(image, { ...options, codecs }));
