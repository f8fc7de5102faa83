/** Pixels of four channels: red, green, blue and alpha. */
export interface Rgba {
  data: Uint8Array;
  width: number;
  height: number;
}

/** A channel as the sum of cosines: its mean, the weights of the others from 0 to 1, and their scale. */
interface Cosines {
  mean: number;
  weights: number[];
  scale: number;
}

/** Transforms a channel into the lowest frequencies of a triangle of `across` by `down`. */
function transform(
  channel: Float64Array,
  { width, height }: Rgba,
  [across, down]: readonly [number, number],
): Cosines {
  const waves = (length: number, count: number) =>
    Array.from({ length: count }, (_, frequency) =>
      Float64Array.from({ length }, (_unused, at) => Math.cos((Math.PI / length) * frequency * (at + 0.5))),
    );
  const horizontal = waves(width, across);
  const vertical = waves(height, down);
  const found: number[] = [];
  for (let y = 0; y < down; y++)
    for (let x = 0; x * down < across * (down - y); x++) {
      let sum = 0;
      for (let row = 0; row < height; row++) {
        let line = 0;
        for (let at = 0; at < width; at++)
          line += (channel[row * width + at] ?? 0) * (horizontal[x]?.[at] ?? 0);
        sum += line * (vertical[y]?.[row] ?? 0);
      }
      found.push(sum / (width * height));
    }
  const [mean = 0, ...others] = found;
  const scale = Math.max(0, ...others.map(Math.abs));
  return {
    mean,
    scale,
    weights: others.map((weight) => (scale > 0 ? 0.5 + (0.5 / scale) * weight : weight)),
  };
}

/** Returns the brightness, the two differences of colors and the alpha of pixels on their mean color. */
function channels({ data, width, height }: Rgba) {
  const count = width * height;
  const [light, yellow, red, alpha] = [0, 1, 2, 3].map(() => new Float64Array(count)) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  const mean = [0, 0, 0];
  let opacity = 0;
  const share = (index: number) => (data[index] ?? 0) / 255;
  for (let pixel = 0; pixel < count; pixel++) {
    alpha[pixel] = share(pixel * 4 + 3);
    opacity += alpha[pixel] ?? 0;
    for (let color = 0; color < 3; color++)
      mean[color] = (mean[color] ?? 0) + (alpha[pixel] ?? 0) * share(pixel * 4 + color);
  }
  for (let pixel = 0; pixel < count; pixel++) {
    const cover = alpha[pixel] ?? 0;
    const [r, g, b] = [0, 1, 2].map(
      (color) =>
        (opacity > 0 ? (mean[color] ?? 0) / opacity : 0) * (1 - cover) + cover * share(pixel * 4 + color),
    ) as [number, number, number];
    light[pixel] = (r + g + b) / 3;
    yellow[pixel] = (r + g) / 2 - b;
    red[pixel] = r - g;
  }
  return { light, yellow, red, alpha, hasAlpha: opacity < count };
}

/**
 * Returns the ThumbHash of a picture, a placeholder of about 25 bytes, by the format of
 * https://evanw.github.io/thumbhash.
 *
 * @param picture - At most 100 pixels on each side.
 */
export function thumbHash(picture: Rgba): Uint8Array {
  const { width, height } = picture;
  const { light, yellow, red, alpha, hasAlpha } = channels(picture);
  const most = hasAlpha ? 5 : 7;
  const side = (length: number) => Math.max(1, Math.round((most * length) / Math.max(width, height)));
  const [across, down] = [side(width), side(height)];
  const l = transform(light, picture, [Math.max(3, across), Math.max(3, down)]);
  const p = transform(yellow, picture, [3, 3]);
  const q = transform(red, picture, [3, 3]);
  const a = hasAlpha ? transform(alpha, picture, [5, 5]) : null;
  const isLandscape = width > height;
  const first =
    Math.round(63 * l.mean) |
    (Math.round(31.5 + 31.5 * p.mean) << 6) |
    (Math.round(31.5 + 31.5 * q.mean) << 12) |
    (Math.round(31 * l.scale) << 18) |
    (Number(hasAlpha) << 23);
  const second =
    (isLandscape ? down : across) |
    (Math.round(63 * p.scale) << 3) |
    (Math.round(63 * q.scale) << 9) |
    (Number(isLandscape) << 15);
  const bytes = [first & 255, (first >> 8) & 255, first >> 16, second & 255, second >> 8];
  if (a) bytes.push(Math.round(15 * a.mean) | (Math.round(15 * a.scale) << 4));
  const nibbles = [l, p, q, ...(a ? [a] : [])].flatMap(({ weights }) =>
    weights.map((weight) => Math.round(15 * weight)),
  );
  for (let index = 0; index < nibbles.length; index += 2)
    bytes.push((nibbles[index] ?? 0) | ((nibbles[index + 1] ?? 0) << 4));
  return Uint8Array.from(bytes);
}
