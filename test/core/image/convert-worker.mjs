// The worker of a pool that converts hostile files. Uses the built packages, as a user's program would.
import { magickCodec } from "@tools-api/adapters/image/magick";
import { pdfiumCodec } from "@tools-api/adapters/image/pdfium";
import { serveJobs } from "@tools-api/adapters/process-pool/worker";
import { runConversion } from "@tools-api/core/image";

const codecs = [magickCodec(), pdfiumCodec()];
serveJobs((conversion) => runConversion(conversion, { codecs }));
