import type { Encoder } from "./encoders.ts";
import type { Photo } from "./photos.ts";

/** Result of an encoder for one photo at one quality. */
export interface Sample {
  quality: number;
  score: number;
  bytes: number;
  /** Processor time, which other processes on the machine affect least. */
  milliseconds: number;
}

/** Encodes a photo at several qualities of the encoder's own scale, and scores each. */
export async function sample(
  encoder: Encoder,
  photo: Photo,
  score: (image: Omit<Photo, "name">) => Promise<number>,
  qualities: readonly number[],
): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (const quality of qualities) {
    const started = process.cpuUsage();
    const encoded = await encoder.encode(photo, quality);
    const { user, system } = process.cpuUsage(started);
    const milliseconds = (user + system) / 1000;
    const pixels = await encoder.decode(encoded);
    samples.push({ quality, score: await score(pixels), bytes: encoded.length, milliseconds });
  }
  return samples;
}

/**
 * Returns the distance of a score from perfect in decibels, a scale on which SSIM curves are about straight.
 */
const decibels = (score: number) => -10 * Math.log10(Math.max(1 - score, 1e-6));

/**
 * Returns the point of a curve at a score: its quality, and its bytes and time, interpolated by their
 * logarithms. Beyond the ends of the curve it returns the nearest end, and `isWithin` is false.
 */
export function atScore(samples: readonly Sample[], score: number): Sample & { isWithin: boolean } {
  const rising = samples.toSorted((one, other) => one.score - other.score);
  const next = rising.findIndex((entry) => entry.score >= score);
  const high = rising[next];
  const low = rising[next - 1];
  const last = rising.at(-1);
  if (!high || !low) {
    const end = high ?? last;
    if (!end) throw new RangeError("expected samples");
    return { ...end, isWithin: end.score === score };
  }
  const share = (decibels(score) - decibels(low.score)) / (decibels(high.score) - decibels(low.score) || 1);
  const between = (from: number, to: number) => from + (to - from) * share;
  return {
    score,
    quality: between(low.quality, high.quality),
    bytes: Math.exp(between(Math.log(low.bytes), Math.log(high.bytes))),
    milliseconds: between(low.milliseconds, high.milliseconds),
    isWithin: true,
  };
}
