// Compares `target` on 60 crops of photos with a fixed quality of 80, judged by butteraugli_main of Debian's package
// libjxl-devtools, which the code does not use.
// pnpm --filter @tools-api/bench image-target [jpeg|webp|avif]
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { convertImage, type OutputFormat } from "@tools-api/core/image";
import sharp from "sharp";
import { readPhotos } from "./image-quality/photos.ts";

const crops = 60;
const tolerance = 1.5;
const fixed = 80;
const targets = [40, 50, 60, 70, 80, 90];
const [format = "jpeg"] = process.argv.slice(2) as OutputFormat[];

/** Returns crops of photos, in turn from each, so that all photos take part. */
async function readCrops() {
  const found: { name: string; file: Uint8Array }[] = [];
  const photos = await readPhotos();
  for (let round = 0; found.length < crops; round++)
    for (const { name, data, width, height } of photos) {
      const size = { width: width >> 1, height: height >> 1 };
      const left = round % 2 === 0 ? 0 : width - size.width;
      const top = round % 4 < 2 ? 0 : height - size.height;
      const crop = sharp(data, { raw: { width, height, channels: 3 } }).extract({ left, top, ...size });
      if (found.length < crops) found.push({ name: `${name} ${round}`, file: await crop.png().toBuffer() });
    }
  return found;
}

const folder = mkdtempSync(join(tmpdir(), "image-target-"));
process.on("exit", () => rmSync(folder, { recursive: true }));

async function butteraugli(original: Uint8Array, encoded: Uint8Array): Promise<number> {
  const [one, other] = [join(folder, "original.png"), join(folder, "encoded.png")];
  await sharp(original).png().toFile(one);
  await sharp(encoded).png({ compressionLevel: 1 }).toFile(other);
  const printed = execFileSync("butteraugli_main", [one, other], { stdio: ["ignore", "pipe", "ignore"] });
  return Number(printed.toString().split("\n")[0]);
}

const mean = (figures: readonly number[]) =>
  figures.reduce((sum, figure) => sum + figure, 0) / figures.length;
/** Returns the worst and the mean distance of encoded images, in words. */
async function judge(originals: readonly { file: Uint8Array }[], images: readonly Uint8Array[]) {
  const distances: number[] = [];
  for (const [index, { file }] of originals.entries())
    distances.push(await butteraugli(file, images[index] ?? file));
  return `butteraugli worst ${Math.max(...distances).toFixed(2)}, mean ${mean(distances).toFixed(2)}`;
}

sharp.concurrency(1);
const photos = await readCrops();

// A probe is encoded from raw pixels, the image from its file.
const encodes = { whole: 0, probes: 0 };
const encoders = sharp.prototype as unknown as Record<
  string,
  (this: { options: { input: { rawWidth: number } } }, ...options: unknown[]) => unknown
>;
const encode = encoders[format];
if (!encode) throw new TypeError(`expected jpeg, webp or avif, received ${format}`);
encoders[format] = function (...options) {
  encodes[this.options.input.rawWidth > 0 ? "probes" : "whole"]++;
  return encode.apply(this, options);
};

console.log(`${photos.length} crops in ${format}`);
const plain = [];
for (const { file } of photos) plain.push(await convertImage(file, { format, quality: fixed }));
console.log(
  `quality ${fixed}: ${await judge(
    photos,
    plain.map(({ image }) => image),
  )}`,
);

for (const target of targets) {
  encodes.whole = 0;
  encodes.probes = 0;
  const results = [];
  for (const { file } of photos) {
    const { image, bytes, score = 0, warnings } = await convertImage(file, { format, target });
    const isMissed = warnings.some(({ code }) => code === "target_missed");
    results.push({ bytes, score, isMissed, image });
  }
  const reachable = results.filter(({ isMissed }) => !isMissed);
  const within = reachable.filter(({ score }) => Math.abs(score - target) <= tolerance).length;
  const sum = (list: readonly { bytes: number }[]) => list.reduce((total, { bytes }) => total + bytes, 0);
  console.log(
    `target ${target}: ${within} of ${reachable.length} within ${tolerance}, ` +
      `${(encodes.whole / photos.length).toFixed(2)} encodes and ${(encodes.probes / photos.length).toFixed(2)} of a part, ` +
      `${(sum(results) / sum(plain)).toFixed(2)} of the bytes of quality ${fixed}, ` +
      (await judge(
        photos,
        results.map(({ image }) => image),
      )),
  );
}
