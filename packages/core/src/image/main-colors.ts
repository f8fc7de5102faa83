import type { Rgba } from "./thumbhash.ts";

type Color = [red: number, green: number, blue: number];

interface Cluster {
  color: Color;
  pixels: number;
}

/** The number of colors that a picture is summed up in. */
const maxColors = 5;

/** Rounds of moving the colors to the means of their pixels. */
const rounds = 8;

/** The squared distance to the eye: the weights of CompuPhase's "Colour metric", for medium reds. */
const distance = (a: Color, b: Color) =>
  2.5 * (a[0] - b[0]) ** 2 + 4 * (a[1] - b[1]) ** 2 + 2.5 * (a[2] - b[2]) ** 2;

/** Colors that are closer, such as two grays 12 levels apart, look alike side by side. */
const minGap = distance([0, 0, 0], [12, 12, 12]);

/** Counts the opaque pixels by color, in steps of eight levels. Each has the mean color of its pixels. */
function histogram({ data }: Rgba): Cluster[] {
  const bins = new Map<number, Cluster>();
  for (let at = 0; at < data.length; at += 4) {
    const [r = 0, g = 0, b = 0, alpha = 0] = data.subarray(at, at + 4);
    if (alpha < 128) continue;
    const key = ((r >> 3) << 10) | ((g >> 3) << 5) | (b >> 3);
    const bin = bins.get(key) ?? { color: [0, 0, 0], pixels: 0 };
    bin.color = [bin.color[0] + r, bin.color[1] + g, bin.color[2] + b];
    bin.pixels++;
    bins.set(key, bin);
  }
  return [...bins.values()].map(({ color: [r, g, b], pixels }) => ({
    color: [r / pixels, g / pixels, b / pixels],
    pixels,
  }));
}

function nearest(color: Color, centers: readonly Cluster[]): { index: number; gap: number } {
  let best = { index: 0, gap: Infinity };
  for (const [index, center] of centers.entries()) {
    const gap = distance(color, center.color);
    if (gap < best.gap) best = { index, gap };
  }
  return best;
}

/** Returns the bins from which the search starts: the most frequent one, then those that are many and far from the rest. */
function seeds(bins: readonly Cluster[]): Cluster[] {
  const centers: Cluster[] = [];
  while (centers.length < Math.min(maxColors, bins.length)) {
    let best: Cluster | null = null;
    let most = 0;
    for (const bin of bins) {
      const gain = bin.pixels * (centers.length === 0 ? 1 : nearest(bin.color, centers).gap);
      if (gain > most) [best, most] = [bin, gain];
    }
    if (!best) break;
    centers.push(best);
  }
  return centers;
}

/** Returns up to five colors that sum up the opaque pixels of a picture, as `#rrggbb`, the most frequent first. */
export function mainColors(picture: Rgba): string[] {
  const bins = histogram(picture);
  let centers = seeds(bins);
  for (let round = 0; round < rounds; round++) {
    const sums = centers.map((): Cluster => ({ color: [0, 0, 0], pixels: 0 }));
    for (const { color, pixels } of bins) {
      const sum = sums[nearest(color, centers).index];
      if (!sum) continue;
      sum.color = [
        sum.color[0] + color[0] * pixels,
        sum.color[1] + color[1] * pixels,
        sum.color[2] + color[2] * pixels,
      ];
      sum.pixels += pixels;
    }
    centers = sums
      .filter(({ pixels }) => pixels > 0)
      .map(({ color: [r, g, b], pixels }) => ({ color: [r / pixels, g / pixels, b / pixels], pixels }));
  }
  const hex = (level: number) => Math.round(level).toString(16).padStart(2, "0");
  const kept: Cluster[] = [];
  for (const center of centers.toSorted((a, b) => b.pixels - a.pixels))
    if (nearest(center.color, kept).gap >= minGap) kept.push(center);
  return kept.map(({ color: [r, g, b] }) => `#${hex(r)}${hex(g)}${hex(b)}`);
}
