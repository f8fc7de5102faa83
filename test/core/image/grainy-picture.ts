import sharp from "sharp";

/** Returns noise around the middle gray, the same at every call (xorshift32, Marsaglia 2003). */
function grain(width: number, height: number): Uint8Array {
  let state = 0x9e3779b9;
  const random = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
  // The sum of twelve uniform numbers is nearly normal, with a deviation of 1.
  const normal = () => Array.from({ length: 12 }, random).reduce((sum, value) => sum + value, -6);
  return Uint8Array.from({ length: width * height * 3 }, () =>
    Math.max(0, Math.min(255, Math.round(128 + 60 * normal()))),
  );
}

/** Returns a gradient with a circle and some grain, as a PNG: flat areas, an edge, and detail. */
export async function grainyPicture(width: number, height: number): Promise<Uint8Array> {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><linearGradient id="g"><stop stop-color="#137"/><stop offset="1" stop-color="#fc8"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#g)"/><circle cx="50%" cy="50%" r="25%" fill="#492"/></svg>`;
  const blurred = await sharp(grain(width, height), { raw: { width, height, channels: 3 } })
    .blur(0.8)
    .png()
    .toBuffer();
  return sharp(new TextEncoder().encode(drawing))
    .composite([{ input: blurred, blend: "soft-light" }])
    .removeAlpha()
    .png()
    .toBuffer();
}
