import { invalidParameters } from "../schemas/validate.ts";
import { defaultQuality } from "./quality.ts";

/** Between neighbouring qualities of photos the bytes grow by about this share. */
const growth = 0.035;

/**
 * Encodes that a search takes: four or five for photos, on whose prediction limits are built, and never more than
 * bisection's and one.
 */
export const searchEncodes = 5;

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

/** An encode whose bytes are known: where it stands in the list of qualities, and the logarithm of its bytes. */
interface Probe {
  index: number;
  logBytes: number;
}

/** Where the limit is crossed, by the straight line that bytes follow when they are drawn as logarithms. */
function guessIndex(
  qualities: readonly number[],
  logLimit: number,
  fits: Probe | null,
  exceeds: Probe | null,
): number {
  if (fits && exceeds) {
    const rise = exceeds.logBytes - fits.logBytes;
    const share = rise > 0 ? (logLimit - fits.logBytes) / rise : 0.5;
    return Math.floor(fits.index + share * (exceeds.index - fits.index));
  }
  const known = fits ?? exceeds;
  const quality = known
    ? (qualities[known.index] ?? 0) + (logLimit - known.logBytes) / growth
    : defaultQuality;
  const above = qualities.findIndex((candidate) => candidate > quality);
  return above < 0 ? qualities.length - 1 : above - 1;
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
  let best: { encoded: Encoded; quality: number } | null = null;
  let fewest = Infinity;
  let fits: Probe | null = null;
  let exceeds: Probe | null = null;
  let encodesLeft = Math.ceil(Math.log2(qualities.length + 1)) + 1;
  for (;;) {
    const low: number = fits?.index ?? -1;
    const high: number = exceeds?.index ?? qualities.length;
    if (high - low <= 1) break;
    encodesLeft--;
    // What stays on either side has to be within reach of the encodes that are left.
    const reach = 2 ** encodesLeft;
    const lowest = Math.max(low + 1, high - reach);
    const highest = Math.min(high - 1, low + reach);
    const index = Math.min(highest, Math.max(lowest, guessIndex(qualities, logLimit, fits, exceeds)));
    const quality = qualities[index] ?? defaultQuality;
    const encoded = await encodeAt(quality);
    const bytes = encoded.data.length;
    fewest = Math.min(fewest, bytes);
    const probe = { index, logBytes: Math.log(bytes) };
    if (bytes <= maxBytes) {
      fits = probe;
      best = { encoded, quality };
    } else exceeds = probe;
  }
  if (best) return best;
  checkBytes(maxBytes, fewest, `quality ${qualities[0] ?? 1}`);
  throw new RangeError("expected a quality to choose");
}
