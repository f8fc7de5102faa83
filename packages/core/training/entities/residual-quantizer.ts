import type { Random } from "../random.ts";

/** Vectors as sums of centroids. */
export interface ResidualCodes {
  /** `stages` codes per vector. */
  codes: Uint8Array;
  /** `stages` × `centroids` vectors. */
  codebook: Float32Array;
  /** The share of the vectors' energy that is lost. */
  lost: number;
}

interface Settings {
  dimensions: number;
  centroids: number;
  stages: number;
  /** The number of vectors from which the centroids are computed. */
  sample: number;
  rounds: number;
}

function nearest(
  points: Float32Array,
  point: number,
  centers: Float32Array,
  norms: Float32Array,
  dimensions: number,
): number {
  let best = 0;
  let least = Infinity;
  for (let center = 0; center < norms.length; center++) {
    let product = 0;
    for (let inner = 0; inner < dimensions; inner++)
      product += (points[point * dimensions + inner] ?? 0) * (centers[center * dimensions + inner] ?? 0);
    const distance = (norms[center] ?? 0) - 2 * product;
    if (distance < least) {
      least = distance;
      best = center;
    }
  }
  return best;
}

function squaredNorms(centers: Float32Array, dimensions: number): Float32Array {
  const norms = new Float32Array(centers.length / dimensions);
  for (const [index, value] of centers.entries()) {
    const center = Math.floor(index / dimensions);
    norms[center] = (norms[center] ?? 0) + value * value;
  }
  return norms;
}

/** Returns the centers that Lloyd's k-means finds on the first `sample` points. The points must be in random order. */
function findCenters(
  points: Float32Array,
  { dimensions, centroids, sample, rounds }: Settings,
): Float32Array {
  const centers = points.slice(0, centroids * dimensions);
  const count = Math.min(sample, points.length / dimensions);
  for (let round = 0; round < rounds; round++) {
    const norms = squaredNorms(centers, dimensions);
    const sums = new Float64Array(centers.length);
    const counts = new Uint32Array(centroids);
    for (let point = 0; point < count; point++) {
      const center = nearest(points, point, centers, norms, dimensions);
      counts[center] = (counts[center] ?? 0) + 1;
      for (let inner = 0; inner < dimensions; inner++) {
        const at = center * dimensions + inner;
        sums[at] = (sums[at] ?? 0) + (points[point * dimensions + inner] ?? 0);
      }
    }
    for (let at = 0; at < centers.length; at++) {
      const members = counts[Math.floor(at / dimensions)] ?? 0;
      if (members > 0) centers[at] = (sums[at] ?? 0) / members;
    }
  }
  return centers;
}

/**
 * Quantizes vectors by residual quantization (Juang, Gray 1982): the first stage selects the nearest centroid, and each
 * further stage selects the centroid nearest to the remainder.
 *
 * @param vectors `dimensions` numbers per vector.
 */
export function quantizeResiduals(vectors: Float32Array, settings: Settings, random: Random): ResidualCodes {
  const { dimensions, centroids, stages } = settings;
  const count = vectors.length / dimensions;
  const order = random.shuffle(Array.from({ length: count }, (_, index) => index));
  const rest = new Float32Array(vectors.length);
  for (const [to, from] of order.entries())
    rest.set(vectors.subarray(from * dimensions, (from + 1) * dimensions), to * dimensions);
  const energy = rest.reduce((sum, value) => sum + value * value, 0);
  const codes = new Uint8Array(count * stages);
  const codebook = new Float32Array(stages * centroids * dimensions);
  for (let stage = 0; stage < stages; stage++) {
    const centers = findCenters(rest, settings);
    codebook.set(centers, stage * centroids * dimensions);
    const norms = squaredNorms(centers, dimensions);
    for (const [point, original] of order.entries()) {
      const center = nearest(rest, point, centers, norms, dimensions);
      codes[original * stages + stage] = center;
      for (let inner = 0; inner < dimensions; inner++) {
        const at = point * dimensions + inner;
        rest[at] = (rest[at] ?? 0) - (centers[center * dimensions + inner] ?? 0);
      }
    }
  }
  return { codes, codebook, lost: rest.reduce((sum, value) => sum + value * value, 0) / energy };
}
