// Converts JPEG to AVIF at equal similarity to the original. First finds the quality at which this server's
// AVIF of each photo scores no less than that of sharp with its defaults. Then this server, sharp in a bare
// Hono app, and IPX convert all photos over HTTP with four clients. They take turns, each in a fresh process,
// with its peak memory. Prints scores, a line per run and the ratios of the medians:
// pnpm --filter @tools-api/bench image-avif [rounds] [megapixels of the largest]
import { send } from "./image-load/client.ts";
import { compareServices, printRatios } from "./image-load/compare.ts";
import { loadPhotos, type Photo } from "./image-load/photos.ts";
import { type Service, startIpx, startSharp, startToolsApi, type Target } from "./image-load/services.ts";
import { scoreAgainst } from "./image-load/similarity.ts";

const [rounds = 2, largest = 10] = process.argv.slice(2).map(Number);
// sharp's defaults take half a minute for each of the larger photos.
const photos = (await loadPhotos()).filter(({ megapixels }) => megapixels <= largest);

async function convert(service: Service, photo: Photo, target: Target): Promise<Buffer> {
  const { status, body } = await send(service.call(photo, target));
  if (status !== 200) throw new Error(`${service.name} answered ${status}: ${body.toString("utf8", 0, 500)}`);
  return body;
}

const qualities = new Map<Photo, number>();
const services = [await startToolsApi(), await startSharp(photos), await startIpx(photos)] as const;
const [ours, sharp, ipx] = services;
for (const photo of photos) {
  const score = await scoreAgainst(photo.jpeg);
  const [bySharp, byIpx] = await Promise.all([
    convert(sharp, photo, { format: "avif" }),
    convert(ipx, photo, { format: "avif" }),
  ]);
  const wanted = await score(bySharp);
  // The lowest quality with the same score.
  let [low, high] = [1, 100];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const reached = await score(await convert(ours, photo, { format: "avif", quality: middle }));
    if (reached >= wanted) high = middle;
    else low = middle + 1;
  }
  qualities.set(photo, low);
  const byOurs = await convert(ours, photo, { format: "avif", quality: low });
  console.log(
    `${photo.name}: sharp ${wanted.toFixed(4)} in ${bySharp.length} bytes, IPX ${(await score(byIpx)).toFixed(4)} in ` +
      `${byIpx.length}, ours ${(await score(byOurs)).toFixed(4)} in ${byOurs.length} at quality ${low}`,
  );
}
await Promise.all(services.map((service) => service.stop()));

const runs = await compareServices([() => startToolsApi(), startSharp, startIpx], rounds, {
  photos,
  targetFor(service, photo) {
    const quality = qualities.get(photo);
    return service === ours.name && quality !== undefined ? { format: "avif", quality } : { format: "avif" };
  },
  clients: 4,
  times: 1,
});
printRatios(runs, "image-avif", `JPEG to AVIF of equal similarity, up to ${largest} megapixels, 4 clients`);
