/** The sRGB level of each 8-bit level of linear light (IEC 61966-2-1 §5.2). */
const srgbOfLinear = Uint8Array.from({ length: 256 }, (_, level) => {
  const light = level / 255;
  return Math.round(255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055));
});

/**
 * Converts samples from linear light to sRGB, in place. If there is alpha, it first undoes the multiplication of the
 * colors by alpha (OpenEXR, "Technical Introduction", on premultiplied alpha).
 */
export function linearToSrgb(samples: Uint8Array, { hasAlpha }: { hasAlpha: boolean }): Uint8Array {
  const channels = hasAlpha ? 4 : 3;
  for (let pixel = 0; pixel < samples.length; pixel += channels) {
    const alpha = hasAlpha ? (samples[pixel + 3] ?? 0) : 255;
    for (let channel = pixel; channel < pixel + 3; channel++) {
      const light = ((samples[channel] ?? 0) * 255) / Math.max(1, alpha);
      samples[channel] = srgbOfLinear[Math.min(255, Math.round(light))] ?? 0;
    }
  }
  return samples;
}
