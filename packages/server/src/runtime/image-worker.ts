import { magickCodec } from "@tools-api/adapters/image/magick";
import { pdfiumCodec } from "@tools-api/adapters/image/pdfium";
import { serveJobs } from "@tools-api/adapters/process-pool/worker";
import { type Conversion, runConversion } from "@tools-api/core/image";
import sharp from "sharp";

// One job runs per core, so more threads per job would only cost memory for stacks and buffers. Jobs do not repeat, so
// libvips's operation cache would never hit.
sharp.concurrency(1);
sharp.cache(false);

const codecs = [magickCodec(), pdfiumCodec()];

serveJobs((conversion: Conversion) => runConversion(conversion, { codecs }));
