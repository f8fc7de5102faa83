import { invalidParameters } from "../schemas/validate.ts";
import { interpolate } from "./interpolate.ts";
import { defaultQuality } from "./quality.ts";

/**
 * How the bytes of photos grow with quality: their logarithms, less that at {@link defaultQuality}. The mean of jpeg,
 * webp and avif over the photos of `image-quality` in `test/bench`, which differ by a tenth or two in the middle.
 */
const growth = {
  quality: [1, 5, 10, 20, 30, 40, 50, 60, 70, 80, 85, 90, 95, 98, 100],
  logBytes: [-2.5, -2.2, -1.8, -1.23, -0.92, -0.7, -0.56, -0.43, -0.25, 0, 0.2, 0.41, 0.75, 1.1, 1.57],
} as const;

/** Encodes that guesses may cost a search beyond those of bisection, where the bytes grow unlike a photo's. */
const guesses = 3;

/**
 * Encodes that limits foresee for a search: over photos it takes 3.7 of them, and more than 5 in 2 of 100 searches.
 * These are within the limits as well, since the speeds of slow encoders are those for noise.
 */
export const searchEncodes = 4;

/** @throws ToolsError `invalid_parameter` where an image has more bytes than were asked for. */
export function checkBytes(maxBytes: number, bytes: number, what: string): void {
  if (bytes <= maxBytes) return;
  const count = (value: number) => value.toLocaleString("en-US");
  throw invalidParameters([
    {
      name: "maxBytes",
      detail: `expected at least ${count(bytes)}, the fewest bytes that ${what} was written with, received ${count(maxBytes)}; a smaller width or height takes fewer`,
    },
  ]);
}

/** An encode whose bytes are known: where it stands in the list of qualities, and the logarithms of its bytes. */
interface Probe {
  index: number;
  logBytes: number;
  typical: number;
}

/** Where the limit is crossed, if bytes grow between two encodes, or from one on, as they typically do. */
function guessIndex(
  typical: readonly number[],
  logLimit: number,
  fits: Probe | null,
  exceeds: Probe | null,
): number {
  const known = fits ?? exceeds;
  const rise = fits && exceeds ? exceeds.logBytes - fits.logBytes : 0;
  const slope = fits && exceeds && rise > 0 ? (exceeds.typical - fits.typical) / rise : 1;
  const crossing = known ? known.typical + (logLimit - known.logBytes) * slope : 0;
  return typical.findLastIndex((logBytes) => logBytes <= crossing);
}

/**
 * Finds the best quality whose image has at most `maxBytes`, with as few encodes as it can: it goes where the bytes
 * of the encodes made so far say that the limit is crossed, and never further than bisection can still mend.
 *
 * @param qualities - Those to choose from, rising, none that the encoder does not tell from its neighbour.
 * @param encodeAt - Encodes at one of them; is called once at most for each.
 * @returns An image that fits; of the next quality up it has been seen that it does not.
 * @throws ToolsError `invalid_parameter` naming the fewest bytes that were reached, where nothing fits.
 */
export async function fitBytes<Encoded extends { data: Uint8Array }>(
  maxBytes: number,
  qualities: readonly number[],
  encodeAt: (quality: number) => Promise<Encoded>,
): Promise<{ encoded: Encoded; quality: number }> {
  const logLimit = Math.log(maxBytes);
  const typical = qualities.map((quality) => interpolate(growth.quality, growth.logBytes, quality));
  let best: { encoded: Encoded; quality: number } | null = null;
  let fewest = Infinity;
  let fits: Probe | null = null;
  let exceeds: Probe | null = null;
  let encodesLeft = Math.ceil(Math.log2(qualities.length + 1)) + guesses;
  for (;;) {
    const low: number = fits?.index ?? -1;
    const high: number = exceeds?.index ?? qualities.length;
    if (high - low <= 1) break;
    encodesLeft--;
    // What stays on either side has to be within reach of the encodes that are left.
    const reach = 2 ** encodesLeft;
    const lowest = Math.max(low + 1, high - reach);
    const highest = Math.min(high - 1, low + reach);
    const index = Math.min(highest, Math.max(lowest, guessIndex(typical, logLimit, fits, exceeds)));
    const quality = qualities[index] ?? defaultQuality;
    const encoded = await encodeAt(quality);
    const bytes = encoded.data.length;
    fewest = Math.min(fewest, bytes);
    const probe = { index, logBytes: Math.log(bytes), typical: typical[index] ?? 0 };
    if (bytes <= maxBytes) {
      fits = probe;
      best = { encoded, quality };
    } else exceeds = probe;
  }
  if (best) return best;
  checkBytes(maxBytes, fewest, `quality ${qualities[0] ?? 1}`);
  throw new RangeError("expected a quality to choose");
}
