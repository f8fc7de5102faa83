import { typicalLogDistance } from "./visual-score.ts";

/** An encode with its distance from the original as a logarithm, and its score. */
export interface Measured<Encoded> {
  encoded: Encoded;
  logDistance: number;
  score: number;
}

/** A quality and how far its distance, as a logarithm, is above the prediction. */
interface Correction {
  quality: number;
  above: number;
}

/** Returns the correction at a quality: between two, in proportion; beyond the last, that of the last. */
function correctionAt(corrections: readonly Correction[], quality: number): number {
  const sorted = corrections.toSorted((one, other) => one.quality - other.quality);
  const next = sorted.find((entry) => entry.quality >= quality);
  const last = sorted.findLast((entry) => entry.quality <= quality);
  if (!next || !last || next === last) return (next ?? last)?.above ?? 0;
  const share = (quality - last.quality) / (next.quality - last.quality);
  return last.above + (next.above - last.above) * share;
}

/**
 * Finds the quality whose result has a score, with few encodes. Each step encodes where the typical growth of distances,
 * corrected by all results so far, predicts the score.
 *
 * @param search.qualities - Ascending, without qualities that the encoder treats like a neighbor.
 * @param search.probe - Returns the logarithm of the distance of a small part; `null` if the image is small.
 * @returns The result whose score is closest.
 */
export async function chooseQuality<Encoded>(
  score: number,
  search: {
    qualities: readonly number[];
    probe: ((quality: number) => Promise<number>) | null;
    measure: (quality: number) => Promise<Measured<Encoded>>;
    tolerance: number;
    mostEncodes: number;
  },
): Promise<Measured<Encoded>> {
  const { qualities, probe, measure, tolerance, mostEncodes } = search;
  const wanted = typicalLogDistance(score);
  const probed: Correction[] = [];
  const byProbes = (quality: number) => typicalLogDistance(quality) + correctionAt(probed, quality);
  const closest = (candidates: readonly number[], predict: (quality: number) => number) =>
    candidates.toSorted(
      (one, other) => Math.abs(predict(one) - wanted) - Math.abs(predict(other) - wanted),
    )[0];
  const addProbe = async (distanceAt: (quality: number) => Promise<number>): Promise<void> => {
    const untried = qualities.filter((candidate) => probed.every((known) => known.quality !== candidate));
    const quality = closest(untried, byProbes);
    if (quality === undefined) return;
    probed.push({ quality, above: (await distanceAt(quality)) - typicalLogDistance(quality) });
  };
  if (probe) for (let probes = 0; probes < 2; probes++) await addProbe(probe);
  const corrections: Correction[] = [];
  const predict = (quality: number) => byProbes(quality) + correctionAt(corrections, quality);
  let best: Measured<Encoded> | null = null;
  let [above, below] = [0, Infinity];
  for (let encodes = 0; encodes < mostEncodes; encodes++) {
    const untried = qualities.filter((quality) => quality > above && quality < below);
    const quality = closest(untried, predict);
    if (quality === undefined) break;
    const measured = await measure(quality);
    const error = Math.abs(measured.score - score);
    if (!best || error < Math.abs(best.score - score)) best = measured;
    if (error <= tolerance) break;
    corrections.push({ quality, above: measured.logDistance - byProbes(quality) });
    if (measured.score < score) above = quality;
    else below = quality;
  }
  if (!best) throw new RangeError("expected a quality to choose");
  return best;
}
