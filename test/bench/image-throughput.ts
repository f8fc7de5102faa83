// Converts photos of 2 to 16 megapixels from JPEG to WebP at quality 80 over HTTP with four clients. This
// server, sharp in a bare Hono app, and IPX take turns, each in a fresh process, with its peak memory. Prints
// a line per run and the ratios of the medians:
// pnpm --filter @tools-api/bench image-throughput [rounds] [times]
import { compareServices, printRatios } from "./image-load/compare.ts";
import { loadPhotos } from "./image-load/photos.ts";
import { startIpx, startSharp, startToolsApi } from "./image-load/services.ts";

const [rounds = 3, times = 8] = process.argv.slice(2).map(Number);
const photos = await loadPhotos();
for (const { name, jpeg } of photos) console.log(`${name}: ${(jpeg.length / 1e6).toFixed(2)} MB`);

const runs = await compareServices([() => startToolsApi(), startSharp, startIpx], rounds, {
  photos,
  targetFor: () => ({ format: "webp", quality: 80 }),
  clients: 4,
  times,
});
printRatios(runs, "image-throughput", "JPEG to WebP, 2 to 16 megapixels, 4 clients");
