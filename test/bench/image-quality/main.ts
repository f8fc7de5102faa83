// Derives the table of `packages/core/src/image/quality.ts`: the quality of each encoder that looks like a
// given jpeg quality, with the bytes at equal score.
// pnpm --filter @tools-api/bench image-quality
import sharp from "sharp";
import { median } from "../median.ts";
import { atScore, sample } from "./curve.ts";
import { balanced } from "./encoders.ts";
import { readPhotos } from "./photos.ts";
import { scoreAgainst } from "./score.ts";

/** Qualities of jpeg, the common scale, at which the other formats are pinned. */
const scale = [10, 20, 30, 40, 50, 60, 70, 80, 90, 95] as const;
const others = ["webp", "avif", "jxl", "jp2"] as const;
const sampled: Readonly<Record<(typeof others)[number], readonly number[]>> = {
  webp: [1, 8, 20, 35, 50, 62, 74, 84, 92, 98],
  avif: [5, 15, 25, 35, 45, 55, 65, 75, 85, 95],
  jxl: [2, 8, 20, 35, 50, 65, 78, 87, 94, 98],
  jp2: [4, 16, 28, 40, 50, 60, 70, 80, 90, 100],
};

/** Returns the mean of the middle half: as robust as a median against unusual photos, and less coarse. */
function middle(figures: readonly number[]): number {
  const quarter = Math.floor(figures.length / 4);
  const half = figures.toSorted((one, other) => one - other).slice(quarter, figures.length - quarter);
  return half.reduce((sum, figure) => sum + figure, 0) / half.length;
}

// One image after the other, so that times are those of one core.
sharp.concurrency(1);
const photos = await readPhotos();
console.log(`${photos.length} photos: ${photos.map(({ name }) => name).join(", ")}`);

const pins = new Map(others.map((format) => [format, scale.map(() => [] as number[])]));
const ratios = new Map(others.map((format) => [format, scale.map(() => [] as number[])]));
const beyond = new Map(others.map((format) => [format, scale.map(() => 0)]));
const started = performance.now();
for (const photo of photos) {
  const score = await scoreAgainst(photo);
  const jpeg = await sample(balanced.jpeg, photo, score, scale);
  for (const format of others) {
    const curve = await sample(balanced[format], photo, score, sampled[format]);
    for (const [index, reference] of jpeg.entries()) {
      const equal = atScore(curve, reference.score);
      pins.get(format)?.[index]?.push(equal.quality);
      if (equal.isWithin) ratios.get(format)?.[index]?.push(equal.bytes / reference.bytes);
      const counts = beyond.get(format);
      if (!equal.isWithin && counts) counts[index] = (counts[index] ?? 0) + 1;
    }
  }
}

for (const format of others) {
  console.log(`\n${format}: jpeg's quality → ${format}'s (bytes at equal score, relative to jpeg's)`);
  for (const [index, quality] of scale.entries()) {
    const qualities = pins.get(format)?.[index] ?? [];
    const within = ratios.get(format)?.[index] ?? [];
    const outside = beyond.get(format)?.[index] ?? 0;
    const sorted = qualities.toSorted((one, other) => one - other);
    const spread = `${sorted[Math.floor(sorted.length / 4)]?.toFixed(0)}–${sorted[Math.floor((sorted.length * 3) / 4)]?.toFixed(0)}`;
    console.log(
      `  ${quality} → ${middle(qualities).toFixed(0)}`.padEnd(11),
      `middle half ${spread}`.padEnd(22),
      within.length > 0 ? `${median(within).toFixed(2)} of the bytes` : "",
      outside > 0 ? `(${outside} beyond the samples)` : "",
    );
  }
}
console.log("\nThe table, with the ends of the scale joined:");
console.log(`  scale = [${[1, ...scale, 100].join(", ")}]`);
for (const format of others) {
  const qualities = scale.map((_, index) => Math.round(middle(pins.get(format)?.[index] ?? [])));
  console.log(`  ${format}: [${[1, ...qualities, 100].join(", ")}],`);
}
console.log(`\n${((performance.now() - started) / 1000).toFixed(0)} s`);
