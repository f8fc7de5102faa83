import { interpolate } from "./quality.ts";

/** Pixels of three channels: red, green and blue, in sRGB. */
export interface Picture {
  data: Uint8Array;
  width: number;
  height: number;
}

/** A channel of a picture, or of a reduced copy. */
interface Plane {
  data: Float32Array;
  width: number;
  height: number;
}

/** Reduced copies show the differences that are seen from afar. Each has half the sides of the previous one. */
const copies = 4;

/** The side in pixels of a block. A window has two blocks on each side, and windows overlap by half. */
const blockSide = 4;

/**
 * The weights of the differences in a window. Detail hides them, by the variance of the window to the power `masking`;
 * `visible` is the variance below which nothing hides them. The worst windows count most, by the norm of this power.
 * The values were chosen over the photos of `image-quality` in `test/bench`, by their rank correlation with butteraugli.
 */
const weights = { visible: 5, masking: 0.35, power: 16 } as const;

/** The mean logarithm of the distance at qualities of jpeg, which are the scores, over the photos of `image-quality`. */
const scale = {
  score: [1, 5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 100],
  logDistance: [4.7, 4.25, 3.81, 3.45, 3.29, 3.19, 3.1, 3.02, 2.92, 2.76, 2.5, 2.3, 1.8],
} as const;

/** Returns brightness and the two differences of colors of a picture (ITU-R BT.601). */
function planesOf({ data, width, height }: Picture): Plane[] {
  const count = width * height;
  const plane = (): Plane => ({ data: new Float32Array(count), width, height });
  const [light, blue, red] = [plane(), plane(), plane()];
  for (let pixel = 0; pixel < count; pixel++) {
    const r = data[pixel * 3] ?? 0;
    const b = data[pixel * 3 + 2] ?? 0;
    const y = 0.299 * r + 0.587 * (data[pixel * 3 + 1] ?? 0) + 0.114 * b;
    light.data[pixel] = y;
    blue.data[pixel] = 0.564 * (b - y);
    red.data[pixel] = 0.713 * (r - y);
  }
  return [light, blue, red];
}

/** Returns a plane with half the sides, whose samples are means of four. */
function halve({ data, width, height }: Plane): Plane {
  const half = { width: Math.max(1, width >> 1), height: Math.max(1, height >> 1) };
  const means = new Float32Array(half.width * half.height);
  const [right, below] = [width > 1 ? 1 : 0, height > 1 ? width : 0];
  for (let y = 0; y < half.height; y++)
    for (let x = 0; x < half.width; x++) {
      const at = 2 * y * width + 2 * x;
      const sum =
        (data[at] ?? 0) + (data[at + right] ?? 0) + (data[at + below] ?? 0) + (data[at + below + right] ?? 0);
      means[y * half.width + x] = sum / 4;
    }
  return { data: means, ...half };
}

/** The numbers that are summed up for each block: samples, their values, squares and squared differences. */
const sums = 4;

/** Sums up the blocks of a plane and of the other plane. */
function sumBlocks(plane: Plane, other: Plane): { blocks: Float64Array; across: number; down: number } {
  const { data, width, height } = plane;
  const [across, down] = [Math.ceil(width / blockSide), Math.ceil(height / blockSide)];
  const blocks = new Float64Array(across * down * sums);
  for (let y = 0; y < height; y++)
    for (let block = 0; block < across; block++) {
      const end = Math.min(width, (block + 1) * blockSide) + y * width;
      let [sum, squares, differences] = [0, 0, 0];
      const start = block * blockSide + y * width;
      for (let pixel = start; pixel < end; pixel++) {
        const value = data[pixel] ?? 0;
        const difference = value - (other.data[pixel] ?? 0);
        sum += value;
        squares += value * value;
        differences += difference * difference;
      }
      const at = (Math.floor(y / blockSide) * across + block) * sums;
      blocks[at] = (blocks[at] ?? 0) + end - start;
      blocks[at + 1] = (blocks[at + 1] ?? 0) + sum;
      blocks[at + 2] = (blocks[at + 2] ?? 0) + squares;
      blocks[at + 3] = (blocks[at + 3] ?? 0) + differences;
    }
  return { blocks, across, down };
}

/** Returns the distance of two planes of one size: the norm over all windows of the differences that are seen. */
function planeDistance(plane: Plane, other: Plane): number {
  const { blocks, across, down } = sumBlocks(plane, other);
  const [columns, rows] = [Math.max(1, across - 1), Math.max(1, down - 1)];
  const [right, below] = [across > 1 ? sums : 0, down > 1 ? across * sums : 0];
  let total = 0;
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const first = (row * across + column) * sums;
      const sum = (index: number) =>
        (blocks[first + index] ?? 0) +
        (blocks[first + right + index] ?? 0) +
        (blocks[first + below + index] ?? 0) +
        (blocks[first + below + right + index] ?? 0);
      const count = sum(0);
      const mean = sum(1) / count;
      const variance = Math.max(0, sum(2) / count - mean * mean);
      const seen = sum(3) / count / (variance + weights.visible) ** weights.masking;
      total += seen ** (weights.power / 2);
    }
  return (total / (rows * columns)) ** (1 / weights.power);
}

/** Returns the planes of a picture and of its reduced copies. */
function pyramidOf(picture: Picture): Plane[] {
  let planes = planesOf(picture);
  const pyramid = [...planes];
  for (let copy = 1; copy < copies; copy++) {
    planes = planes.map(halve);
    pyramid.push(...planes);
  }
  return pyramid;
}

/**
 * Returns a function that measures how different a picture of the same size looks: 0 for equal pixels. It sums the
 * errors of brightness and colors at four sizes, less where detail hides them, and the worst places count most.
 */
export function distanceFrom(original: Picture): (picture: Picture) => number {
  const expected = pyramidOf(original);
  return (picture) =>
    pyramidOf(picture).reduce((distance, plane, index) => {
      const other = expected[index];
      return other ? distance + planeDistance(other, plane) : distance;
    }, 0);
}

/** Returns the logarithm of the distance of most photos at a quality of jpeg. */
export function typicalLogDistance(quality: number): number {
  return interpolate(scale.score, scale.logDistance, quality);
}

/** Returns the score of a distance, 1 to 100: the quality of jpeg at which most photos have this distance. */
export function scoreOf(distance: number): number {
  const log = Math.log(Math.max(distance, Number.MIN_VALUE));
  const { score, logDistance } = scale;
  const next = logDistance.findIndex((value) => value <= log);
  if (next === -1) return 100;
  const [low, high] = [logDistance[next - 1], logDistance[next]];
  if (low === undefined || high === undefined) return 1;
  return (
    (score[next - 1] ?? 0) + (((score[next] ?? 0) - (score[next - 1] ?? 0)) * (low - log)) / (low - high)
  );
}
