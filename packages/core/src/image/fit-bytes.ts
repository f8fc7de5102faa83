import { invalidParameters } from "../schema/validate.ts";
import { defaultQuality, interpolate } from "./quality.ts";

/**
 * The typical growth of a photo's bytes with quality, as logarithms relative to {@link defaultQuality}. It is the mean
 * of jpeg, webp and avif over the photos of `image-quality` in `test/bench`. They differ by a tenth or two in the
 * middle.
 */
const growth = {
  quality: [1, 5, 10, 20, 30, 40, 50, 60, 70, 80, 85, 90, 95, 98, 100],
  logBytes: [-2.5, -2.2, -1.8, -1.23, -0.92, -0.7, -0.56, -0.43, -0.25, 0, 0.2, 0.41, 0.75, 1.1, 1.57],
} as const;

/** Encodes that guesses may cost in addition to bisection, if the bytes do not grow like those of a photo. */
const guesses = 3;

/**
 * Encodes that limits assume for a search. Over photos a search takes 3.7 on average, and more than 5 in 2 of 100
 * cases. Those cases stay within the limits too, because the speeds of slow encoders are those for noise.
 */
export const searchEncodes = 4;

/** @throws ToolsError `invalid_parameter` if an image has more bytes than allowed. */
export function checkBytes(maxBytes: number, bytes: number, what: string): void {
  if (bytes <= maxBytes) return;
  const count = (value: number) => value.toLocaleString("en-US");
  throw invalidParameters([
    {
      name: "maxBytes",
      detail: `expected at least ${count(bytes)}, the fewest bytes ${what}, received ${count(maxBytes)}; reduce width or height`,
    },
  ]);
}

/**
 * An encode with known bytes: its index in the list of qualities, and the logarithms of its bytes and of typical bytes.
 */
interface Probe {
  index: number;
  logBytes: number;
  typical: number;
}

/**
 * Returns the index at which bytes cross the limit, if they grow typically between two encodes, or from one onward.
 *
 * @param range.first - The typical bytes at the crossing before the first encode.
 */
function guessIndex(
  typical: readonly number[],
  logLimit: number,
  { first, fits, exceeds }: { first: number; fits: Probe | null; exceeds: Probe | null },
): number {
  const known = fits ?? exceeds;
  const rise = fits && exceeds ? exceeds.logBytes - fits.logBytes : 0;
  const slope = fits && exceeds && rise > 0 ? (exceeds.typical - fits.typical) / rise : 1;
  const crossing = known ? known.typical + (logLimit - known.logBytes) * slope : first;
  return typical.findLastIndex((logBytes) => logBytes <= crossing);
}

/** A search by the bytes of a reduced copy stops after as many encodes, or at this share of the limit. */
const enough = { encodes: 3, share: 0.97 } as const;

/** The result of a search: the best image that fits, `null` if none does, and the fewest bytes reached. */
export interface Fit<Encoded> {
  best: { encoded: Encoded; quality: number } | null;
  fewest: number;
}

/**
 * Finds the best quality whose image has at most `maxBytes`, with few encodes. Each step encodes where the results so
 * far predict that the limit is crossed, but stays within the range that bisection can still cover.
 *
 * @param qualities - Ascending, without qualities that the encoder treats like a neighbor.
 * @param encodeAt - Encodes at one of them. Called at most once for each.
 * @param predicted - The predicted logarithm of the bytes for each quality, from a reduced copy. The search then ends
 *   after three encodes if one of them fits. Otherwise it ends when the next higher quality is known not to fit.
 */
export async function fitBytes<Encoded extends { data: Uint8Array }>(
  maxBytes: number,
  qualities: readonly number[],
  encodeAt: (quality: number) => Promise<Encoded>,
  predicted?: readonly number[],
): Promise<Fit<Encoded>> {
  const logLimit = Math.log(maxBytes);
  const typical =
    predicted ?? qualities.map((quality) => interpolate(growth.quality, growth.logBytes, quality));
  let best: Fit<Encoded>["best"] = null;
  let fewest = Infinity;
  let fits: Probe | null = null;
  let exceeds: Probe | null = null;
  const mostEncodes = Math.ceil(Math.log2(qualities.length + 1)) + guesses;
  for (let encodes = 1; ; encodes++) {
    const low: number = fits?.index ?? -1;
    const high: number = exceeds?.index ?? qualities.length;
    if (high - low <= 1) break;
    if (predicted && fits && (encodes > enough.encodes || fits.logBytes > logLimit + Math.log(enough.share)))
      break;
    // The remaining encodes must be able to bisect the range on either side.
    const reach = 2 ** Math.max(0, mostEncodes - encodes);
    const lowest = Math.max(low + 1, high - reach);
    const highest = Math.min(high - 1, low + reach);
    // The last encode must fit, so it aims below the limit: by a share of its distance to the best so far.
    const caution = fits ? 0.1 * (logLimit - fits.logBytes) : 0.05 * (encodes - 1);
    const aim = predicted && encodes >= enough.encodes ? logLimit - caution : logLimit;
    const guess = guessIndex(typical, aim, { first: predicted ? logLimit : 0, fits, exceeds });
    const index = Math.min(highest, Math.max(lowest, guess));
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
  return { best, fewest };
}
