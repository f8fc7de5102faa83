// Compares time and bytes of every encoder effort at equal score with `balanced`:
// pnpm --filter @tools-api/bench image-effort
import sharp from "sharp";
import { atScore, sample } from "./image-quality/curve.ts";
import { balanced, byCodec, type Encoder, native } from "./image-quality/encoders.ts";
import { readPhotos } from "./image-quality/photos.ts";
import { scoreAgainst } from "./image-quality/score.ts";
import { median } from "./median.ts";

/** Encoders of one format, the balanced one first. */
interface Family {
  name: string;
  qualities: readonly number[];
  encoders: Readonly<Record<string, Encoder>>;
}

const avif = (effort: number, extra: object = {}) =>
  native((image, quality) =>
    image.avif({ quality, effort, chromaSubsampling: "4:2:0", tune: "ssim", ...extra }),
  );
const webp = (effort: number) => native((image, quality) => image.webp({ quality, effort }));

const families: readonly Family[] = [
  {
    name: "avif",
    qualities: [50, 62, 74, 86],
    encoders: {
      "effort 2": avif(2),
      "effort 0": avif(0),
      "effort 1": avif(1),
      "effort 3": avif(3),
      "effort 4, sharp's default": avif(4),
      "effort 2 with 4:4:4": avif(2, { chromaSubsampling: "4:4:4" }),
      "effort 2 tuned for iq": avif(2, { tune: "iq" }),
      "effort 2 tuned for psnr": avif(2, { tune: "psnr" }),
    },
  },
  {
    name: "webp",
    qualities: [60, 74, 86, 95],
    encoders: { "effort 4": webp(4), "effort 2": webp(2), "effort 6": webp(6) },
  },
  {
    name: "jpeg",
    qualities: [60, 72, 84, 93],
    encoders: {
      plain: balanced.jpeg,
      fast: native((image, quality) => image.jpeg({ quality, optimiseCoding: false })),
      mozjpeg: native((image, quality) => image.jpeg({ quality, mozjpeg: true })),
    },
  },
  {
    name: "jxl",
    qualities: [65, 78, 88, 95],
    encoders: { balanced: balanced.jxl, fast: byCodec("jxl", "fast"), best: byCodec("jxl", "best") },
  },
];

/** The quality of jpeg whose score is the target. */
const reference = 80;

sharp.concurrency(1);
// Every second photo: the differences between efforts vary little from photo to photo.
const photos = (await readPhotos()).filter((_, index) => index % 2 === 0);
console.log(`${photos.length} photos, at the score of jpeg ${reference}`);
const results = new Map<string, { time: number[]; bytes: number[]; speed: number[] }>();
for (const photo of photos) {
  const score = await scoreAgainst(photo);
  const [expected] = await sample(balanced.jpeg, photo, score, [reference]);
  if (!expected) continue;
  for (const { name, qualities, encoders } of families) {
    let first: { bytes: number; milliseconds: number } | null = null;
    for (const [label, encoder] of Object.entries(encoders)) {
      const equal = atScore(await sample(encoder, photo, score, qualities), expected.score);
      first ??= equal;
      const key = `${name} ${label}`;
      const result = results.get(key) ?? { time: [], bytes: [], speed: [] };
      result.time.push(equal.milliseconds / first.milliseconds);
      result.bytes.push(equal.bytes / first.bytes);
      result.speed.push((photo.width * photo.height) / 1000 / equal.milliseconds);
      results.set(key, result);
    }
  }
}
for (const [key, { time, bytes, speed }] of results)
  console.log(
    key.padEnd(33),
    `${median(time).toFixed(2)} of the time`.padEnd(18),
    `${median(bytes).toFixed(3)} of the bytes`.padEnd(20),
    `${median(speed).toFixed(2)} MP/s`,
  );
