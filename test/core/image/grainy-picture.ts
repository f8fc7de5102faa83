import sharp from "sharp";

/** Creates a gradient with a circle and some grain as a PNG: flat areas, an edge, and detail. */
export async function grainyPicture(width: number, height: number): Promise<Uint8Array> {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><linearGradient id="g"><stop stop-color="#137"/><stop offset="1" stop-color="#fc8"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#g)"/><circle cx="50%" cy="50%" r="25%" fill="#492"/></svg>`;
  const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
  const grain = await sharp({ create: { width, height, channels: 3, background: "#000", noise } })
    .blur(0.8)
    .png()
    .toBuffer();
  return sharp(new TextEncoder().encode(drawing))
    .composite([{ input: grain, blend: "soft-light" }])
    .removeAlpha()
    .png()
    .toBuffer();
}
